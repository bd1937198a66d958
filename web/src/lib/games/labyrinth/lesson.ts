import type { Lesson, LessonStep } from '$lib/learn/types';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, Rotation, Secret, Thing, View } from '$lib/protocol/labyrinth';
import { NAMES, RINGS, SQUARE_OF, turned, walksFrom } from './castle';

type LabyrinthStep = LessonStep<View, Action, Event>;

const square = (name: string): number => NAMES.indexOf(name);
const HIDDEN = { type: 'hidden' } as const;
const START: Rotation = { outer: 11, inner: 10, centre: 2 };
const ONCE = turned(START, 'outer', 1);
const TWICE = turned(ONCE, 'inner', 1);
const HOME = square('A3');
const ADA = square('A9');
const BRUNO = square('A15');

/** A position of the lesson. Ada's and Bruno's cards are hidden; only how many they have is seen. */
function castle(
  part: Partial<View> & { mine?: readonly Secret[]; theirs?: readonly [number, number] },
): View {
  const { mine = [], theirs = [0, 0], ...rest } = part;
  const sought = rest.sought === undefined ? 'piper' : rest.sought;
  return {
    seat: 0,
    options: { starter: 'first', corridors: 'clockwise', memory: 'on', goal: 7, turn_limit: null },
    rotation: START,
    pawns: [HOME, ADA, BRUNO],
    counts: [mine.length, ...theirs],
    hands: [mine, HIDDEN, HIDDEN],
    pile: 17,
    square: sought === null ? null : SQUARE_OF[sought],
    on_turn: 0,
    phase: { type: 'FirstChange' },
    turn: 1,
    swapped: false,
    discarded: [],
    challenged: false,
    turned_up: false,
    finder: null,
    ...rest,
    sought,
  };
}

const TURNS: readonly Action[] = RINGS.flatMap((ring) =>
  (ring === 'centre' ? [1, 2, 3, 4, 5] : [1]).map((steps) => ({ type: 'Turn' as const, ring, steps })),
);
const THROWS: readonly Action[] = (['stone', 'scissors', 'paper'] as const).map((thing: Thing) => ({
  type: 'Throw',
  thing,
}));
const toSquares = (type: 'Move' | 'Place', squares: Iterable<number>): Action[] =>
  Array.from(squares, (to) => ({ type, to }));

const AT_PIPER: readonly number[] = [square('E4'), ADA, BRUNO];
const AT_DRAGON: readonly number[] = [square('A17'), ADA, BRUNO];
const FOUND: readonly Secret[] = ['piper', 'dragon'];
const MET: readonly number[] = [BRUNO, ADA, BRUNO];

const found = castle({
  rotation: TWICE,
  pawns: AT_PIPER,
  mine: ['piper'],
  sought: 'dragon',
  pile: 16,
  phase: { type: 'AnimalTurned', seat: 0 },
});
const met = { rotation: TWICE, pawns: MET, sought: 'mirror', pile: 12, turn: 7, mine: FOUND } as const;
const MEETING = { type: 'Arrived', meets: [2] } as const;
const AFTER_DUEL = { type: 'Arrived', meets: [] } as const;
const prize = { type: 'ForCards', kind: 'treasure', cards: 2 } as const;

const turning: readonly LabyrinthStep[] = [
  { say: m.labyrinth_learn_castle, view: castle({}), legal: [] },
  {
    say: m.labyrinth_learn_outer,
    view: castle({}),
    legal: TURNS,
    wanted: (action) => action.type === 'Turn' && action.ring === 'outer',
    wrong: m.labyrinth_learn_outer_wrong,
    then: {
      events: [{ type: 'RingTurned', seat: 0, ring: 'outer', steps: 1, position: ONCE.outer }],
      view: castle({ rotation: ONCE, phase: { type: 'SecondChange', first: 'outer' } }),
    },
  },
  {
    say: m.labyrinth_learn_inner,
    view: castle({ rotation: ONCE, phase: { type: 'SecondChange', first: 'outer' } }),
    legal: TURNS,
    wanted: (action) => action.type === 'Turn' && action.ring === 'inner',
    wrong: m.labyrinth_learn_inner_wrong,
    then: {
      events: [{ type: 'RingTurned', seat: 0, ring: 'inner', steps: 1, position: TWICE.inner }],
      view: castle({ rotation: TWICE, phase: { type: 'Moving' } }),
    },
  },
];

