import type { Event, Ring } from '$lib/protocol/labyrinth';
import { SQUARE_OF } from './castle';

/** What an event is about, on the board. */
export interface Pointed {
  readonly ring: Ring | null;
  readonly square: number | null;
  readonly seats: readonly number[];
}

const NOTHING: Pointed = { ring: null, square: null, seats: [] };

export function pointedAt(event: Event | null | undefined): Pointed {
  switch (event?.type) {
    case 'RingTurned':
      return { ...NOTHING, ring: event.ring };
    case 'PawnMoved':
    case 'AnimalFetched':
      return { ...NOTHING, square: event.to, seats: [event.seat] };
    case 'PawnPlaced':
      return { ...NOTHING, square: event.to, seats: [event.loser] };
    case 'PawnStayed':
    case 'AnimalDeclined':
      return { ...NOTHING, seats: [event.seat] };
    case 'SecretTaken':
      return { ...NOTHING, square: SQUARE_OF[event.secret], seats: [event.seat] };
    case 'SecretTurned':
    case 'SecretBuried':
      return { ...NOTHING, square: SQUARE_OF[event.secret] };
    case 'Challenged':
    case 'Swapped':
      return { ...NOTHING, seats: [event.seat, event.opponent] };
    case 'SecretContested':
      return { ...NOTHING, seats: event.duellists };
    case 'ThrowsShown':
      return { ...NOTHING, seats: Object.keys(event.throws).map(Number) };
    case 'DuelWon':
    case 'CardsHandedOver':
      return { ...NOTHING, seats: [event.winner, event.loser] };
    default:
      return NOTHING;
  }
}
