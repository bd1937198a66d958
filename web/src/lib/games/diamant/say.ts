import { m } from '$lib/paraglide/messages.js';
import { CAVES, type Action, type Event, type ExpeditionView, type View } from '$lib/protocol/diamant';
import type { PlayTable } from '../types';
import { awaited, fates, spoken } from './aftermath';
import { cavesSeen, lastOut } from './evidence';
import { odds } from './odds';
import { isDeadly } from './steps';
import { hazardName } from './words';

type Table = PlayTable<View, Action, Event>;

/** The one sentence that says what is expected of whoever looks. */
export function sentence(table: Table): string {
  const { phase } = table.view;
  const { seat } = table;
  if (phase.type === 'Finished') return m.diamant_say_over();
  if (phase.type === 'CaveOver') {
    const others = awaited(phase, table.people).filter(({ isMe }) => !isMe);
    if (table.legal.some(({ type }) => type === 'Continue')) return m.diamant_say_pause({ cave: phase.cave });
    if (others.length === 0) return m.diamant_say_paused({ cave: phase.cave });
    return m.diamant_say_wait({ count: others.length, name: others[0]?.name ?? '' });
  }
  if (isDeadly(phase)) return m.diamant_say_deadly();
  const missing = phase.inside.filter((seat) => !(seat in phase.choices)).length;
  if (seat === null || !table.playing) return m.diamant_say_watch({ count: missing });
  if (!phase.inside.includes(seat)) return m.diamant_say_camp({ count: phase.inside.length });
  if (missing === 0) return m.diamant_say_shown();
  if (seat in phase.choices) return m.diamant_say_chosen({ count: missing });
  return m.diamant_say_choose();
}

/** The position in words. */
export function summary(table: Table): string {
  const { phase } = table.view;
  if (phase.type === 'Finished') return m.diamant_say_over();
  const chests = table.people.flatMap(({ name, isMe, seat }) => {
    const count = table.view.chests[seat];
    return typeof count === 'number'
      ? [m.diamant_sum_chest({ who: isMe ? 'me' : 'other', name, count })]
      : [];
  });
  const told =
    phase.type === 'CaveOver'
      ? [spoken(phase, fates(table.view, phase, leftLast(table)), table.people, table.seat)]
      : [newest(phase), cave(table, phase)];
  return [m.diamant_cave({ cave: phase.cave, caves: CAVES }) + '.', ...told, ...chests, sentence(table)].join(
    ' ',
  );
}

const leftLast = ({ deeds }: Table): readonly number[] => {
  const known = cavesSeen(deeds ?? []).at(-1);
  return known?.end ? lastOut(known) : [];
};

/** The card was told when it was turned; whoever has chosen already waits in peace. */
export function brief(table: Table): string {
  const { view, seat } = table;
  const { phase } = view;
  if (phase.type !== 'Expedition' || seat === null || seat in phase.choices) return '';
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
