import type { Telling } from '../games/types';
import { m } from '../paraglide/messages.js';
import type { GamePlayed, SeenEvent, TablePart } from '../protocol/table';

/** What happened at the table apart from the game. */
export type TableEvent = Exclude<SeenEvent<never>, GamePlayed<never>>;

/** In a line of the log; null for what is not worth one. A kind that is not named here does not compile. */
export function tellTable(event: TableEvent, telling: Telling, table: TablePart | null): string | null {
  const name = (guest: string) =>
    table?.people.find((person) => person.guest === guest)?.name ?? m.somebody();
  switch (event.type) {
    case 'Joined':
      return m.told_joined({ name: event.name });
    case 'Left':
      return m.told_left({ name: name(event.guest) });
    case 'Started':
      return m.told_started({ number: event.game });
    case 'Abandoned':
      return m.told_abandoned();
    case 'TakenOver':
      return m.told_taken_over({ name: telling.name(event.seat) });
    case 'HandedBack':
      return telling.people[event.seat]?.isMe
        ? m.told_handed_back_me()
        : m.told_handed_back({ name: telling.name(event.seat) });
    case 'Removed':
      return m.told_removed({ name: name(event.guest) });
    case 'HostChanged':
      return m.told_host({ name: name(event.guest) });
    case 'UndoRequested':
      return m.told_undo_asked({ name: telling.name(event.seat) });
    case 'UndoDeclined':
      return m.told_undo_declined({ name: telling.name(event.seat) });
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
