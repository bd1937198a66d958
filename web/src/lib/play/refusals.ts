import { m } from '../paraglide/messages.js';
import type { RefusedAnswer } from '../protocol/table';

/** A refusal in the reader's language; the server's own words where there is nothing better. */
export function explain({ code, reason }: Pick<RefusedAnswer<unknown>, 'code' | 'reason'>): string {
  switch (code) {
    case 'stale':
      return m.refused_stale();
    case 'out_of_time':
      return m.refused_out_of_time();
    case 'not_playing':
      return m.refused_not_playing();
    case 'not_host':
      return m.refused_not_host();
    case 'seat_taken':
      return m.refused_seat_taken();
    case 'name_taken':
      return m.refused_name_taken();
    case 'seats_open':
      return m.refused_seats_open();
    case 'table_full':
      return m.refused_table_full();
    case 'not_in_lobby':
      return m.refused_not_in_lobby();
    case 'too_fast':
      return m.refused_too_fast();
    case 'silenced':
      return m.refused_silenced();
    case 'chat_closed':
      return m.refused_chat_closed();
    case 'removed':
      return m.refused_removed();
    case 'nothing_to_undo':
    case 'no_undo':
      return m.refused_no_undo();
    case 'no_watching':
      return m.refused_no_watching();
    case 'deleted':
      return m.goodbye_put_away();
    case 'unavailable':
      return m.table_unavailable();
    case 'too_many':
      return m.goodbye_too_many();
    case 'protocol':
      return m.goodbye_protocol();
    case 'unauthorized':
      return m.goodbye_unauthorized();
    default:
      return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? '' : '.');
  }
}
