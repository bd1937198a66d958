import { m } from '$lib/paraglide/messages.js';
import type { Action, Mine, MineView, Placed, SheetView, Shape, View } from '$lib/protocol/outofmine';

import { ahead, isHandling } from './ahead';
import { FACES, STOCKS, TREASURES } from './pieces';

/** One thing to do, or only to read. */
export interface LessonStep {
  readonly say: () => string;
  /** The position at its beginning; left out, it goes on where the learner is. */
  readonly view?: View;
  /** Squares that glow. */
  readonly hint?: readonly number[];
  /** What the table lets the learner do here. */
  readonly allows?: (action: Action, view: View) => boolean;
  /** Whether it is done; left out, there is nothing to do. */
  readonly done?: (mine: Mine | null, view: View) => boolean;
}

const LANTERN = 2;
const GOBLET = 5;
const MY_CARD = 23;
const HER_CARD = 12;
const tile = (shape: Shape, ...squares: number[]): Placed => ({ tile: { shape, find: 'plain' }, squares });

/** What fills the lantern with that card; the learner lays the last five. */
const BLUE = tile('I2', 47, 48);
const WHITE = tile('F5', 41, 49, 50, 51, 60);
const RED = tile('L4', 21, 22, 23, 32);
const YELLOW = tile('I1', 30);
const LAST = tile('I1', 42);
const BEFORE = [tile('I4', 56, 57, 58, 59), tile('I3', 38, 39, 40)];
/** The same two, each where the other belongs. */
const CROSSED = [tile('I4', 38, 39, 40, 41), tile('I3', 56, 57, 58)];
/** Mistakes that somebody made. */
const ASTRAY = tile('I1', 31);
const TOO_MANY = tile('V3', 63, 64, 72);

const face = (board: number, side: 'front' | 'back') => {
  const gallery = FACES[board]?.[side];
  if (!gallery) throw new Error(`no face ${board} ${side}`);
  return gallery;
};
const card = (number: number) => TREASURES[number] ?? { tiles: {}, finds: {} };

const hers: MineView = {
  mine: {
    board: GOBLET,
    side: 'back',
    card: HER_CARD,
    placed: [tile('I5', 56, 57, 58, 59, 60), tile('L5', 21, 22, 31, 40, 49), tile('V3', 23, 24, 32)],
    hand: null,
    second: null,
    given_up: false,
  },
  gallery: face(GOBLET, 'back'),
  card: card(HER_CARD),
};

export const START: View = {
  seat: 0,
  options: { referee: 'end', round_limit: null, elves: 'off', finds: 'off' },
  round: 2,
  scores: [6, 8],
  boards: [LANTERN, GOBLET],
  phase: {
    type: 'Choosing',
    boards: [LANTERN, GOBLET].map((board) => ({
      board,
      front: face(board, 'front'),
      back: face(board, 'back'),
    })),
    barred: { 0: 'front' },
    chosen: {},
  },
  board_pile: 5,
  box: 0,
  card_pile: 36,
  boards_left: [],
  cards_used: [],
  points: [[6, 8]],
  last: null,
};

function digging(placed: readonly Placed[], hand: Shape | null = null, her: readonly Placed[] = []): View {
  const mine: Mine = {
    board: LANTERN,
    side: 'back',
    card: MY_CARD,
    placed,
    hand: hand && { shape: hand, find: 'plain' },
    second: null,
    given_up: false,
  };
  const used = [...placed, ...her].map((each) => each.tile.shape);
  if (hand) used.push(hand);
  return {
    ...START,
    phase: {
      type: 'Placing',
      mines: [
        { mine, gallery: face(LANTERN, 'back'), card: card(MY_CARD) },
        { ...hers, mine: { ...hers.mine, placed: her } },
      ],
      stock: STOCKS.off.map((heap) => ({
        ...heap,
        left: heap.left - used.filter((shape) => shape === heap.tile.shape).length,
      })),
    },
  };
}

/** The count after the learner's call: everything is in it, nothing is worked out here. */
function counted(mine: Mine): View {
  const sheet: SheetView = {
    sheet: {
      caller: 0,
      counts: [
        { mine, removed: [], empty: 0, call: 2, elves: 0, finds: 0, points: 12 },
        { mine: hers.mine, removed: [], empty: 7, call: 0, elves: 0, finds: 0, points: 3 },
      ],
    },
    galleries: [face(LANTERN, 'back'), hers.gallery],
    cards: [card(MY_CARD), hers.card],
  };
  return {
    ...START,
    phase: { type: 'Counted', ready: [] },
    scores: [18, 11],
    points: [
      [6, 8],
      [12, 3],
    ],
    last: sheet,
  };
}

const lies = (mine: Mine | null, wanted: Placed): boolean =>
  mine?.placed.some(
    ({ tile: { shape }, squares }) => shape === wanted.tile.shape && squares.join() === wanted.squares.join(),
  ) ?? false;
export const mineOf = ({ phase }: View): Mine | null =>
  phase.type === 'Placing' ? (phase.mines[0]?.mine ?? null) : null;

