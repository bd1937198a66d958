import type { Entry } from '../net/shown';
import type { AnyEvent } from '../protocol/games';
import { tellTable } from './happenings';
import type { Session } from './session.svelte';

export interface Told {
  readonly key: string;
  readonly sequence: number;
  readonly at: number;
  readonly text: string;
  readonly seat: number | null;
  /** What it is about, for the board to light; null for what happened at the table. */
  readonly event: AnyEvent | null;
}

/** An entry of the table's log in lines of words; `say` tells what happened in the game. */
export function toldOf(
  { sequence, at, events }: Entry,
  session: Session,
  say: (event: AnyEvent) => string | null,
): Told[] {
  return events.flatMap((event, index): Told[] => {
    if (event.type !== 'Played') {
      const text = tellTable(event, session.telling, session.table, session.connection.me);
      return text ? [{ key: `${sequence}.${index}`, sequence, at, text, seat: null, event: null }] : [];
    }
    return event.events.flatMap((inner, part) => {
      const words = say(inner);
      const text = words && session.written(words);
      const seat = 'seat' in inner ? inner.seat : null;
      return text ? [{ key: `${sequence}.${index}.${part}`, sequence, at, text, seat, event: inner }] : [];
    });
  });
}

/** The log in lines of words, as far as it has been shown. */
export const toldSoFar = (session: Session): readonly Told[] =>
  session.log.lines
    .filter(({ sequence }) => sequence <= session.shown)
    .flatMap((entry) => toldOf(entry, session, (event) => session.client.tell(event, session.telling)));
