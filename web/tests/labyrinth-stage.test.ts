import { afterEach, describe, expect, it } from 'vitest';
import { NAMES, SQUARE_OF } from '$lib/games/labyrinth/castle';
import { ringRefusal, squareRefusal } from '$lib/games/labyrinth/refuse';
import { sentence, turnEnd } from '$lib/games/labyrinth/say';
import { sceneAt, type Scene } from '$lib/games/labyrinth/scene';
import { steps } from '$lib/games/labyrinth/steps';
import { stagedWords, tell } from '$lib/games/labyrinth/tell';
import { keepTrial } from '$lib/games/labyrinth/trial';
import { aimWords } from '$lib/games/labyrinth/voice';
import { ofName } from '$lib/games/labyrinth/words';
import type { PlayTable, SeatPerson } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';

const square = (name: string): number => NAMES.indexOf(name);
const HIDDEN = { type: 'hidden' } as const;

/** Ada and Bruno on one square, with a duel for two treasures between them. */
function duelling(part: Partial<View> = {}): View {
  return {
    seat: 0,
    options: { starter: 'first', corridors: 'clockwise', memory: 'on', goal: 7, turn_limit: null },
    rotation: { outer: 0, inner: 0, centre: 0 },
    pawns: [square('B7'), square('B7'), square('A15')],
    counts: [2, 3, 1],
    hands: [['dragon', 'piper'], HIDDEN, HIDDEN],
    pile: 9,
    sought: 'crown',
    square: SQUARE_OF.crown,
    on_turn: 0,
    phase: {
      type: 'Duel',
      duellists: [0, 1],
      prize: { type: 'ForCards', kind: 'treasure', cards: 2 },
      throws: { 1: HIDDEN },
    },
    turn: 7,
    swapped: false,
    discarded: [],
    challenged: true,
    turned_up: false,
    finder: null,
    ...part,
  };
}

const WON: readonly Event[] = [
  { type: 'Threw', seat: 0, thing: 'stone' },
  { type: 'ThrowsShown', throws: { 0: 'stone', 1: 'scissors' } },
  { type: 'DuelWon', winner: 0, loser: 1 },
  {
    type: 'CardsHandedOver',
    loser: 1,
    winner: 0,
    kind: 'treasure',
    cards: ['lamp', 'harp'],
    count: 2,
    face_up: false,
    complete: null,
  },
];
const TIE: readonly Event[] = [
  { type: 'Threw', seat: 0, thing: 'stone' },
  { type: 'ThrowsShown', throws: { 0: 'stone', 1: 'stone' } },
];
const swapped = (part: Partial<Extract<Event, { type: 'Swapped' }>> = {}): Event => ({
  type: 'Swapped',
  seat: 1,
  opponent: 0,
  animal: 'dragon',
  given: 'miller',
  drawn: ['crown', 'lamp'],
  count: 2,
  face_up: false,
  complete: null,
  ...part,
});
const placing: View['phase'] = {
  type: 'Placing',
  winner: 0,
  loser: 1,
  prize: { type: 'ForCards', kind: 'treasure', cards: 2 },
};

const peopleFor = (me: number | null) =>
  ['Ada', 'Bruno', 'Chloé'].map((name, seat) => ({
    seat,
    name,
    isMe: seat === me,
  })) as unknown as SeatPerson[];
const tableOf = (view: View, event?: Event): PlayTable<View, Action, Event> =>
  ({
    view,
    legal: [{ type: 'Place', to: 3 }],
    people: peopleFor(0),
    seat: 0,
    playing: true,
    moment: event ? { event, id: 1 } : null,
  }) as unknown as PlayTable<View, Action, Event>;

/** What stands on the stage at each moment. */
function staged(events: readonly Event[], after: View): (Scene | null)[] {
  let scene: Scene | null = null;
  return steps(duelling(), events, after)
    .filter(({ ms }) => ms > 0)
    .map(({ event, view }) => (scene = sceneAt(scene, event, view)));
}

afterEach(() => overwriteGetLocale(() => baseLocale));

