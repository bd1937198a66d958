import { afterEach, describe, expect, it } from 'vitest';
import { allFound, arrivalOf, leftAlone } from '$lib/games/labyrinth/arrival';
import { NAMES, SQUARE_OF } from '$lib/games/labyrinth/castle';
import { explain } from '$lib/games/labyrinth/explain';
import { goalWords } from '$lib/games/labyrinth/goal';
import { brief, sentence, summary } from '$lib/games/labyrinth/say';
import { drawn, steps } from '$lib/games/labyrinth/steps';
import { newsOf, tell } from '$lib/games/labyrinth/tell';
import { reachWords, voice } from '$lib/games/labyrinth/voice';
import type { PlayTable, SeatPerson, Telling } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';

const square = (name: string): number => NAMES.indexOf(name);
const SEATED = ['Ada', 'Bruno', 'Chloe', 'Dora'] as const;
const STAYS: Action = { type: 'Stay' };
const ENDS: Action = { type: 'End' };

/** Ada, seat 0, on A9, one step from the crown on A8; the others where they are said to be. */
function position(pawns: string, part: Partial<View> = {}): View {
  const squares = pawns.split(' ').map(square);
  const sought = part.sought === undefined ? 'crown' : part.sought;
  return {
    seat: 0,
    options: { starter: 'first', corridors: 'clockwise', memory: 'on', goal: 7, turn_limit: null },
    rotation: { outer: 0, inner: 0, centre: 0 },
    pawns: squares,
    counts: squares.map(() => 0),
    hands: squares.map((_, seat) => (seat === 0 ? [] : { type: 'hidden' as const })),
    pile: 14,
    square: sought === null ? null : SQUARE_OF[sought],
    on_turn: 0,
    phase: { type: 'Moving' },
    turn: 1,
    swapped: false,
    discarded: [],
    challenged: false,
    turned_up: false,
    finder: null,
    ...part,
    sought,
  };
}

function table(
  view: View,
  legal: readonly Action[] = [STAYS, { type: 'Move', to: SQUARE_OF.crown }],
): PlayTable<View, Action, Event> {
  const people = view.pawns.map((_, seat) => ({ seat, name: SEATED[seat], isMe: seat === view.seat }));
  return { view, legal, people, seat: view.seat, playing: true } as unknown as PlayTable<View, Action, Event>;
}

const people = SEATED.map((name, seat) => ({ seat, name, isMe: seat === 0 })) as unknown as SeatPerson[];
const telling: Telling = {
  people,
  seat: 0,
  name: (seat) => (seat === 0 ? 'you' : (SEATED[seat] ?? '')),
  names: (seats) => seats.map((seat) => telling.name(seat)).join(' and '),
};

/** What walking from A9 to A8 brings, as the law has it. */
const ARRIVES: readonly Event[] = [
  { type: 'PawnMoved', seat: 0, to: SQUARE_OF.crown, meets: [1] },
  { type: 'SecretContested', duellists: [0, 1], waiting: [] },
];
/** And a duel that Bruno, who stood there, wins. */
const LOSES: readonly Event[] = [
  { type: 'Threw', seat: 0, thing: 'stone' },
  { type: 'ThrowsShown', throws: { 0: 'stone', 1: 'paper' } },
  { type: 'DuelWon', winner: 1, loser: 0 },
  { type: 'SecretTaken', seat: 1, secret: 'crown', complete: null },
];
const folded = (view: View, events: readonly Event[]): View => events.reduce(drawn, view);

