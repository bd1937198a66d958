import { m } from '$lib/paraglide/messages.js';
import { ROUNDS, type Action, type Event, type View } from '$lib/protocol/outofmine';
import type { PlayTable } from '../types';
import { emptySquares } from './ahead';
import { stageOf } from './steps';
import { asked } from './tally';
import { faceName } from './faces';
import { colourName, listed, rowsInWords } from './words';

type Table = PlayTable<View, Action, Event>;

/** The one sentence that says what is expected of whoever looks. */
export function sentence(table: Table): string {
  const { view, seat, playing } = table;
  const { phase } = view;
  const mine = playing ? seat : null;
  switch (phase.type) {
    case 'Finished':
      return m.outofmine_say_over();
    case 'Counted':
      return table.legal.some(({ type }) => type === 'Continue')
        ? m.outofmine_say_counted()
        : mine !== null && phase.ready.includes(mine)
          ? m.outofmine_say_waits()
          : stageOf(view) === 'total'
            ? m.outofmine_say_told()
            : m.outofmine_say_counting();
    case 'Choosing': {
      const missing = view.boards.length - Object.keys(phase.chosen).length;
      if (mine === null) return m.outofmine_say_choosing({ count: missing });
      return mine in phase.chosen ? m.outofmine_say_chosen({ count: missing }) : m.outofmine_say_choose();
    }
    case 'Ready':
      return m.outofmine_say_ready();
    case 'Placing': {
      const my = mine === null ? undefined : phase.mines[mine];
      if (!my) return m.outofmine_say_watch();
      if (my.mine.given_up) return m.outofmine_say_given_up();
      const empty = emptySquares(my.gallery.squares, my.mine.placed).length;
      if (empty === 0)
        return asked(my.card, my.mine.placed).every(({ granted, placed }) => placed <= granted)
          ? m.outofmine_say_call()
          : m.outofmine_say_covered();
      if (my.mine.hand && my.mine.second) return m.outofmine_say_place_both();
      if (my.mine.hand || my.mine.second) return m.outofmine_say_place();
      return m.outofmine_say_fill({ count: empty });
    }
  }
}

/** With a tile in hand the tile speaks for itself. */
export function brief(table: Table): string {
  const { view, seat } = table;
  const mine = view.phase.type === 'Placing' && seat !== null && view.phase.mines[seat]?.mine;
  return mine && (mine.hand || mine.second) ? '' : sentence(table);
}

export const progress = ({ round }: View): string => m.outofmine_progress({ round, rounds: ROUNDS });

/**
 * The position in words. It is spoken whenever it changes, so while everybody digs it tells of my own board only: the
 * others' would talk without end. Theirs are beside their names.
 */
export function summary(table: Table): string {
  const { view, seat } = table;
  const { phase } = view;
  const parts = [`${progress(view)}.`, sentence(table)];
  if (phase.type === 'Choosing' && seat !== null) {
    const board = phase.boards[seat];
    if (board)
      parts.push(m.outofmine_sum_faces({ front: faceName(board.front), back: faceName(board.back) }));
  }
  if (phase.type === 'Placing' && seat !== null) {
    const my = phase.mines[seat];
    if (my) {
      const wants = asked(my.card, my.mine.placed).map(({ colour, granted, placed }) =>
        m.outofmine_sum_asked({ colour: colourName(colour), placed, granted }),
      );
      parts.push(m.outofmine_sum_card({ tiles: listed(wants) }));
      parts.push(
        m.outofmine_sum_mine({
          face: faceName(my.gallery),
          filled: my.gallery.squares.length - emptySquares(my.gallery.squares, my.mine.placed).length,
          squares: my.gallery.squares.length,
        }),
      );
      if (my.mine.placed.length) parts.push(...rowsInWords({ ...my.gallery, elves: [] }, my.mine.placed));
    }
  }
  if (phase.type !== 'Placing' && view.points.length)
    parts.push(
      m.outofmine_sum_scores({
        scores: listed(table.people.map(({ name, seat: at }) => `${name} ${view.scores[at] ?? 0}`)),
      }),
    );
  return parts.join(' ');
}
