import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type { GamePart, Message, Past, Seen, Sync, TablePart, Update } from '../protocol/table';
import { followed } from '../games/following';
import { Misfit, patched } from './patch';

export type Position = GamePart<AnyView, AnyAction>;

/** One entry of the log, with its time. */
export type Entry = Seen<AnyEvent> & { readonly at: number };

/** Entries as they are read back over HTTP, which leaves nothing out. */
export type PastPage = Omit<Past<AnyEvent>, 'entries'> & { readonly entries: readonly Entry[] };

/** What a viewer has in front of them: a Sync brings it, Updates keep it up. */
export interface Shown {
  readonly sequence: number;
  readonly table: TablePart;
  readonly game: Position | null;
  readonly chat: readonly Message[];
}

/** Messages that stay to be read again. */
const KEPT = 200;

export const shownBy = ({ sequence, table, game, chat }: Sync<AnyView, AnyAction>): Shown => ({
  sequence,
  table,
  game,
  chat,
});

/** What is shown after an Update, all of it or, where it does not follow what was shown before, a `Misfit`. */
export function updated(shown: Shown | null, update: Update<AnyView, AnyAction, AnyEvent>): Shown {
  if (!shown) throw new Misfit('an Update before any Sync');
  const { sequence, entries, patch } = update;
  const first = entries[0]?.sequence ?? sequence;
  if (first <= shown.sequence || sequence < first)
    throw new Misfit(`entries ${first} to ${sequence} do not follow ${shown.sequence}`);
  const before = { table: shown.table, game: update.followed ? led(shown, entries) : shown.game };
  const { table, game } = patch ? patched(before, patch) : before;
  return { sequence, table, game, chat: talk(shown.chat, entries) };
}

/** The position with the view that these moves lead to: they tell all that they change in it. */
function led({ table, game }: Shown, entries: readonly Seen<AnyEvent>[]): Position {
  if (!game) throw new Misfit('moves of no game');
  const events = entries.flatMap((entry) =>
    entry.events.flatMap((event) => (event.type === 'Played' ? event.events : [])),
  );
  return { ...game, view: followed(table.settings.game, game.view, events) };
}

/** An entry without a time of its own has that of the Update it came in. */
export const dated = ({ entries, at }: Update<AnyView, AnyAction, AnyEvent>): Entry[] =>
  entries.map((entry) => ({ ...entry, at: entry.at ?? at }));

/** Whether something was done in the game, even if these eyes see no difference: its position is one entry further. */
export const isPlay = ({ entries }: Update<AnyView, AnyAction, AnyEvent>): boolean =>
  entries.some(({ events }) => events.some(({ type }) => type === 'Played'));

function talk(chat: readonly Message[], entries: readonly Seen<AnyEvent>[]): readonly Message[] {
  const events = entries.flatMap((entry) => entry.events);
  const said = events.filter((event) => event.type === 'Message');
  const removed = new Set(
    events.filter((event) => event.type === 'MessageRemoved').map(({ sequence }) => sequence),
  );
  if (said.length === 0 && removed.size === 0) return chat;
  return [...chat, ...said].filter((message) => !removed.has(message.sequence)).slice(-KEPT);
}
