/**
 * The plain board: any game, shown as its server tells it. Fields are named as the law names them, and what may be done are
 * buttons. It is for games that this client was built without.
 */
import { m } from '$lib/paraglide/messages.js';
import type { GameClient, PlayTable, Telling } from '../types';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { isFields, type Action, type Event, type View } from './model';
import Seat from './Seat.svelte';
import { saidFields, spelt } from './words';

type Table = PlayTable<View, Action, Event>;

/** Nothing is shared between a board that only shows and buttons that only press. */
type Local = null;

const phaseOf = (view: View): string => {
  const { phase } = view;
  const type = phase !== undefined && isFields(phase) ? phase['type'] : phase;
  return typeof type === 'string' ? type : '';
};

function sentence(table: Table): string {
  if (table.outcome) return m.end_over();
  if (table.playing && table.turns.some(({ seat }) => seat === table.seat)) return m.plain_choose();
  const [only, another] = table.turns.map(({ seat }) => table.people[seat]?.name ?? '');
  if (only === undefined) return m.turn_between();
  return another === undefined ? m.turn_of({ name: only }) : m.turn_several({ count: table.turns.length });
}

const plain: GameClient<View, Action, Event, Local> = {
  local: () => null,
  Board,
  Controls,
  hand: async () => (await import('./InHand.svelte')).default,
  Seat,
  openBoard: false,
  steps: (_before, events, after) => events.map((event) => ({ event, view: after, ms: 0 })),
  phase: (view) => phaseOf(view).toLowerCase(),
  progress: (view) => spelt(phaseOf(view)),
  sentence,
  summary: sentence,
  tell: (event: Event, { name, people }: Telling) =>
    saidFields(event, (seat) => (people[seat] ? name(seat) : null)),
  score: String,
  turnBased: true,
};
export default plain;
