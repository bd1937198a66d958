import type { Action, Card, Tool } from '$lib/protocol/saboteur';
import { cardOf, placeKey, type Place } from './moves';

/** What of the table a hint points at. A card in hand shows its place or its target once it is taken up. */
export interface Pointed {
  readonly card: Card | null;
  readonly place: string | null;
  /** Which way up a path lies best; null where that does not matter. */
  readonly turned: boolean | null;
  readonly target: { readonly seat: number; readonly tool: Tool } | null;
  readonly discards: boolean;
  readonly passes: boolean;
  readonly nuggets: number | null;
}

export function pointed(action: Action | null | undefined): Pointed | null {
  if (!action) return null;
  const at: Place | null = 'at' in action ? action.at : null;
  return {
    card: cardOf(action),
    place: at && placeKey(at),
    turned: action.type === 'PlacePath' ? action.turned : null,
    target:
      action.type === 'BreakTool' || action.type === 'RepairTool'
        ? { seat: action.target, tool: action.tool }
        : null,
    discards: action.type === 'Discard',
    passes: action.type === 'Pass',
    nuggets: action.type === 'TakeGold' ? action.nuggets : null,
  };
}
