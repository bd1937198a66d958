import { m } from '$lib/paraglide/messages.js';
import type { Event, Ring } from '$lib/protocol/labyrinth';
import type { Deed, Telling } from '../types';
import { tell, whoOf } from './tell';
import { theRing } from './words';

/** What somebody points at and asks about. */
export type Asked =
  { readonly kind: 'pawn'; readonly seat: number } | { readonly kind: 'ring'; readonly ring: Ring };

export const isSameAsked = (one: Asked | null, other: Asked | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether an event is something done to this pawn or this ring. */
function concerns(event: Event, asked: Asked): boolean {
  switch (event.type) {
    case 'RingTurned':
      return asked.kind === 'ring' && asked.ring === event.ring;
    case 'PawnMoved':
    case 'PawnStayed':
    case 'AnimalFetched':
    case 'SecretTaken':
      return asked.kind === 'pawn' && asked.seat === event.seat;
    case 'PawnPlaced':
      return asked.kind === 'pawn' && asked.seat === event.loser;
    default:
      return false;
  }
}

/** The last thing done to a pawn or a ring, and how many turns have begun since; null: nothing yet. */
export function lastDeed(
  deeds: readonly Deed<Event>[],
  asked: Asked,
): { readonly event: Event; readonly turns: number } | null {
  let turns = 0;
  const events = deeds.flatMap((deed) => deed.events);
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index]!;
    if (concerns(event, asked)) return { event, turns };
    if (event.type === 'TurnBegan') turns += 1;
  }
  return null;
}

/** Who did what last with a pawn or a ring, and when. */
export function deedWords(
  deeds: readonly Deed<Event>[],
  asked: Asked,
  telling: Pick<Telling, 'people' | 'names'>,
): string {
  const found = lastDeed(deeds, asked);
  if (found) return `${tell(found.event, telling) ?? ''} (${m.labyrinth_ago({ count: found.turns })})`;
  return asked.kind === 'ring'
    ? m.labyrinth_deed_ring_none({ ring: theRing(asked.ring) })
    : m.labyrinth_deed_pawn_none(whoOf(telling.people)(asked.seat));
}
