import { beforeAll, describe, expect, it } from 'vitest';
import { awaited, fates, inShort, spoken, toReader } from '$lib/games/diamant/aftermath';
import { storyOf } from '$lib/games/diamant/cardStory';
import { cavesSeen, galleryOf, lastOut } from '$lib/games/diamant/evidence';
import { sentence } from '$lib/games/diamant/say';
import { statistics } from '$lib/games/diamant/statistics';
import { tell } from '$lib/games/diamant/tell';
import type { Deed, PlayTable, SeatPerson, Telling } from '$lib/games/types';
import { overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Action, CardTurned, CaveOverView, Choice, Event, Hazard, View } from '$lib/protocol/diamant';

let locale: 'en' | 'fr' = 'en';
beforeAll(() => overwriteGetLocale(() => locale));

const people: SeatPerson[] = ['Ada', 'Bruno', 'Cléo'].map((name, seat) => ({
  seat,
  name,
  mark: 'pick',
  colour: '',
  isMe: seat === 0,
  bot: seat === 2 ? 'easy' : null,
  standIn: false,
  present: true,
}));
const telling: Telling = {
  people,
  seat: 0,
  name: (seat) => (seat === 0 ? 'you' : people[seat]!.name),
  names: (seats) => seats.map((seat) => (seat === 0 ? 'you' : people[seat]!.name)).join(', '),
};

const gems = (stones: number, share: number, left: number): CardTurned => ({
  type: 'CardTurned',
  card: { type: 'Gems', stones },
  share,
  left,
});
const danger = (hazard: Hazard): CardTurned => ({
  type: 'CardTurned',
  card: { type: 'Danger', hazard },
  share: 0,
  left: 0,
});
const shown = (...choices: Choice[]): Event => ({
  type: 'ChoicesShown',
  choices: Object.fromEntries(choices.map((choice, seat) => [seat, choice])),
});
const back = (banked: number, ...seats: number[]): Event => ({ type: 'Returned', seats, banked, left: [] });
const deed = (at: number, ...events: Event[]): Deed<Event> => ({ sequence: at, at, seat: null, events });

/** Two caves of three players: the first falls in one card after Ada left, the second is left by all. */
const deeds: Deed<Event>[] = [
  deed(1, shown('go_on', 'go_on', 'go_on'), danger('gas')),
  deed(2, shown('go_on', 'go_on', 'go_on'), gems(9, 3, 0)),
  deed(3, shown('leave', 'go_on', 'go_on'), back(7, 0), danger('gas'), {
    type: 'CaveFled',
    cave: 1,
    hazard: 'gas',
  }),
  deed(4, { type: 'Continued', seat: 0 }, { type: 'CaveEntered', cave: 2, pile: { type: 'hidden' } }),
  deed(4, gems(5, 1, 2)),
  deed(5, shown('leave', 'leave', 'go_on'), back(2, 0, 1), gems(4, 4, 0)),
  deed(6, { type: 'ChoicesShown', choices: { 2: 'leave' } }, back(5, 2), { type: 'CaveLeft', cave: 2 }),
];
const over: CaveOverView = {
  type: 'CaveOver',
  cave: 1,
  pile: 26,
  gallery: [],
  hazard: 'gas',
  lost: { 1: 5, 2: 5 },
  ready: [],
};
const view: View = {
  seat: 0,
  options: { chests: 'open', leftovers: 'together', artifacts: 'none' },
  chests: [9, 2, 5],
  phase: over,
  removed: ['gas'],
  artifacts_turned: 0,
  takings: [
    [7, 0, 0],
    [2, 2, 5],
  ],
};

describe('what became of everybody', () => {
  const all = fates(view, over, [0]);

  it('names the last one out, who was in time and what the others lost', () => {
    expect(all).toEqual([
      { seat: 0, lost: null, home: 7, last: true },
      { seat: 1, lost: 5, home: 0, last: false },
      { seat: 2, lost: 5, home: 0, last: false },
    ]);
    expect(all.map((fate) => inShort(fate, true))).toEqual(['one card before!', 'too late', 'too late']);
    expect(inShort({ seat: 1, lost: null, home: 3, last: true }, false)).toBe('last one out');
  });

  it('speaks to whoever reads it, in either language', () => {
    expect(toReader(all[0]!, true)).toBe('Bravo! You left one card before, with 7 rubies.');
    expect(toReader(all[1]!, true)).toBe('You drop all 5 of your rubies.');
    expect(toReader({ seat: 0, lost: 1, home: 0, last: false }, true)).toBe('You drop your only ruby.');
    expect(toReader({ seat: 0, lost: 0, home: 0, last: false }, true)).toBe('You had nothing to lose.');
    expect(toReader({ seat: 0, lost: null, home: 0, last: false }, true)).toBe(
      'You are safe, with empty hands.',
    );
    expect(toReader({ seat: 0, lost: null, home: 4, last: false }, false)).toBe('You bring home 4 rubies.');
    locale = 'fr';
    expect(toReader(all[1]!, true)).toBe('Tu perds tes 5 rubis.');
    expect(toReader({ seat: 0, lost: 1, home: 0, last: false }, true)).toBe('Tu perds ton seul rubis.');
    locale = 'en';
  });

  it('says all of it to those who do not see it', () => {
    expect(spoken(over, all, people, 1)).toBe(
      'Oh no: gas again! You drop all 5 of your rubies. Ada left one card before, with 7: applause! Cléo drops 5.',
    );
    expect(
      spoken({ ...over, hazard: null, lost: {} }, fates(view, { ...over, cave: 2 }, [2]), people, null),
    ).toMatch(/^Everybody is out!/);
  });

  it('waits for people who are there, never for bots', () => {
    expect(awaited(over, people).map(({ seat }) => seat)).toEqual([0, 1]);
    expect(awaited({ ...over, ready: [0] }, people).map(({ seat }) => seat)).toEqual([1]);
    expect(
      awaited(
        over,
        people.map((person) => ({ ...person, present: person.seat === 0 })),
      ),
    ).toHaveLength(1);
  });
});

