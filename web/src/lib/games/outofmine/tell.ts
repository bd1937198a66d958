import { m } from '$lib/paraglide/messages.js';
import type { Event } from '$lib/protocol/outofmine';
import type { Telling } from '../types';
import { listed } from './words';

/** A line of the log. Single tiles are seen on the boards; a log of hundreds of them tells nothing. */
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
    case 'AllReady':
    case 'TileTaken':
    case 'TilePlaced':
    case 'TilePutBack':
    case 'TilePickedUp':
    case 'TileTakenOff':
      return null;
  }
}
