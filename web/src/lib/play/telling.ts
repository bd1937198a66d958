import type { AnyEvent } from '../protocol/games';
import type { Seen } from '../protocol/table';
import { tellTable } from './happenings';
import type { Session } from './session.svelte';

export interface Told {
  readonly key: string;
  readonly at: number;
  readonly text: string;
  readonly seat: number | null;
}

/** An entry of the table's log in lines of words; `say` tells what happened in the game. */
export function toldOf(
  { sequence, at, events }: Seen<AnyEvent>,
  session: Session,
  say: (event: AnyEvent) => string | null,
): Told[] {
  return events.flatMap((event, index) => {
    if (event.type !== 'Played') {
      const text = tellTable(event, session.telling, session.connection.table);
      return text ? [{ key: `${sequence}.${index}`, at, text, seat: null }] : [];
    }
    return event.events.flatMap((inner, part) => {
      const text = say(inner);
      const seat = 'seat' in inner ? inner.seat : null;
      return text ? [{ key: `${sequence}.${index}.${part}`, at, text, seat }] : [];
    });
  });
}
