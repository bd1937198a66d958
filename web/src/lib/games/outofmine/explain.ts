import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/outofmine';
import type { RefusedAnswer } from '$lib/protocol/table';
import type { PlayTable } from '../types';
import { emptySquares } from './ahead';

/** How many squares of my gallery no tile lies on. */
function uncovered({ view: { phase }, seat }: PlayTable<View, Action, Event>): number {
  const my = phase.type === 'Placing' && seat !== null ? phase.mines[seat] : undefined;
  return my ? emptySquares(my.gallery.squares, my.mine.placed).length : 0;
}

/** Somebody was quicker: the board says at the tile who has it. */
export const isLate = ({ rule }: Pick<RefusedAnswer<unknown>, 'rule'>): boolean => rule === 'OOM-3.4';

/** A refusal in the player's language; none where the board says it; null where the server's own words are the best there are. */
export function explain(
  answer: Pick<RefusedAnswer<unknown>, 'rule'>,
  table: PlayTable<View, Action, Event>,
): string | null {
  if (isLate(answer)) return '';
  switch (answer.rule) {
    case 'OOM-3.3':
      return table.view.options.referee === 'live' ? m.outofmine_no_referee() : m.outofmine_no_overlap();
    case 'OOM-3.2':
      return m.outofmine_no_hand();
    case 'OOM-3.5':
      return m.outofmine_no_call({ count: uncovered(table) });
    case 'OOM-3.6':
      return m.outofmine_no_given_up();
    case 'OOM-3.1':
    case 'OOM-2.1':
    case 'OOM-5.2':
      return m.outofmine_no_round();
    case 'OOM-5.1':
      return m.outofmine_no_same_face();
    default:
      return null;
  }
}
