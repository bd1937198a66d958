import type {
  Action,
  Challenge,
  Decline,
  End,
  Fetch,
  Kind,
  Move,
  Place,
  Ring,
  Stake,
  Stay,
  Swap,
  Thing,
  Throw,
} from '$lib/protocol/labyrinth';
import type { Point } from './geometry';

/** What the server offers, sorted by what one does with it. */
export interface Offers {
  readonly turns: Readonly<Record<Ring, readonly number[]>>;
  /** The squares to walk to, or to put the loser's pawn on. */
  readonly squares: readonly number[];
  readonly placing: boolean;
  readonly stay: Stay | null;
  readonly end: End | null;
  readonly fetch: Fetch | null;
  readonly decline: Decline | null;
  readonly challenges: readonly Challenge[];
  readonly swaps: readonly Swap[];
  readonly throws: readonly Throw[];
}

const ofType =
  <Type extends Action['type']>(type: Type) =>
  (action: Action): action is Extract<Action, { type: Type }> =>
    action.type === type;

export function offersOf(legal: readonly Action[]): Offers {
  const turns = legal.filter(ofType('Turn'));
  const stepsOf = (ring: Ring): number[] =>
    turns.filter((turn) => turn.ring === ring).map(({ steps }) => steps);
  const walks: readonly Move[] = legal.filter(ofType('Move'));
  const places: readonly Place[] = legal.filter(ofType('Place'));
  return {
    turns: { outer: stepsOf('outer'), inner: stepsOf('inner'), centre: stepsOf('centre') },
    squares: [...walks, ...places].map(({ to }) => to),
    placing: places.length > 0,
    stay: legal.find(ofType('Stay')) ?? null,
    end: legal.find(ofType('End')) ?? null,
    fetch: legal.find(ofType('Fetch')) ?? null,
    decline: legal.find(ofType('Decline')) ?? null,
    challenges: legal.filter(ofType('Challenge')),
    swaps: legal.filter(ofType('Swap')),
    throws: legal.filter(ofType('Throw')),
  };
}

/**
 * The offered turn that leaves a ring `notches` further than it stands; null: back where it stands; undefined: no
 * such turn is offered. Two turns are the same when they end at the same position.
 */
export function turnBy(
  offered: readonly number[],
  notches: number,
  positions: number,
): number | null | undefined {
  const place = (steps: number): number => ((steps % positions) + positions) % positions;
  if (place(notches) === 0) return null;
  return offered.find((steps) => place(steps) === place(notches));
}

/** How far a ring may be dragged from where it stands, in notches; a ring that turns all the way has no bound. */
export function dragBounds(offered: readonly number[], positions: number): readonly [number, number] {
  if (offered.length === positions - 1) return [-Infinity, Infinity];
  return [Math.min(0, ...offered), Math.max(0, ...offered)];
}

export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

export const challengeFor = (
  offered: readonly Challenge[],
  wanted: { opponent: number; kind: Kind; stake: Stake },
): Challenge | undefined =>
  offered.find(
    ({ opponent, kind, stake }) =>
      opponent === wanted.opponent && kind === wanted.kind && stake === wanted.stake,
  );

export const swapFor = (
  offered: readonly Swap[],
  wanted: { opponent: number; given: Kind },
): Swap | undefined =>
  offered.find(({ opponent, given }) => opponent === wanted.opponent && given === wanted.given);

export const throwOf = (offered: readonly Throw[], thing: Thing): Throw | undefined =>
  offered.find((action) => action.thing === thing);

const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
} as const;
export type Arrow = keyof typeof DIRECTIONS;
export const isArrow = (key: string): key is Arrow => key in DIRECTIONS;

/** The place that an arrow leads to: near, and rather straight ahead than aside. Null: nothing lies that way. */
export function nextPlace(places: ReadonlyMap<number, Point>, from: number, arrow: Arrow): number | null {
  const here = places.get(from);
  if (!here) return null;
  const way = DIRECTIONS[arrow];
  let best: number | null = null;
  let least = Infinity;
  for (const [square, { x, y }] of places) {
    const ahead = (x - here.x) * way.x + (y - here.y) * way.y;
    const aside = Math.abs((x - here.x) * way.y - (y - here.y) * way.x);
    if (square === from || ahead < 4) continue;
    const cost = ahead + aside * 2.2;
    if (cost < least) [best, least] = [square, cost];
  }
  return best;
}

/** The place nearest to a point, if any is near enough. */
export function nearest(places: ReadonlyMap<number, Point>, point: Point, within: number): number | null {
  let best: number | null = null;
  let least = within;
  for (const [square, { x, y }] of places) {
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < least) [best, least] = [square, far];
  }
  return best;
}
