import { describe, expect, it } from 'vitest';
import { laidBy, layerOf, roundOf } from '$lib/games/saboteur/laid';
import { lesson } from '$lib/games/saboteur/lesson';
import { lastUnmasked, resultShown, unmasked } from '$lib/games/saboteur/result';
import { distance, statistics } from '$lib/games/saboteur/statistics';
import { steps } from '$lib/games/saboteur/steps';
import { tell } from '$lib/games/saboteur/tell';
import { newlyTurned, turningGoals } from '$lib/games/saboteur/unveiling';
import { verdict } from '$lib/games/saboteur/verdict';
import { companyWords } from '$lib/games/saboteur/words';
import type { Deed, SeatPerson, Telling } from '$lib/games/types';
import { overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type {
  Card,
  Event,
  Face,
  Hidden,
  Role,
  RoundEnded,
  RoundResult,
  Tile,
  View,
} from '$lib/protocol/saboteur';

const HIDDEN: Hidden = { type: 'hidden' };
const written = lesson(['Ada', 'Bruno', 'Chloé', 'David']);
const digging = written.steps[1]!.view;
const people = written.people.map((name, seat) => ({
  seat,
  name,
  isMe: seat === 0,
})) as unknown as SeatPerson[];
const face = (card: Card): Face => ({ type: 'Face', card, turned: false });

const ended = (winner: RoundEnded['winner'], roles: Role[]): RoundEnded => ({
  type: 'RoundEnded',
  number: 1,
  winner,
  last: 3,
  roles,
  set_aside: 'digger',
  goals: [face('stone_SW'), face('treasure'), face('stone_NW')],
});
const resultOf = ({ number, winner, last, roles, set_aside, goals }: RoundEnded): RoundResult => ({
  round: number,
  winner,
  last,
  roles,
  set_aside,
  goals,
});
const paid: Event = { type: 'GoldPaid', payments: [{ seat: 2, cards: [HIDDEN, HIDDEN], owed: 0 }] };
const shuffled: Event = { type: 'GoldShuffled', deck: HIDDEN };

describe('the end of a round on the stage', () => {
  const lost = ended('saboteurs', ['digger', 'digger', 'saboteur', 'digger']);
  const after: View = {
    ...digging,
    phase: { type: 'RoundOver', ready: [] },
    round: { ...digging.round, roles: lost.roles, set_aside: 'digger' },
    results: [resultOf(lost)],
    ledger: [{ type: 'Paid', round: 1, payments: [{ seat: 2, cards: [HIDDEN, HIDDEN], owed: 0 }] }],
  };
  const events: Event[] = [{ type: 'CardDiscarded', seat: 3, card: HIDDEN }, lost, paid, shuffled];
  const shown = steps(digging, events, after);
  const ending = shown.filter(({ event }) => event.type === 'RoundEnded');

  it('is a great moment throughout, and ends where the server says', () => {
    expect(ending.every(({ great }) => great)).toBe(true);
    expect(shown.find(({ event }) => event.type === 'GoldPaid')?.great).toBe(true);
    expect(shown.at(-1)!.view).toBe(after);
  });

  it('turns the goals one by one before a single mask falls', () => {
    const goals = ending.filter(({ view }) => turningGoals(view));
    expect(goals.map(({ view }) => newlyTurned(view)?.at.join() ?? null)).toEqual([
      null,
      '8,-2',
      '8,0',
      '8,2',
    ]);
    expect(goals.every(({ view }) => resultShown(view) === null)).toBe(true);
    expect(
      goals.every(({ view }) => view.round.roles.filter((role) => role === 'saboteur').length === 0),
    ).toBe(true);
  });

  it('then names one after the other, saboteurs last, and then the one set aside', () => {
    const masks = ending.filter(({ view }) => resultShown(view) !== null);
    expect(masks.map(({ view }) => lastUnmasked(view, resultShown(view)!))).toEqual([null, 1, 3, 2, 2]);
    expect(masks.map(({ view }) => unmasked(view))).toEqual([false, false, false, false, true]);
  });

  it('pays only when all masks are off', () => {
    expect(ending.every(({ view }) => view.ledger.length === 0)).toBe(true);
    expect(shown.find(({ event }) => event.type === 'GoldPaid')!.view.ledger).toHaveLength(1);
  });

  it('does not turn again what a passage has reached', () => {
    const won = ended('diggers', ['digger', 'digger', 'saboteur', 'digger']);
    const found = steps(
      digging,
      [{ type: 'GoalRevealed', at: [8, 0], card: 'treasure', turned: false }, won],
      after,
    );
    expect(found.map(({ view }) => newlyTurned(view)?.at.join() ?? null).filter(Boolean)).toEqual([
      '8,-2',
      '8,2',
    ]);
  });
});

describe('what the end of a round means to its reader', () => {
  const said = (
    seat: number | null,
    winner: RoundEnded['winner'],
    roles: Role[],
    ledger: View['ledger'] = [],
  ): string => {
    const result = resultOf(ended(winner, roles));
    return verdict({ ...digging, ledger, results: [result] }, result, seat, people);
  };
  const mine = ['saboteur', 'digger', 'saboteur', 'digger'] as Role[];
  const theirs = ['digger', 'digger', 'saboteur', 'digger'] as Role[];
  const pay: View['ledger'] = [{ type: 'Paid', round: 1, payments: [{ seat: 0, cards: [2, 1], owed: 0 }] }];
  const share: View['ledger'] = [
    { type: 'Shared', round: 1, taken: [{ seat: 0, offered: [2, 1], nuggets: 2 }] },
  ];

  it('speaks to whoever got gold, and to whoever got none', () => {
    expect(said(0, 'saboteurs', mine, pay)).toBe('You got away with it: three nuggets.');
    expect(said(0, 'saboteurs', theirs)).toBe('Chloé fooled you all: no gold for you.');
    expect(said(0, 'diggers', theirs, share)).toBe('You found it together: two nuggets for you.');
    expect(said(0, 'diggers', mine)).toBe('They got through: no gold for you.');
    expect(said(0, 'diggers', theirs)).toBe('You found it, but no gold was left for you.');
  });

  it('tells the table where everybody reads it', () => {
    expect(said(null, 'saboteurs', mine, pay)).toBe('Ada and Chloé got away with it: three nuggets each.');
    expect(said(null, 'diggers', theirs, share)).toBe('The gold goes to Ada.');
    expect(said(null, 'nobody', ['digger', 'digger', 'digger', 'digger'])).toContain('not one saboteur');
  });

  it('speaks French', () => {
    overwriteGetLocale(() => 'fr');
    expect(said(0, 'saboteurs', mine, pay)).toBe('Tu t’en es tiré\u00a0: trois pépites.');
    expect(said(0, 'saboteurs', theirs)).toBe('Chloé vous a bien eus\u00a0: pas d’or pour toi.');
    overwriteGetLocale(() => 'en');
  });
});

it('a role says how many saboteurs there may be', () => {
  expect(companyWords('digger', 4)).toBe('Among the 4 of you there is one saboteur, or none.');
  expect(companyWords('digger', 10)).toBe('Among the 10 of you there are three or four saboteurs.');
  expect(companyWords('saboteur', 3)).toBe('There is no other one.');
  expect(companyWords('saboteur', 7)).toBe('Among the 7 of you there are one or two others.');
});

let clock = 0;
const deed = (seat: number | null, ...events: Event[]): Deed<Event> => ({
  sequence: (clock += 1),
  at: clock * 1000,
  seat,
  events,
});
const lay = (seat: number, card: Card, at: [number, number]): Deed<Event> =>
  deed(seat, { type: 'PathPlaced', seat, card, at, turned: false });
const dealt = (number: number): Deed<Event> =>
  deed(null, {
    type: 'RoundDealt',
    number,
    starter: 0,
    roles: [],
    set_aside: HIDDEN,
    goals: HIDDEN,
    hands: [],
    pile: HIDDEN,
  });

describe('who laid what', () => {
  const tile = (card: Card, at: [number, number]) => ({ card, at, turned: false });
  const discard = deed(1, { type: 'CardDiscarded', seat: 1, card: HIDDEN });

  it('names the player and which of their turns it was', () => {
    const laid = laidBy([lay(0, 'EW', [1, 0]), discard, lay(0, 'NS', [0, 1]), lay(1, 'EW', [2, 0])]);
    expect(layerOf(laid, tile('NS', [0, 1]))).toMatchObject({ seat: 0, turn: 2 });
    expect(layerOf(laid, tile('EW', [2, 0]))).toMatchObject({ seat: 1, turn: 2 });
    expect(layerOf(laid, tile('start', [0, 0]))).toBeNull();
  });

  it('forgets what fell, and knows who laid a card there again', () => {
    const fell = deed(2, { type: 'RocksFell', seat: 2, at: [1, 0], card: 'EW' });
    expect(laidBy([lay(0, 'EW', [1, 0]), fell]).size).toBe(0);
    const again = laidBy([lay(0, 'EW', [1, 0]), fell, lay(3, 'NESW', [1, 0])]);
    expect(layerOf(again, tile('NESW', [1, 0]))).toMatchObject({ seat: 3, turn: 1 });
  });

  it('begins anew with each round', () => {
    const laid = laidBy([lay(0, 'EW', [1, 0]), dealt(2), lay(1, 'NS', [0, 1])]);
    expect([...laid.keys()]).toEqual(['0,1']);
    expect(laid.get('0,1')).toMatchObject({ seat: 1, turn: 1 });
  });

  it('says nothing of a card that is not the one that was laid', () => {
    expect(layerOf(laidBy([lay(0, 'EW', [1, 0])]), tile('NS', [1, 0]))).toBeNull();
  });

  it('knows which round a line of the log belongs to', () => {
    const first = lay(0, 'EW', [1, 0]);
    const second = lay(0, 'EW', [1, 0]);
    const all = [first, dealt(2), second];
    expect(all.map(({ events }) => roundOf(all, events[0]!))).toEqual([1, 2, 2]);
    expect(roundOf(all, paid)).toBeNull();
  });
});

describe('the statistics of a game', () => {
  const telling = { people, seat: 0 } as unknown as Telling;
  const view: View = {
    ...digging,
    results: [resultOf(ended('diggers', [])), { ...resultOf(ended('saboteurs', [])), round: 2 }],
    ledger: [
      { type: 'Shared', round: 1, taken: [{ seat: 0, offered: [2], nuggets: 2 }] },
      { type: 'Paid', round: 2, payments: [{ seat: 0, cards: [3], owed: 1 }] },
    ],
  };
  const told = statistics(
    [
      lay(0, 'EW', [1, 0]),
      lay(1, 'NS', [0, 1]),
      lay(2, 'xEW', [2, 0]),
      deed(3, { type: 'RocksFell', seat: 3, at: [2, 0], card: 'xEW' }),
      deed(0, { type: 'ToolBroken', seat: 0, target: 2, tool: 'lamp' }),
      deed(0, { type: 'ToolBroken', seat: 0, target: 2, tool: 'pick' }),
      deed(1, { type: 'ToolRepaired', seat: 1, card: 'repair_lamp', target: 2, tool: 'lamp' }),
      deed(1, { type: 'GoalSeen', seat: 1, at: [8, 0], face: HIDDEN }),
      dealt(2),
      lay(1, 'EW', [1, 0]),
    ],
    view,
    telling,
  );
  const values = (label: string) => told.find((each) => each.label === label)?.values;

  it('count who dug, and how much of it led nearer', () => {
    expect(values('Paths laid')).toEqual([1, 2, 1, 0]);
    expect(values('Led nearer to the goals')).toEqual([1, 1, 0, 0]);
    expect(values('Dead ends laid')).toEqual([0, 0, 1, 0]);
  });

  it('tell who broke whom, who mended, looked and let rocks fall', () => {
    expect(values('Tools broken')).toEqual([2, 0, 0, 0]);
    expect(told.find(({ label }) => label === 'Tools broken')?.about).toBe('Ada → Chloé (2)');
    expect(values('Own tools broken')).toEqual([0, 0, 2, 0]);
    expect(values('Tools repaired')).toEqual([0, 1, 0, 0]);
    expect(values('Rockfalls')).toEqual([0, 0, 0, 1]);
    expect(values('Maps read')).toEqual([0, 1, 0, 0]);
  });

  it('follow the gold round by round', () => {
    const gold = told.find(({ label }) => label === 'Nuggets');
    expect(gold?.values).toEqual([6, 0, 0, 0]);
    expect(gold?.course?.[0]).toEqual([0, 2, 6]);
  });

  it('measure the way that is left from where one can dig on', () => {
    const goals = digging.round.goals.map(({ at }) => at);
    const start: Tile = { at: [0, 0], card: 'start', turned: false };
    const blocked: Tile = { at: [1, 0], card: 'xEW', turned: false };
    const maze = (...tiles: Tile[]) => new Map(tiles.map((tile) => [tile.at.join(), tile]));
    expect(distance(maze(start), goals)).toBe(7);
    expect(distance(maze(start, blocked), goals)).toBe(9);
  });
});

describe('the end of a round in the log', () => {
  it('ends each sentence once', () => {
    const told = (winner: RoundEnded['winner'], roles: Role[]) => tell(ended(winner, roles), { people: [] });
    expect(told('diggers', ['digger', 'digger'])).toBe(
      'The diggers found the treasure! There was no saboteur.',
    );
    expect(told('nobody', ['digger', 'digger'])).toBe('Nobody wins this round. There was no saboteur.');
    expect(told('saboteurs', ['digger', 'saboteur'])).toMatch(/^The saboteurs win! The saboteur: /);
  });
});
