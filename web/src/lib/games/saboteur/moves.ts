import type {
  Action,
  BreakTool,
  Card,
  Continue,
  Discard,
  DropRocks,
  Pass,
  ReadMap,
  RepairTool,
  TakeGold,
} from '$lib/protocol/saboteur';

export type Place = readonly [x: number, y: number];
export const placeKey = ([x, y]: Place): string => `${x},${y}`;
export const samePlace = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** A free place for a path card, and the ways it may lie there: as drawn, turned, or both. */
export interface FreePlace {
  readonly at: Place;
  readonly ways: readonly boolean[];
}

/** Everything one card of the hand may be used for, as the server listed it. */
export interface CardMoves {
  readonly free: readonly FreePlace[];
  /** Cards of the table that it may hit or show. */
  readonly spots: readonly (DropRocks | ReadMap)[];
  readonly targets: readonly (BreakTool | RepairTool)[];
  readonly discard: Discard | null;
}

/** The card that an action is played with; null for one that needs none. */
export function cardOf(action: Action): Card | null {
  switch (action.type) {
    case 'PlacePath':
    case 'RepairTool':
    case 'Discard':
      return action.card;
    case 'BreakTool':
      return `broken_${action.tool}`;
    case 'DropRocks':
      return 'rockfall';
    case 'ReadMap':
      return 'map';
    case 'Pass':
    case 'TakeGold':
    case 'Continue':
      return null;
  }
}

export function movesOf(card: Card, legal: readonly Action[]): CardMoves {
  const free = new Map<string, { at: Place; ways: boolean[] }>();
  const spots: (DropRocks | ReadMap)[] = [];
  const targets: (BreakTool | RepairTool)[] = [];
  let discard: Discard | null = null;
  for (const action of legal) {
    if (cardOf(action) !== card) continue;
    switch (action.type) {
      case 'PlacePath': {
        const key = placeKey(action.at);
        const known = free.get(key);
        if (known) known.ways.push(action.turned);
        else free.set(key, { at: action.at, ways: [action.turned] });
        break;
      }
      case 'DropRocks':
      case 'ReadMap':
        spots.push(action);
        break;
      case 'BreakTool':
      case 'RepairTool':
        targets.push(action);
        break;
      case 'Discard':
        discard = action;
        break;
      default:
    }
  }
  return { free: [...free.values()], spots, targets, discard };
}

/** How a card is laid at a place: as its player holds it where that fits, else the way that does. */
export const wayAt = ({ ways }: FreePlace, held: boolean): boolean => (ways.includes(held) ? held : !held);

export const passOf = (legal: readonly Action[]): Pass | null =>
  legal.find((action): action is Pass => action.type === 'Pass') ?? null;

export const continueOf = (legal: readonly Action[]): Continue | null =>
  legal.find((action): action is Continue => action.type === 'Continue') ?? null;

export const goldChoices = (legal: readonly Action[]): TakeGold[] =>
  legal.filter((action): action is TakeGold => action.type === 'TakeGold');

const LAST_MS = 1200;
const ALIKE_MS = [2000, 5000] as const;

/**
 * The gold that takes itself because there is nothing to choose, and after how long: one card is left, or all are alike.
 * That they were alike is nobody else's business, so then it takes as long as thinking might.
 */
export function forcedGold(
  offered: readonly number[],
  chance: () => number = Math.random,
): { readonly nuggets: number; readonly ms: number } | null {
  const [nuggets] = offered;
  if (nuggets === undefined || offered.some((other) => other !== nuggets)) return null;
  const [least, most] = ALIKE_MS;
  return { nuggets, ms: offered.length === 1 ? LAST_MS : least + chance() * (most - least) };
}

/** The hand with a name for each card that stays when others come and go. */
export function namedHand(hand: readonly Card[]): { card: Card; key: string; copy: number }[] {
  const seen = new Map<Card, number>();
  return hand.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { card, key: `${card}#${copy}`, copy };
  });
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

/** From one place to the next one in a direction: the nearest, with what lies straight ahead first. */
export function nextPlace(places: readonly Place[], from: Place, arrow: Arrow): Place | null {
  const ahead = ([x, y]: Place): [number, number] => {
    const [dx, dy] = [x - from[0], y - from[1]];
    switch (arrow) {
      case 'ArrowUp':
        return [-dy, Math.abs(dx)];
      case 'ArrowDown':
        return [dy, Math.abs(dx)];
      case 'ArrowLeft':
        return [-dx, Math.abs(dy)];
      case 'ArrowRight':
        return [dx, Math.abs(dy)];
    }
  };
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const [forward, aside] = ahead(place);
    if (forward <= 0) continue;
    const cost = forward + aside * 2;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