describe('arriving on the sought square', () => {
  afterEach(() => overwriteGetLocale(() => baseLocale));

  it('is foreseen: a card, a duel, a card under the pile, or the last card, which stays', () => {
    const foreseen = (pawns: string, pile = 14) => arrivalOf(position(pawns, { pile }), 0);
    expect(foreseen('A9 A3')).toEqual({ means: 'take', others: [] });
    expect(foreseen('A9 A8 A3')).toEqual({ means: 'duel', others: [1] });
    expect(foreseen('A9 A8 A8')).toEqual({ means: 'duel', others: [1, 2] });
    expect(foreseen('A9 A8 A8 A8')).toEqual({ means: 'crowd', others: [1, 2, 3] });
    expect(foreseen('A9 A8 A8 A8', 0)?.means).toBe('last');
    expect(arrivalOf(position('A9 A8', { sought: null }), 0)).toBeNull();
  });

  it('is said by the sentence before anybody walks', () => {
    expect(sentence(table(position('A9 A3')))).toBe('Within reach: the crown!');
    expect(sentence(table(position('A9 A8')))).toMatch(/the crown, but Bruno is there: you would duel/);
    expect(sentence(table(position('A9 A8 A8')))).toMatch(/but Bruno and Chloe are there/);
    expect(sentence(table(position('A9 A8 A8 A8')))).toMatch(/under the pile/);
    expect(sentence(table(position('A9 A8 A8 A8', { pile: 0 })))).toMatch(/nobody takes the card/);
    expect(sentence(table(position('A8 A8'), [STAYS]))).toBe('You stand on it: stay to take the crown.');
    overwriteGetLocale(() => 'fr');
    expect(sentence(table(position('A9 A8')))).toMatch(/mais Bruno y est\u00a0: ce serait un duel/);
  });

  it('is said once more where it is confirmed', () => {
    const words = (pawns: string, to = SQUARE_OF.crown) =>
      goalWords(table(position(pawns)), to, { placing: false });
    expect(words('A9 A3')).toBe('Go and take the crown');
    expect(words('A9 A8')).toBe('Go and duel Bruno for the crown');
    expect(words('A9 A8 A8')).toBe('Go and duel Bruno and Chloe for the crown');
    expect(words('A9 A8 A8 A8')).toBe('Go: the card goes under the pile');
    expect(words('A9 A10', square('A10'))).toBe('Go: rim');
  });

  it('is said to those who do not see the castle while a zone is being turned', () => {
    const turning = (pawns: string) =>
      reachWords(table(position(pawns, { phase: { type: 'FirstChange' } })), 0, position(pawns).rotation);
    expect(turning('A9 A3')).toMatch(/You could reach the crown\./);
    expect(turning('A9 A8')).toMatch(/You could reach the crown: a duel with Bruno\./);
    expect(turning('A9 A8 A8 A8')).toMatch(/with four there/);
  });
});

describe('a duel for the sought card', () => {
  it('follows the walk, and its sentence names the card', () => {
    const duel = folded(position('A9 A8'), ARRIVES);
    expect(duel.phase).toEqual({
      type: 'Duel',
      duellists: [0, 1],
      prize: { type: 'ForSecret', waiting: [] },
      throws: {},
    });
    expect(duel).toMatchObject({ sought: 'crown', turned_up: false, finder: null });
    expect(sentence(table(duel))).toBe('You and Bruno duel for the crown: stone, scissors or paper?');
    expect(sentence(table({ ...duel, seat: null }))).toBe('Ada and Bruno duel for the crown.');
    expect(ARRIVES.map((event) => tell(event, telling))).toEqual([
      'You stop at the crown, beside Bruno.',
      'A duel for the secret: you and Bruno.',
    ]);
  });

  it('gives the card to its winner before the loser is placed, and who won it turns up the next', () => {
    const duel = folded(position('A9 A8'), ARRIVES);
    const shown = steps(duel, LOSES, folded(duel, LOSES));
    expect(shown.map(({ event, view }) => [event.type, view.phase.type, view.sought])).toEqual([
      ['Threw', 'Duel', 'crown'],
      ['ThrowsShown', 'Duel', 'crown'],
      ['DuelWon', 'Placing', 'crown'],
      ['SecretTaken', 'Placing', null],
      ['SecretTaken', 'Placing', null],
    ]);
    const won = shown.at(-1)!.view;
    expect(won).toMatchObject({ counts: [0, 1], finder: 1, on_turn: 0 });
    expect(sentence(table(won))).toBe('Bruno chooses where your pawn goes.');
    expect(sentence(table({ ...won, seat: 1 }))).toBe('The card is yours! Put Ada’s pawn wherever you like.');
    expect(summary(table(won))).toContain('Bruno turns up the next one.');
    const placed = folded(won, [
      { type: 'PawnPlaced', winner: 1, loser: 0, to: square('A3') },
      { type: 'SecretTurned', seat: 1, secret: 'dragon' },
      { type: 'AnimalOffered', seat: 1 },
    ]);
    expect(placed).toMatchObject({ phase: { type: 'AnimalTurned', seat: 1 }, on_turn: 0, turned_up: true });
    expect(sentence(table({ ...placed, seat: 1 }))).toBe('You turned up the dragon: go straight there?');
  });

  it('leaves a third to be duelled next, who is named', () => {
    const first = folded(position('A9 A8 A8'), [
      { type: 'PawnMoved', seat: 0, to: SQUARE_OF.crown, meets: [1, 2] },
      { type: 'SecretContested', duellists: [0, 1], waiting: [2] },
      { type: 'DuelWon', winner: 0, loser: 1 },
    ]);
    expect(sentence(table(first))).toMatch(/put Bruno’s pawn wherever you like. Then you duel Chloe/);
    const second = folded(first, [
      { type: 'PawnPlaced', winner: 0, loser: 1, to: square('A3') },
      { type: 'SecretContested', duellists: [0, 2], waiting: [] },
    ]);
    expect(second).toMatchObject({ sought: 'crown', phase: { type: 'Duel', duellists: [0, 2] } });
  });

  it('can be the last: the game is over before anybody is placed', () => {
    const over = folded(folded(position('A9 A8'), ARRIVES), [
      ...LOSES.slice(0, -1),
      { type: 'SecretTaken', seat: 1, secret: 'crown', complete: 1 },
      { type: 'GameEnded', winners: [1], ending: 'full_set', hands: [[], ['crown']] },
    ]);
    expect(over).toMatchObject({ phase: { type: 'Finished' }, pawns: [SQUARE_OF.crown, SQUARE_OF.crown] });
  });

  it('does not happen with four: the card goes under the pile, and one of them may be challenged', () => {
    const events: readonly Event[] = [
      { type: 'PawnMoved', seat: 0, to: SQUARE_OF.crown, meets: [1, 2, 3] },
      { type: 'SecretBuried', secret: 'crown' },
    ];
    const crowd = folded(position('A9 A8 A8 A8'), events);
    expect(crowd).toMatchObject({ sought: null, square: null, pile: 15, finder: null });
    expect(sentence(table(crowd, [ENDS]))).toBe(
      'Challenge Bruno, Chloe, or Dora, or turn up the next secret.',
    );
    expect(newsOf(events[1]!, telling)).toMatchObject({
      lasting: true,
      text: 'Four pawns there: the crown goes under the pile',
    });
    expect(voice(events[1]!, telling)).toMatch(/the crown goes under the pile/);
    expect(tell(events[1]!, telling)).toBe('Four pawns stand there: the crown goes under the pile.');
  });
});

