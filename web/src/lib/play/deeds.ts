import type { Deed } from '../games/types';
import type { Entry } from '../net/shown';
import type { AnyEvent } from '../protocol/games';

/** What was done in a game and still stands, out of the table's log. */
export function deedsOf(log: readonly Entry[]): readonly Deed<AnyEvent>[] {
  let deeds: Deed<AnyEvent>[] = [];
  for (const { sequence, at, events } of log)
    for (const event of events) {
      if (event.type === 'Started') deeds = [];
      else if (event.type === 'Undone') deeds = deeds.filter((deed) => deed.sequence < event.to);
      else if (event.type === 'Played') deeds.push({ sequence, at, seat: event.seat, events: event.events });
    }
  return deeds;
}
