import { m } from '$lib/paraglide/messages.js';
import type { Event, Tile } from '$lib/protocol/outofmine';
import type { Telling } from '../types';
import { COLOUR_OF } from './pieces';
import { listed, tileName } from './words';

/** Of white tiles there is one of each shape: who takes it has it alone. */
const isOnlyOne = ({ shape }: Tile): boolean => COLOUR_OF[shape] === 'white';

/**
 * A line of the log. Single tiles are seen on the boards, and a log of hundreds of them tells nothing; but of those that
 * somebody else may be waiting for.
 */
export function tell(event: Event, telling: Pick<Telling, 'name' | 'people' | 'seat'>): string | null {
  const who = (seat: number) => ({
    who: telling.people[seat]?.isMe ? ('me' as const) : ('other' as const),
    name: telling.people[seat]?.name ?? '',
  });
  switch (event.type) {
    case 'CardsTurned':
      return m.outofmine_tell_signal();
    case 'Called':
      return m.outofmine_tell_called(who(event.seat));
    case 'GaveUp':
      return m.outofmine_tell_gave_up(who(event.seat));
    case 'WentAway':
      return m.outofmine_tell_away(who(event.seat));
    case 'TimeRanOut':
      return m.outofmine_tell_time();
    case 'RoundCounted':
      return m.outofmine_tell_counted({
        round: event.round,
        points: listed(
          event.sheet.counts.map(({ points }, seat) => `${telling.people[seat]?.name ?? ''} ${points}`),
        ),
      });
    case 'BoardsDealt':
      return m.outofmine_tell_dealt({ round: event.round });
    case 'GameEnded':
      return m.outofmine_tell_ended();
    case 'FaceChosen':
    case 'Continued':
    case 'AllReady':
    case 'TilePlaced':
    case 'TilePickedUp':
      return null;
    case 'TileTaken':
      return isOnlyOne(event.tile)
        ? m.outofmine_tell_took({ ...who(event.seat), tile: tileName(event.tile) })
        : null;
    case 'TilePutBack':
    case 'TileTakenOff': {
      const tile = event.type === 'TilePutBack' ? event.tile : event.placed.tile;
      return isOnlyOne(tile) ? m.outofmine_tell_gave({ ...who(event.seat), tile: tileName(tile) }) : null;
    }
  }
}

/** What is spoken at once: while everybody digs the others' tiles would talk without end. */
export const voice = (event: Event, telling: Telling): string | null =>
  event.type.startsWith('Tile') ? null : tell(event, telling);
