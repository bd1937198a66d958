import type { Lesson, LessonStep } from '$lib/learn/types';
import { m } from '$lib/paraglide/messages.js';
import type {
  Action,
  Card,
  Event,
  Face,
  GoalView,
  Hidden,
  Role,
  RoundResult,
  RoundView,
  Tile,
  View,
} from '$lib/protocol/saboteur';
import { samePlace, type Place } from './moves';

type Step = LessonStep<View, Action, Event>;

const HIDDEN: Hidden = { type: 'hidden' };
const GOALS: readonly Place[] = [
  [8, -2],
  [8, 0],
  [8, 2],
];
const ROLES: readonly Role[] = ['digger', 'digger', 'saboteur', 'digger'];
const TREASURE: Face = { type: 'Face', card: 'treasure', turned: false };

const tile = (x: number, y: number, card: Card, turned = false): Tile => ({ at: [x, y], card, turned });
const goals = (known: Partial<GoalView> = {}): GoalView[] =>
  GOALS.map((at) => ({
    at,
    face: HIDDEN,
    face_up: false,
    seen_by: [],
    ...(samePlace(at, [8, 0]) ? known : {}),
  }));
const SEEN = goals({ face: TREASURE, seen_by: [0] });

function position(round: Partial<RoundView>, rest: Partial<View> = {}): View {
  return {
    seat: 0,
    options: { placement: 'connected', starter: 'first' },
    round: {
      number: 1,
      starter: 0,
      roles: ['digger', HIDDEN, HIDDEN, HIDDEN],
      set_aside: HIDDEN,
      goals: goals(),
      maze: [tile(0, 0, 'start')],
      broken: [[], [], [], []],
      hand: [],
      hand_sizes: [6, 6, 6, 6],
      pile: 30,
      discards: [],
      ...round,
    },
    phase: { type: 'Digging', turn: 0 },
    gold: ROLES.map(() => ({ cards: [], owed: 0 })),
    gold_deck: 28,
    ledger: [],
    results: [],
    ...rest,
  };
}

const lay = (card: Card, at: Place, turned = false): Action => ({ type: 'PlacePath', card, at, turned });
const discards = (...cards: readonly Card[]): Action[] => cards.map((card) => ({ type: 'Discard', card }));
const others = (turn: number): View['phase'] => ({ type: 'Digging', turn });
const drawn = (card: Card): Event => ({ type: 'CardDrawn', seat: 0, card });

const START = [tile(0, 0, 'start')];
const FIRST = [...START, tile(1, 0, 'EW')];
const BENT = [...FIRST, tile(2, 0, 'ES', true), tile(2, -1, 'ES')];
const BLOCKED = [...BENT, tile(3, -1, 'xEW')];
const NEARLY = [
  ...BENT,
  tile(3, -1, 'EW'),
  tile(4, -1, 'SW'),
  tile(4, 0, 'NSW', true),
  tile(5, 0, 'EW'),
  tile(6, 0, 'EW'),
];
const REACHED = [...NEARLY, tile(7, 0, 'EW'), tile(8, 0, 'treasure')];
const RESULT: RoundResult = {
  round: 1,
  winner: 'diggers',
  last: 0,
  roles: ROLES,
  set_aside: 'digger',
  goals: [
    { type: 'Face', card: 'stone_SW', turned: false },
    TREASURE,
    { type: 'Face', card: 'stone_NW', turned: true },
  ],
};
const sharing = position(
  {
    maze: REACHED,
    goals: goals({ face: TREASURE, face_up: true }),
    roles: ROLES,
    set_aside: 'digger',
    hand: ['NS', 'ESW'],
    pile: 2,
  },
  { phase: { type: 'SharingGold', chooser: 0, cards: [1, 1, 2, 3] }, results: [RESULT] },
);
const shared: View = {
  ...sharing,
  phase: { type: 'RoundOver', ready: [] },
  gold: [
    { cards: [3], owed: 0 },
    { cards: [HIDDEN], owed: 0 },
    { cards: [], owed: 0 },
    { cards: [HIDDEN, HIDDEN], owed: 0 },
  ],
  gold_deck: 24,
  ledger: [
    {
      type: 'Shared',
      round: 1,
      taken: [
        { seat: 0, offered: [1, 1, 2, 3], nuggets: 3 },
        { seat: 3, offered: [HIDDEN, HIDDEN, HIDDEN], nuggets: HIDDEN },
        { seat: 1, offered: [HIDDEN, HIDDEN], nuggets: HIDDEN },
        { seat: 3, offered: [HIDDEN], nuggets: HIDDEN },
      ],
    },
  ],
};

