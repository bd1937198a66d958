import { m } from '$lib/paraglide/messages.js';
import { ROUNDS, type Action, type Event, type View } from '$lib/protocol/saboteur';
import type { PlayTable, SeatPerson } from '../types';
import { isKnown } from './cards';
import { resultShown, unmasked } from './result';
import { turningGoals } from './unveiling';
import { verdict } from './verdict';
import { cardName, goalWords, listed, roleName, tileWords, toolName, winnerWords, yourTool } from './words';

type Table = PlayTable<View, Action, Event>;

const nameOf = (table: Table, seat: number): string => table.people[seat]?.name ?? '';

/** The people without whom a round that is over does not go on before its time. */
export function awaited({ view: { phase }, people }: Table): readonly SeatPerson[] {
  if (phase.type !== 'RoundOver') return [];
  return people.filter(({ seat, bot, present }) => !bot && present && !phase.ready.includes(seat));
}

/** The one sentence that says what is expected of whoever looks. */
export function sentence(table: Table): string {
  const { view, seat } = table;
  const { phase, round } = view;
  switch (phase.type) {
    case 'Finished':
      return m.saboteur_say_over();
    case 'RoundOver': {
      if (turningGoals(view)) return m.saboteur_say_goals();
      if (!unmasked(view)) return m.saboteur_say_roles();
      if (table.screen) return m.saboteur_round_over({ round: round.number });
      if (seat !== null && table.playing && !phase.ready.includes(seat))
        return m.saboteur_say_round_over({ round: round.number });
      return m.saboteur_waiting({ names: listed(awaited(table).map(({ name }) => name)) });
    }
    case 'SharingGold': {
      if (phase.chooser === null) return m.saboteur_say_roles();
      if (phase.chooser === seat && table.playing) return m.saboteur_say_gold();
      return m.saboteur_say_gold_of({ name: nameOf(table, phase.chooser) });
    }
    case 'Digging': {
      if (phase.turn !== seat || !table.playing)
        return m.saboteur_say_turn_of({ name: nameOf(table, phase.turn) });
      if (round.hand.length === 0) return m.saboteur_say_pass();
      const broken = round.broken[seat] ?? [];
      return broken.length
        ? m.saboteur_say_broken({ tools: listed(broken.map(yourTool)) })
        : m.saboteur_say_play();
    }
  }
}

export const progress = ({ round }: View): string =>
  m.saboteur_progress({ round: round.number, rounds: ROUNDS });

/** The whole position in words. */
export function summary(table: Table): string {
  const { view, seat } = table;
  const { round, phase } = view;
  const parts = [`${progress(view)}.`, sentence(table)];
  const role = seat === null ? undefined : round.roles[seat];
  if (role && isKnown(role)) parts.push(m.saboteur_sum_role({ role: roleName(role) }));
  if (phase.type === 'Digging') {
    if (round.hand.length)
      parts.push(m.saboteur_sum_hand({ cards: listed(round.hand.map((card) => cardName(card))) }));
    for (const person of table.people) {
      const broken = round.broken[person.seat] ?? [];
      if (broken.length)
        parts.push(
          m.saboteur_sum_broken({
            who: person.isMe ? 'me' : 'other',
            name: person.name,
            tools: listed(broken.map(toolName)),
          }),
        );
    }
    parts.push(...round.goals.filter(({ face_up }) => !face_up).map((goal) => goalWords(goal, table)));
    parts.push(
      m.saboteur_sum_maze({ count: round.maze.length, cards: round.maze.map(tileWords).join('; ') }),
    );
    parts.push(m.saboteur_pile({ count: round.pile }));
  }
  const result = phase.type === 'RoundOver' && unmasked(view) ? resultShown(view) : null;
  if (result) parts.push(winnerWords(result.winner), verdict(view, result, seat, table.people));
  if (phase.type === 'SharingGold' && phase.chooser === seat) {
    const cards = phase.cards.filter(isKnown);
    parts.push(m.saboteur_sum_gold({ cards: listed(cards.map((count) => m.saboteur_nuggets({ count }))) }));
  }
  return parts.join(' ');
}
