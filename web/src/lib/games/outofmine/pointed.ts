import type { Event, Placed, Tile } from '$lib/protocol/outofmine';
import { sameTile } from './ahead';

/** The tile that an event is about. */
export function tileIn(event: Event): Tile | null {
  switch (event.type) {
    case 'TileTaken':
    case 'TilePutBack':
      return event.tile;
    case 'TilePlaced':
    case 'TilePickedUp':
    case 'TileTakenOff':
      return event.placed.tile;
    default:
      return null;
  }
}

/** Whether this tile of somebody's board is the one that a line of the log points at. */
export function isPointed(event: Event | null | undefined, seat: number, { tile }: Placed): boolean {
  if (!event || !('seat' in event) || event.seat !== seat) return false;
  const meant = tileIn(event);
  return meant !== null && sameTile(meant, tile);
}