const steps = (): Step[] => [
  { say: m.saboteur_learn_role, view: position({ hand: ['EW', 'NS', 'map'] }), legal: [] },
  {
    say: m.saboteur_learn_lay,
    view: position({ hand: ['EW', 'NS', 'map'] }),
    legal: [
      lay('EW', [1, 0]),
      lay('EW', [-1, 0]),
      lay('NS', [0, -1]),
      lay('NS', [0, 1]),
      ...discards('EW', 'NS', 'map'),
    ],
    wanted: (action) => action.type === 'PlacePath' && samePlace(action.at, [1, 0]),
    wrong: m.saboteur_learn_lay_wrong,
    then: {
      events: [{ type: 'PathPlaced', seat: 0, card: 'EW', at: [1, 0], turned: false }, drawn('ES')],
      view: position({ maze: FIRST, hand: ['NS', 'map', 'ES'], pile: 29 }, { phase: others(1) }),
    },
  },
  {
    say: m.saboteur_learn_turn,
    view: position({ maze: FIRST, hand: ['NS', 'map', 'ES'], pile: 26 }),
    legal: [lay('ES', [2, 0], true), lay('NS', [0, -1]), lay('NS', [0, 1]), ...discards('NS', 'map', 'ES')],
    wanted: (action) => action.type === 'PlacePath' && samePlace(action.at, [2, 0]),
    wrong: m.saboteur_learn_turn_wrong,
    then: {
      events: [{ type: 'PathPlaced', seat: 0, card: 'ES', at: [2, 0], turned: true }, drawn('EW')],
      view: position({ maze: BENT.slice(0, 3), hand: ['NS', 'map', 'EW'], pile: 25 }, { phase: others(1) }),
    },
  },
  {
    say: m.saboteur_learn_map,
    view: position({ maze: BENT, hand: ['NS', 'map', 'EW'], pile: 22 }),
    legal: [...GOALS.map((at): Action => ({ type: 'ReadMap', at })), ...discards('NS', 'map', 'EW')],
    wanted: (action) => action.type === 'ReadMap' && samePlace(action.at, [8, 0]),
    wrong: m.saboteur_learn_map_wrong,
    then: {
      events: [{ type: 'GoalSeen', seat: 0, at: [8, 0], face: TREASURE }, drawn('repair_pick_lamp')],
      view: position(
        { maze: BENT, goals: SEEN, hand: ['NS', 'EW', 'repair_pick_lamp'], pile: 21 },
        { phase: others(1) },
      ),
    },
  },
  {
    say: m.saboteur_learn_repair,
    view: position({
      maze: BENT,
      goals: SEEN,
      hand: ['NS', 'EW', 'repair_pick_lamp'],
      broken: [['pick'], [], [], []],
      pile: 18,
    }),
    legal: [
      { type: 'RepairTool', card: 'repair_pick_lamp', target: 0, tool: 'pick' },
      ...discards('NS', 'EW', 'repair_pick_lamp'),
    ],
    wanted: (action) => action.type === 'RepairTool',
    wrong: m.saboteur_learn_repair_wrong,
    then: {
      events: [
        { type: 'ToolRepaired', seat: 0, card: 'repair_pick_lamp', target: 0, tool: 'pick' },
        drawn('rockfall'),
      ],
      view: position(
        { maze: BENT, goals: SEEN, hand: ['NS', 'EW', 'rockfall'], pile: 17 },
        { phase: others(1) },
      ),
    },
  },
  {
    say: m.saboteur_learn_rocks,
    view: position({ maze: BLOCKED, goals: SEEN, hand: ['NS', 'EW', 'rockfall'], pile: 14 }),
    legal: [
      ...BLOCKED.slice(1).map(({ at }): Action => ({ type: 'DropRocks', at })),
      ...discards('NS', 'EW', 'rockfall'),
    ],
    wanted: (action) => action.type === 'DropRocks' && samePlace(action.at, [3, -1]),
    wrong: m.saboteur_learn_rocks_wrong,
    then: {
      events: [{ type: 'RocksFell', seat: 0, at: [3, -1], card: 'xEW' }, drawn('broken_lamp')],
      view: position(
        { maze: BENT, goals: SEEN, hand: ['NS', 'EW', 'broken_lamp'], pile: 13 },
        { phase: others(1) },
      ),
    },
  },
  {
    say: m.saboteur_learn_break,
    view: position({ maze: BENT, goals: SEEN, hand: ['NS', 'EW', 'broken_lamp'], pile: 10 }),
    legal: [
      ...[1, 2, 3].map((target): Action => ({ type: 'BreakTool', tool: 'lamp', target })),
      ...discards('NS', 'EW', 'broken_lamp'),
    ],
    wanted: (action) => action.type === 'BreakTool' && action.target === 2,
    wrong: m.saboteur_learn_break_wrong,
    then: {
      events: [{ type: 'ToolBroken', seat: 0, target: 2, tool: 'lamp' }, drawn('xNS')],
      view: position(
        { maze: BENT, goals: SEEN, hand: ['NS', 'EW', 'xNS'], broken: [[], [], ['lamp'], []], pile: 9 },
        { phase: others(1) },
      ),
    },
  },
  {
    say: m.saboteur_learn_discard,
    view: position({
      maze: NEARLY,
      goals: SEEN,
      hand: ['NS', 'EW', 'xNS'],
      broken: [['cart'], [], ['lamp'], []],
      pile: 6,
    }),
    legal: discards('NS', 'EW', 'xNS'),
    wanted: (action) => action.type === 'Discard' && action.card === 'xNS',
    wrong: m.saboteur_learn_discard_wrong,
    then: {
      events: [{ type: 'CardDiscarded', seat: 0, card: 'xNS' }, drawn('ESW')],
      view: position(
        {
          maze: NEARLY,
          goals: SEEN,
          hand: ['NS', 'EW', 'ESW'],
          broken: [['cart'], [], ['lamp'], []],
          pile: 5,
          discards: [{ card: 'xNS', seat: 0, face_down: true }],
        },
        { phase: others(1) },
      ),
    },
  },
  {
    say: m.saboteur_learn_reach,
    view: position({
      maze: NEARLY,
      goals: SEEN,
      hand: ['NS', 'EW', 'ESW'],
      broken: [[], [], ['lamp'], []],
      pile: 2,
    }),
    legal: [
      lay('EW', [7, 0]),
      lay('NS', [0, -1]),
      lay('NS', [0, 1]),
      lay('NS', [4, 1]),
      ...discards('NS', 'EW', 'ESW'),
    ],
    wanted: (action) => action.type === 'PlacePath' && action.card === 'EW' && samePlace(action.at, [7, 0]),
    wrong: m.saboteur_learn_reach_wrong,
    then: {
      events: [
        { type: 'PathPlaced', seat: 0, card: 'EW', at: [7, 0], turned: false },
        { type: 'GoalRevealed', at: [8, 0], card: 'treasure', turned: false },
        {
          type: 'RoundEnded',
          number: 1,
          winner: 'diggers',
          last: 0,
          roles: ROLES,
          set_aside: 'digger',
          goals: RESULT.goals,
        },
        { type: 'GoldDrawn', seat: 0, cards: [1, 1, 2, 3] },
      ],
      view: sharing,
    },
  },
  {
    say: m.saboteur_learn_gold,
    view: sharing,
    legal: [1, 2, 3].map((nuggets): Action => ({ type: 'TakeGold', nuggets })),
    wanted: (action) => action.type === 'TakeGold' && action.nuggets === 3,
    wrong: m.saboteur_learn_gold_wrong,
    then: {
      events: [
        { type: 'GoldTaken', seat: 0, nuggets: 3 },
        { type: 'GoldPassed', seat: 0, to: 3, cards: [1, 1, 2] },
        { type: 'GoldTaken', seat: 3, nuggets: HIDDEN },
        { type: 'GoldPassed', seat: 3, to: 1, cards: [HIDDEN, HIDDEN] },
        { type: 'GoldTaken', seat: 1, nuggets: HIDDEN },
        { type: 'GoldPassed', seat: 1, to: 3, cards: [HIDDEN] },
        { type: 'GoldTaken', seat: 3, nuggets: HIDDEN },
      ],
      view: shared,
    },
  },
  { say: m.saboteur_learn_end, view: shared, legal: [] },
];

/** A round in positions, each with the kind of move it asks for; in the end the roles and the gold. */
export const lesson = (names: readonly string[]): Lesson<View, Action, Event> => ({
  people: names,
  seat: 0,
  steps: steps(),
});
