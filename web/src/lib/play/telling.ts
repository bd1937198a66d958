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
  { sequence, at, events }: Seen,
  session: Session,
  say: (event: unknown) => string | null,
): Told[] {
  return events.flatMap((event, index) => {
    const played = event as { type?: string; events?: unknown[] };
    if (played.type !== 'Played') {
      const text = tellTable(event, session.telling, session.connection.table);
      return text ? [{ key: `${sequence}.${index}`, at, text, seat: null }] : [];
    }
    return (played.events ?? []).flatMap((inner, part) => {
      const text = say(inner);
      const seat = (inner as { seat?: unknown }).seat;
      return text
        ? [{ key: `${sequence}.${index}.${part}`, at, text, seat: typeof seat === 'number' ? seat : null }]
        : [];
    });
  });
}
