import type { Telling } from '../games/types';
import { m } from '../paraglide/messages.js';
import type { GamePlayed, SeenEvent, TablePart } from '../protocol/table';

/** What happened at the table apart from the game. */
export type TableEvent = Exclude<SeenEvent<never>, GamePlayed<never>>;

/** In a line of the log; null for what is not worth one. A kind that is not named here does not compile. */
export function tellTable(
  event: TableEvent,
  telling: Pick<Telling, 'people'>,
  table: TablePart | null,
  me: string | null,
): string | null {
  const name = (guest: string) =>
    table?.people.find((person) => person.guest === guest)?.name ?? m.somebody();
  /** For sentences that address whoever reads when it is about them. */
  const whose = (seat: number) => ({
    who: telling.people[seat]?.isMe ? 'me' : 'other',
    name: telling.people[seat]?.name ?? '',
  });
  const who = (guest: string) => ({ who: guest === me ? 'me' : 'other', name: name(guest) });
  switch (event.type) {
    case 'Joined':
      return m.told_joined({ ...who(event.guest), name: event.name });
    case 'Left':
      return m.told_left(who(event.guest));
    case 'Started':
      return m.told_started({ number: event.game });
    case 'Abandoned':
      return m.told_abandoned();
    case 'TakenOver':
      return m.told_taken_over(whose(event.seat));
    case 'HandedBack':
      return m.told_handed_back(whose(event.seat));
    case 'Removed':
      return m.told_removed(who(event.guest));
    case 'HostChanged':
      return m.told_host(who(event.guest));
    case 'UndoRequested':
      return m.told_undo_asked(whose(event.seat));
    case 'UndoDeclined':
      return m.told_undo_declined(whose(event.seat));
    case 'Undone':
      return m.told_undone();
    case 'Opened':
    case 'Renamed':
    case 'Readmitted':
    case 'Departed':
    case 'Arrived':
    case 'SeatTaken':
    case 'SeatLeft':
    case 'SwapOffered':
    case 'SeatsSwapped':
    case 'SeatHanded':
    case 'BotSeated':
    case 'SeatCleared':
    case 'ReadySet':
    case 'NonceAdded':
    case 'SettingsChanged':
    case 'RematchOffered':
    case 'WatchingAllowed':
    case 'UndoAgreed':
    case 'Message':
    case 'MessageHidden':
    case 'MessageRemoved':
    case 'Silenced':
      return null;
    default:
      // A newer server's, if any.
      event satisfies never;
      return null;
  }
}