describe('evidence', () => {
  const caves = cavesSeen(deeds);

  it('knows who left after which card, and who last before the end', () => {
    expect(caves.map(({ cave, end }) => [cave, end])).toEqual([
      [1, 'fled'],
      [2, 'left'],
    ]);
    expect(caves.map(lastOut)).toEqual([[0], [2]]);
    expect(caves[1]!.cards.map(({ left }) => left?.seats ?? [])).toEqual([[0, 1], [2]]);
  });

  it('says of a card of the gallery what it brought, who left after it, and when', () => {
    const [first] = galleryOf(caves, 2);
    const turned = { card: { type: 'Gems', stones: 5 } as const, left: 0 };
    expect(storyOf(turned, first!, people, 'en')).toEqual({
      brought: '5 stones: 1 each, 2 left.',
      then: 'Back at the camp: you and Bruno, with 2 each.',
      at: 4,
    });
    expect(storyOf(turned, null, people, 'en')).toEqual({
      brought: '5 stones, 0 still there.',
      then: '',
      at: null,
    });
  });

  it('finds the card that an event of the log is about', () => {
    const cards = galleryOf(caves, 2);
    const about = (event: Event) => cards.findIndex((card) => card?.events.includes(event));
    expect(about(deeds[4]!.events[0]!)).toBe(0);
    expect(about(deeds[5]!.events[1]!)).toBe(0);
    expect(about(deeds[6]!.events[1]!)).toBe(1);
    expect(about(deeds[2]!.events[0]!)).toBe(-1);
  });

  it('joins what is known to the end of a gallery that is longer', () => {
    expect(galleryOf(cavesSeen(deeds.slice(4)), 5).map((card) => card?.turned?.card.type)).toEqual([
      undefined,
      undefined,
      undefined,
      'Gems',
      'Gems',
    ]);
  });
});

describe('the sentence', () => {
  type Table = PlayTable<View, Action, Event>;
  const says = (phase: View['phase'], legal: readonly Action[] = []): string =>
    sentence({ view: { ...view, phase }, seat: 0, playing: true, people, legal } as unknown as Table);
  const cave = (...hazards: Hazard[]): View['phase'] => ({
    type: 'Expedition',
    cave: 1,
    pile: 26,
    gallery: hazards.map((hazard) => ({ card: { type: 'Danger', hazard }, left: 0 })),
    inside: [0, 1],
    loot: 3,
    choices: {},
  });

  it('never asks for a decision after the deadly card', () => {
    expect(says(cave('gas', 'snakes'))).toMatch(/^Your turn/);
    expect(says(cave('gas', 'snakes', 'gas'))).toBe('The mountain rumbles…');
    expect(says(over, [{ type: 'Continue' }])).toBe('Cave 1 is over. Go on when you are ready.');
  });

  it('says whom the table waits for', () => {
    expect(says({ ...over, ready: [0] })).toBe('Waiting for Bruno.');
    expect(says({ ...over, ready: [0, 1] })).toBe('Cave 1 is over. On we go in a moment.');
  });
});

it('does not say of one that everybody goes on', () => {
  expect(tell(shown('go_on', 'go_on'), telling)).toBe('Everybody goes on.');
  expect(tell({ type: 'ChoicesShown', choices: { 0: 'go_on' } }, telling)).toBe('You go on alone.');
  expect(tell({ type: 'ChoicesShown', choices: { 1: 'go_on' } }, telling)).toBe('Bruno goes on alone.');
});

it('counts what the game was like', () => {
  const all = statistics(deeds, view);
  const of = (label: string) => all.find((each) => each.label === label);
  expect(of('Chest, cave after cave')?.course).toEqual([
    [0, 7, 9, 9, 9, 9],
    [0, 0, 2, 2, 2, 2],
    [0, 0, 5, 5, 5, 5],
  ]);
  expect(of('Best cave')?.values).toEqual([7, 2, 5]);
  expect(of('Left in time')?.values).toEqual([2, 1, 1]);
  expect(of('Lost in collapses')?.values).toEqual([0, 3, 3]);
  expect(of('Left one card before')?.values).toEqual([1, 0, 0]);
  expect(of('Left alone')?.values).toEqual([1, 0, 1]);
  // After gas and another card, two of the 27 cards left were gas.
  expect(of('Boldest step')?.values).toEqual([7, 7, 7]);
});
