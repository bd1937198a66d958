import { m } from '$lib/paraglide/messages.js';
import { CAVES, type Action, type Event, type ExpeditionView, type View } from '$lib/protocol/diamant';
import type { GameClient, PlayTable } from '../types';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Ending from './Ending.svelte';
import { Local } from './local.svelte';
import { hint } from './hint';
import { odds } from './odds';
import Seat from './Seat.svelte';
import { steps } from './steps';
import { keys } from './keys';
import { tell } from './tell';
import { hazardName } from './words';

type Table = PlayTable<View, Action, Event>;

const diamant: GameClient<View, Action, Event, Local> = {
  local: (table) => new Local(table),
  Board,
  Controls,
  Seat,
  Ending,
  steps: (before, events) => steps(before, events),
  phase: ({ phase }) => (phase.type === 'Finished' ? 'finished' : 'choosing'),
  progress: ({ phase }) =>
    phase.type === 'Expedition' ? m.diamant_cave({ cave: phase.cave, caves: CAVES }) : m.diamant_all_caves(),
  sentence,
  summary,
  brief,
  tell,
  keys,
  hint,
  score: (points) => m.diamant_worth({ count: points }),
  turnBased: true,
};
export default diamant;

function sentence(table: Table): string {
  const { phase } = table.view;
  if (phase.type === 'Finished') return m.diamant_say_over();
  if (table.moment?.event.type === 'CaveFled') return m.diamant_say_fled({ cave: phase.cave });
  const missing = phase.inside.filter((seat) => !(seat in phase.choices)).length;
  const { seat } = table;
  if (seat === null || !table.playing) return m.diamant_say_watch({ count: missing });
  if (!phase.inside.includes(seat)) return m.diamant_say_camp({ count: phase.inside.length });
  if (missing === 0) return m.diamant_say_shown();
  if (seat in phase.choices) return m.diamant_say_chosen({ count: missing });
  return m.diamant_say_choose();
}

function summary(table: Table): string {
  const { phase } = table.view;
  if (phase.type === 'Finished') return m.diamant_say_over();
  const chests = table.people.flatMap(({ name, isMe, seat }) => {
    const count = table.view.chests[seat];
    return typeof count === 'number'
      ? [m.diamant_sum_chest({ who: isMe ? 'me' : 'other', name, count })]
      : [];
  });
  return [
    m.diamant_cave({ cave: phase.cave, caves: CAVES }) + '.',
    newest(phase),
    cave(table, phase),
    ...chests,
    sentence(table),
  ].join(' ');
}

/** The card was told when it was turned; whoever has chosen already waits in peace. */
function brief(table: Table): string {
  const { view, seat } = table;
  const { phase } = view;
  if (phase.type === 'Finished' || seat === null || seat in phase.choices) return '';
  return [cave(table, phase), sentence(table)].join(' ');
}

const cave = ({ view }: Table, phase: ExpeditionView): string =>
  [
    m.diamant_sum_cave({ inside: phase.inside.length, loot: phase.loot, left: lying(phase) }),
    m.diamant_sum_risk({ fatal: odds(view, phase).fatal, pile: phase.pile }),
  ].join(' ');

const lying = (cave: ExpeditionView): number => cave.gallery.reduce((sum, { left }) => sum + left, 0);

function newest(cave: ExpeditionView): string {
  const card = cave.gallery.at(-1)?.card;
  switch (card?.type) {
    case 'Gems':
      return m.diamant_sum_gems({ stones: card.stones });
    case 'Danger':
      return m.diamant_sum_hazard({ hazard: hazardName(card.hazard) });
    case 'Artifact':
      return m.diamant_sum_artifact();
    case undefined:
      return '';
  }
}