describe('going straight to an animal', () => {
  /** Ada turned up the griffin of C13. */
  const offered = (others: string, part: Partial<View> = {}): View =>
    position(`A9 ${others}`, { sought: 'griffin', phase: { type: 'AnimalTurned', seat: 0 }, ...part });
  const goes = (meets: readonly number[]): Event => ({
    type: 'AnimalFetched',
    seat: 0,
    to: SQUARE_OF.griffin,
    meets,
  });

  it('is offered with what it means', () => {
    expect(sentence(table(offered('A3')))).toBe('You turned up the griffin: go straight there?');
    expect(sentence(table(offered('C13')))).toBe(
      'You turned up the griffin, but Bruno is there: go and duel?',
    );
    expect(leftAlone(offered('C13'))).toEqual({ means: 'take', others: [1] });
    expect(leftAlone(offered('C13 C13'))).toEqual({ means: 'duel', others: [1, 2] });
  });

  it('leads to a duel for its card, also for somebody who is not on turn', () => {
    const duel = folded(offered('C13', { on_turn: 1 }), [
      goes([1]),
      { type: 'SecretContested', duellists: [1, 0], waiting: [] },
    ]);
    expect(duel).toMatchObject({ finder: 0, phase: { type: 'Duel', duellists: [1, 0] } });
    expect(sentence(table(duel))).toMatch(/^You and Bruno duel for the griffin/);
    expect(tell(goes([1]), telling)).toBe('You go straight to the animal, beside Bruno.');
  });

  it('allows a challenge where three stand, unless this turn has had one', () => {
    const fetched = folded(offered('C13 C13 C13', { on_turn: 2 }), [
      goes([1, 2, 3]),
      { type: 'SecretBuried', secret: 'griffin' },
    ]);
    expect(fetched.phase).toEqual({ type: 'Fetched', seat: 0, meets: [1, 2, 3] });
    expect(sentence(table(fetched, [ENDS]))).toBe('Challenge Bruno, Chloe, or Dora, or let it be.');
    expect(sentence(table({ ...fetched, seat: 2 }))).toMatch(/^Ada has gone straight to the animal/);
    const late = folded(offered('C13 C13 C13', { challenged: true }), [goes([1, 2, 3])]);
    expect(late.phase).toEqual({ type: 'Fetched', seat: 0, meets: [] });
  });
});

describe('when all secrets are found', () => {
  const found = (phase: View['phase']): View =>
    position('A9 A3', { sought: null, pile: 0, phase, hands: [['dragon', 'harp'], { type: 'hidden' }] });

  it('only duels are left, and everything says so', () => {
    expect(allFound(found({ type: 'Moving' }))).toBe(true);
    expect(allFound(position('A9 A3', { sought: null }))).toBe(false);
    expect(sentence(table(found({ type: 'FirstChange' })))).toMatch(/^Only duels are left\./);
    expect(sentence(table(found({ type: 'Moving' })))).toMatch(/^Only duels are left: walk up to somebody/);
    expect(brief(table(found({ type: 'FirstChange' })))).toMatch(/^Only duels are left\./);
    const watched = summary(table({ ...found({ type: 'FirstChange' }), on_turn: 1 }));
    expect(watched).toMatch(/only duels are left, and animals can no longer be played/);
  });

  it('a refused swap is explained', () => {
    expect(explain({ rule: 'LAB-3.7' })).toMatch(/animals can no longer be played/);
  });
});