const finding: readonly LabyrinthStep[] = [
  {
    say: m.labyrinth_learn_walk,
    view: castle({ rotation: TWICE, phase: { type: 'Moving' } }),
    legal: [{ type: 'Stay' }, ...toSquares('Move', walksFrom(HOME, TWICE).keys())],
    wanted: (action) => action.type === 'Move' && action.to === SQUARE_OF.piper,
    wrong: m.labyrinth_learn_walk_wrong,
    then: {
      events: [
        { type: 'PawnMoved', seat: 0, to: SQUARE_OF.piper, meets: [] },
        { type: 'SecretTaken', seat: 0, secret: 'piper', complete: null },
        { type: 'SecretTurned', seat: 0, secret: 'dragon' },
        { type: 'AnimalOffered', seat: 0 },
      ],
      view: found,
    },
  },
  {
    say: m.labyrinth_learn_animal,
    view: found,
    legal: [{ type: 'Fetch' }, { type: 'Decline' }],
    wanted: (action) => action.type === 'Fetch',
    wrong: m.labyrinth_learn_animal_wrong,
    then: {
      events: [
        { type: 'AnimalFetched', seat: 0, to: SQUARE_OF.dragon, meets: [] },
        { type: 'SecretTaken', seat: 0, secret: 'dragon', complete: null },
        { type: 'SecretTurned', seat: 0, secret: 'mirror' },
      ],
      view: castle({
        rotation: TWICE,
        pawns: AT_DRAGON,
        mine: FOUND,
        sought: 'mirror',
        pile: 15,
        on_turn: 1,
      }),
    },
  },
];

const SWAPPED: readonly Secret[] = ['crown', 'goblet', 'lamp', 'harp'];
const DISCARDED: readonly Secret[] = ['dragon'];
const DEFENDED: readonly Secret[] = ['crown', 'goblet', 'mirror', 'lamp', 'harp'];

/** A duel from the challenge to the loser's new place, which the learner chooses. */
function duelling(): readonly LabyrinthStep[] {
  let placed = square('A1');
  /** From then on the loser's pawn stands where the learner put it. */
  const after = () => ({ ...met, pawns: [BRUNO, ADA, placed], challenged: true });
  const won: readonly Secret[] = ['crown', 'harp', ...FOUND];
  return [
    {
      say: m.labyrinth_learn_challenge,
      view: castle({ ...met, theirs: [2, 3], phase: MEETING }),
      legal: [
        ...(['treasure', 'gnome'] as const).flatMap((kind) =>
          (['one', 'die'] as const).map((stake) => ({
            type: 'Challenge' as const,
            opponent: 2,
            kind,
            stake,
          })),
        ),
        { type: 'End' },
      ],
      wanted: (action) => action.type === 'Challenge' && action.kind === 'treasure' && action.stake === 'die',
      wrong: m.labyrinth_learn_challenge_wrong,
      then: {
        events: [{ type: 'Challenged', seat: 0, opponent: 2, kind: 'treasure', stake: 'die', cards: 2 }],
        view: castle({
          ...met,
          theirs: [2, 3],
          phase: { type: 'Duel', duellists: [0, 2], prize, throws: {} },
        }),
      },
    },
    {
      say: m.labyrinth_learn_throw,
      view: castle({
        ...met,
        theirs: [2, 3],
        phase: { type: 'Duel', duellists: [0, 2], prize, throws: { 2: HIDDEN } },
      }),
      legal: THROWS,
      wanted: (action) => action.type === 'Throw' && action.thing === 'stone',
      wrong: m.labyrinth_learn_throw_wrong,
      then: {
        events: [
          { type: 'Threw', seat: 0, thing: 'stone' },
          { type: 'ThrowsShown', throws: { 0: 'stone', 2: 'scissors' } },
          { type: 'DuelWon', winner: 0, loser: 2 },
          {
            type: 'CardsHandedOver',
            loser: 2,
            winner: 0,
            kind: 'treasure',
            cards: ['crown', 'harp'],
            count: 2,
            face_up: false,
            complete: null,
          },
        ],
        view: castle({
          ...met,
          mine: won,
          theirs: [2, 1],
          phase: { type: 'Placing', winner: 0, loser: 2, prize },
        }),
      },
    },
    {
      say: m.labyrinth_learn_place,
      view: castle({
        ...met,
        mine: won,
        theirs: [2, 1],
        phase: { type: 'Placing', winner: 0, loser: 2, prize },
      }),
      legal: toSquares(
        'Place',
        NAMES.map((_, at) => at).filter((at) => !MET.includes(at)),
      ),
      wanted: (action) => {
        if (action.type === 'Place') placed = action.to;
        return action.type === 'Place';
      },
      get then() {
        return {
          events: [{ type: 'PawnPlaced' as const, winner: 0, loser: 2, to: placed }],
          view: castle({ ...after(), mine: won, theirs: [2, 1], phase: AFTER_DUEL }),
        };
      },
    },
    {
      say: m.labyrinth_learn_swap,
      get view() {
        return castle({ ...after(), mine: won, theirs: [2, 1], phase: AFTER_DUEL });
      },
      legal: [
        ...([1, 2] as const).flatMap((opponent) =>
          (['treasure', 'gnome'] as const).map((given) => ({ type: 'Swap' as const, opponent, given })),
        ),
        { type: 'End' },
      ],
      wanted: (action) => action.type === 'Swap' && action.opponent === 1 && action.given === 'gnome',
      wrong: m.labyrinth_learn_swap_wrong,
      get then() {
        const events: readonly Event[] = [
          {
            type: 'Swapped',
            seat: 0,
            opponent: 1,
            animal: 'dragon',
            given: 'piper',
            drawn: ['goblet', 'lamp'],
            count: 2,
            face_up: false,
            complete: null,
          },
        ];
        const cards = { mine: SWAPPED, theirs: [1, 1], discarded: DISCARDED } as const;
        return { events, view: castle({ ...after(), ...cards, swapped: true, phase: AFTER_DUEL }) };
      },
    },
  ];
}

