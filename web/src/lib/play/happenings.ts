import type { Telling } from '../games/types';
import { m } from '../paraglide/messages.js';
import type { TableEvent, TablePart } from '../protocol/table';

/** What happened at the table apart from the game, in a line; null for what is not worth one. */
export function tellTable(event: unknown, telling: Telling, table: TablePart | null): string | null {
  const known = event as TableEvent;
  const name = (guest: string) =>
    table?.people.find((person) => person.guest === guest)?.name ?? m.somebody();
  switch (known.type) {
    case 'Joined':
      return m.told_joined({ name: known.name });
    case 'Left':
      return m.told_left({ name: name(known.guest) });
    case 'Started':
      return m.told_started({ number: known.game });
    case 'TakenOver':
      return m.told_taken_over({ name: telling.name(known.seat) });
    case 'HandedBack':
      return m.told_handed_back({ name: telling.name(known.seat) });
    case 'Removed':
      return m.told_removed({ name: name(known.guest) });
    case 'HostChanged':
      return m.told_host({ name: name(known.guest) });
    case 'UndoRequested':
      return m.told_undo_asked({ name: telling.name(known.seat) });
    case 'UndoDeclined':
      return m.told_undo_declined({ name: telling.name(known.seat) });
    case 'Undone':
      return m.told_undone();
    default:
      return null;
  }
}