describe('a duel on the stage', () => {
  const after = duelling({ phase: placing, counts: [4, 1, 1] });

  it('takes about four seconds, which nothing hurries', () => {
    const shown = steps(duelling(), WON, after);
    const great = shown.filter(({ great }) => great);
    expect(great.map(({ event }) => event.type)).toEqual([
      'Threw',
      'ThrowsShown',
      'DuelWon',
      'CardsHandedOver',
    ]);
    expect(great.reduce((sum, { ms }) => sum + ms, 0)).toBeGreaterThanOrEqual(3500);
    expect(great.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(4000);
  });

  it('offers what comes next when it is over: the last moment takes no time', () => {
    const shown = steps(duelling(), WON, after);
    expect(shown.at(-1)).toMatchObject({ ms: 0 });
    expect(shown.at(-1)?.view).toBe(after);
    expect(shown.at(-1)?.great).toBeUndefined();
  });

  it('shows fists, hands, who won and the cards, in this order', () => {
    const scenes = staged(WON, after);
    expect(scenes.map((scene) => scene?.kind === 'duel' && [scene.throws !== null, scene.winner])).toEqual([
      [false, null],
      [true, null],
      [true, 0],
      [true, 0],
    ]);
    expect(scenes.at(-1)).toMatchObject({ parcel: { from: 1, to: 0, count: 2, faces: ['lamp', 'harp'] } });
    expect(scenes.slice(0, -1).every((scene) => scene?.kind === 'duel' && !scene.parcel)).toBe(true);
  });

  it('does not begin before both have chosen', () => {
    const first = steps(duelling(), [{ type: 'Threw', seat: 1, thing: HIDDEN }], duelling());
    expect(first).toMatchObject([{ ms: 0 }]);
    const waiting = duelling({ phase: { ...duelling().phase, throws: {} } as View['phase'] });
    expect(sceneAt(null, { type: 'Threw', seat: 0, thing: 'stone' }, waiting)).toBeNull();
  });

  it('says a tie, and lets it be seen', () => {
    const shown = steps(duelling(), TIE, duelling());
    expect(shown.filter(({ great }) => great).reduce((sum, { ms }) => sum + ms, 0)).toBeGreaterThan(2500);
    expect(staged(TIE, duelling()).at(-1)).toMatchObject({ tie: true, winner: null });
  });

  it('shows cards face down to whom they are no business of', () => {
    const unseen = { ...(WON[3] as Extract<Event, { type: 'CardsHandedOver' }>), cards: HIDDEN };
    expect(staged([...WON.slice(0, 3), unseen], after).at(-1)).toMatchObject({
      parcel: { count: 2, faces: null },
    });
  });

  it('lets no card travel where there is none to give', () => {
    const nothing = { ...(WON[3] as Extract<Event, { type: 'CardsHandedOver' }>), cards: [], count: 0 };
    expect(staged([...WON.slice(0, 3), nothing], after).at(-1)).toMatchObject({ parcel: null, over: true });
  });

  it('keeps the sentence from telling what comes next', () => {
    for (const { event, view, great } of steps(duelling(), WON, after))
      if (great) expect(sentence(tableOf(view, event))).toMatch(/^(The duel is being|Cards change)/);
    expect(sentence(tableOf(after))).toBe('You won: put Bruno’s pawn wherever you like.');
  });
});

describe('a swap on the stage', () => {
  it('takes three seconds, and shows both ways that cards go', () => {
    const [shown, closing] = steps(duelling(), [swapped()], duelling());
    expect(shown).toMatchObject({ ms: 3000, great: true });
    expect(closing).toMatchObject({ ms: 0 });
    expect(sceneAt(null, swapped(), duelling())).toMatchObject({
      drawn: { from: 0, to: 1, count: 2, faces: ['crown', 'lamp'] },
      given: { from: 1, to: 0, count: 1, faces: ['miller'] },
    });
  });

  it('is told by name to the two concerned, and by number to others', () => {
    const words = (me: number, event: Event) => stagedWords(event, { people: peopleFor(me) }, placing);
    expect(words(0, swapped())).toBe(
      'Bruno plays the dragon, takes the crown and the lamp from you and gives you the miller.',
    );
    expect(words(1, swapped())).toBe(
      'You play the dragon: you take the crown and the lamp from Ada and give the miller.',
    );
    expect(words(2, swapped({ given: HIDDEN, drawn: HIDDEN }))).toBe(
      'Bruno plays the dragon, takes 2 cards from Ada and gives one card.',
    );
    overwriteGetLocale(() => 'fr');
    expect(words(0, swapped())).toBe(
      'Bruno joue le dragon, te prend la couronne et la lampe et te donne le meunier.',
    );
  });
});

describe('the words of a turn', () => {
  it('say what finishing it does', () => {
    const people = peopleFor(0);
    expect(turnEnd(duelling(), people)).toEqual({ then: 'next', next: 'Bruno' });
    expect(turnEnd(duelling({ sought: null, square: null, finder: 0 }), people).then).toBe('secret');
    expect(turnEnd(duelling({ sought: null, square: null, finder: 1 }), people).then).toBe('next');
    expect(turnEnd(duelling({ sought: null, square: null, pile: 0 }), people).then).toBe('next');
  });

  it('say where a turn that is tried on would lead, and only duels when all is found', () => {
    const turning = duelling({ phase: { type: 'FirstChange' }, pawns: [square('A9'), square('A3'), 90] });
    const table = tableOf(turning);
    const tries = { ...turning.rotation };
    keepTrial(table, () => tries);
    expect(sentence(table)).toBe('You could reach the crown.');
    const met = [square('A9'), SQUARE_OF.crown, 90];
    const found = { ...turning, sought: null, square: null, pile: 0, pawns: met };
    expect(aimWords(tableOf(found), 0, tries)).toBe('You could walk up to Bruno for a duel.');
    expect(sentence(tableOf({ ...found, phase: { type: 'SecondChange', first: 'outer' } }))).toBe(
      'Only duels are left. One more change (2 of 2).',
    );
  });

  it('name no square by a letter, and every secret that was taken in sight of all', () => {
    const telling = { people: peopleFor(0), names: (seats: readonly number[]) => seats.join() };
    const said = [
      { type: 'PawnMoved', seat: 1, to: square('D5'), meets: [] },
      { type: 'PawnMoved', seat: 1, to: SQUARE_OF.crown, meets: [] },
      { type: 'SecretTaken', seat: 1, secret: 'crown', complete: null },
      { type: 'PawnPlaced', winner: 1, loser: 0, to: square('B3') },
    ].map((event) => tell(event as Event, telling));
    expect(said).toEqual([
      'Bruno stops in the inner corridor.',
      'Bruno stops at the crown.',
      'Bruno takes the crown.',
      'Your pawn is put in the outer corridor.',
    ]);
  });

  it('put a French name behind its own preposition', () => {
    expect(ofName('Ada')).toBe('Ada’s');
    overwriteGetLocale(() => 'fr');
    expect(['Ada', 'Élise', 'Hugo', 'Bruno'].map(ofName)).toEqual(['d’Ada', 'd’Élise', 'd’Hugo', 'de Bruno']);
  });
});

describe('a refusal on the board', () => {
  const turning = duelling({ phase: { type: 'SecondChange', first: 'centre' } });

  it('says why a ring does not turn, and which does', () => {
    expect(ringRefusal(turning, 'centre', 1)).toMatchObject({ rule: 'LAB-3.1' });
    expect(ringRefusal(turning, 'centre', 1).text).toMatch(/turned already.*a corridor/);
    expect(ringRefusal(turning, null, 1).text).toMatch(/does not turn/);
    expect(ringRefusal(turning, 'outer', 2).text).toMatch(/one notch/);
    expect(ringRefusal(turning, 'outer', -1)).toMatchObject({ rule: 'LAB-3.2' });
  });

  it('says why a square cannot be chosen, and what can', () => {
    expect(squareRefusal(7, { placing: false, here: 3 }).text).toMatch(/No way leads there.*glowing squares/);
    expect(squareRefusal(3, { placing: false, here: 3 }).text).toMatch(/Stay here/);
    expect(squareRefusal(3, { placing: true, here: 3 }).rule).toBe('LAB-5.5');
  });
});