const later = {
  rotation: TWICE,
  sought: 'mirror',
  pile: 12,
  turn: 13,
  theirs: [1, 1],
  discarded: DISCARDED,
} as const;
const BEFORE = square('C5');
const AT_MIRROR: readonly number[] = [SQUARE_OF.mirror, ADA, SQUARE_OF.mirror];
const secret = { type: 'ForSecret', waiting: [] } as const;

/** Who stands on the sought secret's square defends it: a duel for its card. */
const contesting: readonly LabyrinthStep[] = [
  {
    say: m.labyrinth_learn_contest,
    view: castle({
      ...later,
      pawns: [BEFORE, ADA, SQUARE_OF.mirror],
      mine: SWAPPED,
      phase: { type: 'Moving' },
    }),
    legal: [{ type: 'Stay' }, ...toSquares('Move', walksFrom(BEFORE, TWICE).keys())],
    wanted: (action) => action.type === 'Move' && action.to === SQUARE_OF.mirror,
    wrong: m.labyrinth_learn_contest_wrong,
    then: {
      events: [
        { type: 'PawnMoved', seat: 0, to: SQUARE_OF.mirror, meets: [2] },
        { type: 'SecretContested', duellists: [0, 2], waiting: [] },
      ],
      view: castle({
        ...later,
        pawns: AT_MIRROR,
        mine: SWAPPED,
        phase: { type: 'Duel', duellists: [0, 2], prize: secret, throws: {} },
      }),
    },
  },
  {
    say: m.labyrinth_learn_defended,
    view: castle({
      ...later,
      pawns: AT_MIRROR,
      mine: SWAPPED,
      phase: { type: 'Duel', duellists: [0, 2], prize: secret, throws: { 2: HIDDEN } },
    }),
    legal: THROWS,
    wanted: (action) => action.type === 'Throw' && action.thing === 'paper',
    wrong: m.labyrinth_learn_defended_wrong,
    then: {
      events: [
        { type: 'Threw', seat: 0, thing: 'paper' },
        { type: 'ThrowsShown', throws: { 0: 'paper', 2: 'stone' } },
        { type: 'DuelWon', winner: 0, loser: 2 },
        { type: 'SecretTaken', seat: 0, secret: 'mirror', complete: null },
      ],
      view: castle({
        ...later,
        sought: null,
        pawns: AT_MIRROR,
        mine: DEFENDED,
        finder: 0,
        phase: { type: 'Placing', winner: 0, loser: 2, prize: secret },
      }),
    },
  },
  {
    say: m.labyrinth_learn_goal,
    view: castle({
      ...later,
      sought: 'smith',
      pile: 11,
      turn: 14,
      pawns: [SQUARE_OF.mirror, ADA, BRUNO],
      mine: DEFENDED,
      on_turn: 1,
    }),
    legal: [],
  },
];

/** One turn from the first zone to the secret, an animal, duels and a swap: each kind of move once. */
export const lesson = (names: readonly string[]): Lesson<View, Action, Event> => ({
  people: names,
  seat: 0,
  steps: [...turning, ...finding, ...duelling(), ...contesting],
});