/** The tile may be taken, moved about and put back, but lies only where it belongs. */
const only =
  (wanted: Placed) =>
  (action: Action): boolean => {
    switch (action.type) {
      case 'Take':
      case 'Swap':
        return action.tile.shape === wanted.tile.shape;
      case 'Place':
        return action.squares.join() === wanted.squares.join();
      default:
        return action.type === 'PutBack';
    }
  };

const her = hers.mine.placed;
const MISTAKES = [ASTRAY, TOO_MANY];
const MISTAKEN = [...BEFORE, ...MISTAKES];
const MENDED = [...BEFORE, BLUE, WHITE, RED];

export const LESSON: readonly LessonStep[] = [
  { say: m.outofmine_learn_goal, view: digging([...MENDED, YELLOW], null, her.slice(0, 2)) },
  {
    say: m.outofmine_learn_choose,
    view: START,
    allows: ({ type }) => type === 'ChooseFace',
    done: (_, { phase }) => phase.type === 'Choosing' && phase.chosen[0] !== undefined,
  },
  { say: m.outofmine_learn_card, view: digging([...CROSSED, ...MISTAKES]) },
  {
    say: m.outofmine_learn_place,
    view: digging([...CROSSED, ...MISTAKES]),
    hint: BLUE.squares,
    allows: only(BLUE),
    done: (mine) => lies(mine, BLUE),
  },
  {
    say: m.outofmine_learn_hands,
    view: digging([...CROSSED, ...MISTAKES, BLUE], null, her.slice(0, 1)),
    hint: BEFORE.flatMap(({ squares }) => squares),
    allows: (action) =>
      (action.type === 'PickUp' && CROSSED.some(({ squares }) => squares[0] === action.square)) ||
      (action.type === 'Place' &&
        [...CROSSED, ...BEFORE].some(({ squares }) => squares.join() === action.squares.join())),
    done: (mine) => BEFORE.every((wanted) => lies(mine, wanted)),
  },
  {
    say: m.outofmine_learn_turn,
    view: digging([...MISTAKEN, BLUE], null, her.slice(0, 1)),
    hint: WHITE.squares,
    allows: only(WHITE),
    done: (mine) => lies(mine, WHITE),
  },
  {
    say: m.outofmine_learn_flip,
    view: digging([...MISTAKEN, BLUE, WHITE], null, her.slice(0, 1)),
    hint: RED.squares,
    allows: only(RED),
    done: (mine) => lies(mine, RED),
  },
  {
    say: m.outofmine_learn_move,
    view: digging([...MISTAKEN, BLUE, WHITE, RED], null, her.slice(0, 2)),
    hint: YELLOW.squares,
    allows: (action) =>
      (action.type === 'PickUp' && action.square === ASTRAY.squares[0]) ||
      (action.type === 'Place' &&
        [YELLOW.squares.join(), ASTRAY.squares.join()].includes(action.squares.join())),
    done: (mine) => lies(mine, YELLOW),
  },
  {
    say: m.outofmine_learn_back,
    view: digging([...MENDED, TOO_MANY, YELLOW], null, her.slice(0, 2)),
    hint: TOO_MANY.squares,
    allows: (action) =>
      ((action.type === 'PickUp' || action.type === 'TakeOff') && action.square === TOO_MANY.squares[0]) ||
      action.type === 'PutBack' ||
      (action.type === 'Place' && action.squares.join() === TOO_MANY.squares.join()),
    done: (mine) => mine?.hand === null && !lies(mine, TOO_MANY),
  },
  {
    say: m.outofmine_learn_swap,
    view: digging([...MENDED, YELLOW], 'I2', her),
    hint: LAST.squares,
    allows: (action) =>
      (action.type === 'Swap' && action.tile.shape === 'I1') ||
      (action.type === 'Place' && action.squares.join() === LAST.squares.join()),
    done: (mine) => lies(mine, LAST),
  },
  {
    say: m.outofmine_learn_call,
    view: digging([...MENDED, YELLOW, LAST], null, her),
    allows: ({ type }) => type === 'Call',
    done: (_, { phase }) => phase.type === 'Counted',
  },
  { say: m.outofmine_learn_count },
];

/** What the table shows after an action that it allowed. */
export function after(view: View, action: Action): View {
  const { phase } = view;
  if (phase.type === 'Choosing' && action.type === 'ChooseFace')
    return { ...view, phase: { ...phase, chosen: { 0: action.side, 1: 'front' } } };
  if (phase.type !== 'Placing') return view;
  const [my, ...others] = phase.mines;
  if (!my) return view;
  if (action.type === 'Call') return counted(my.mine);
  if (!isHandling(action)) return view;
  const { placed, hand, second, stock } = ahead({ ...my.mine, stock: phase.stock }, action);
  const mine = { ...my, mine: { ...my.mine, placed, hand, second } };
  return { ...view, phase: { ...phase, mines: [mine, ...others], stock } };
}
