import type { Event, PathPlaced, Tile } from '$lib/protocol/saboteur';
import type { Deed } from '../types';
import { placeKey } from './moves';

/** Who laid a card, at which of their turns of the round, and when on the server's clock. */
export interface Laid {
  readonly seat: number;
  readonly turn: number;
  readonly at: number;
}

type Deeds = readonly Deed<Event>[];

const TURNS: ReadonlySet<Event['type']> = new Set([
  'PathPlaced',
  'ToolBroken',
  'ToolRepaired',
  'RocksFell',
  'GoalSeen',
  'CardDiscarded',
  'Passed',
]);

/** Who laid each card of the maze as it lies now, by place. What fell or was dealt away is forgotten. */
export function laidBy(deeds: Deeds): ReadonlyMap<string, Laid & Pick<PathPlaced, 'card' | 'turned'>> {
  const laid = new Map<string, Laid & Pick<PathPlaced, 'card' | 'turned'>>();
  const turns = new Map<number, number>();
  for (const { at, events } of deeds)
    for (const event of events) {
      if (event.type === 'RoundDealt') {
        laid.clear();
        turns.clear();
      } else if ('seat' in event && TURNS.has(event.type)) {
        const turn = (turns.get(event.seat) ?? 0) + 1;
        turns.set(event.seat, turn);
        if (event.type === 'RocksFell') laid.delete(placeKey(event.at));
        if (event.type === 'PathPlaced')
          laid.set(placeKey(event.at), {
            seat: event.seat,
            turn,
            at,
            card: event.card,
            turned: event.turned,
          });
      }
    }
  return laid;
}

/** Null for the start, for goals, and while what is drawn and what is known of it are not the same card. */
export function layerOf(laid: ReturnType<typeof laidBy>, { at, card, turned }: Tile): Laid | null {
  const found = laid.get(placeKey(at));
  return found && found.card === card && found.turned === turned ? found : null;
}

/** The round that an event of the log belongs to; null for one that is not among the deeds. */
export function roundOf(deeds: Deeds, wanted: Event): number | null {
  let round = 1;
  for (const { events } of deeds)
    for (const event of events) {
      if (event.type === 'RoundDealt') round = event.number;
      if (event === wanted) return round;
    }
  return null;
}
