import { m } from '../paraglide/messages.js';
import { isLevel } from '../play/levels';
import { botName } from '../play/people';
import { getLocale } from '../paraglide/runtime.js';
import type { FinishedInfo, MyTable } from '../protocol/table';
import { gameScore } from './words';

/** Where a seat came in; those with the same score share a place. */
export const placeOf = (scores: readonly number[], seat: number): number =>
  1 + scores.filter((score) => score > (scores[seat] ?? 0)).length;

/** Who won, and with how much, in the words of a list: "You won with 43 rubies." */
export function whoWon({ game, names, winners, scores, seat }: FinishedInfo): string {
  const score = gameScore(game, Math.max(...winners.map((winner) => scores[winner] ?? 0), 0));
  const others = winners
    .filter((winner) => winner !== seat)
    .map((winner) => names[winner] || botName(winner));
  const listed = new Intl.ListFormat(getLocale()).format(others);
  if (seat === null || !winners.includes(seat))
    return m.game_won({ names: listed, count: others.length, score });
  return others.length ? m.game_shared({ names: listed, score }) : m.game_i_won({ score });
}

/** My place and what I had: "2 of 5, 31 rubies". Nothing for who left before the end. */
export function myPlace({ game, scores, seat }: FinishedInfo): string {
  if (seat === null) return m.game_left();
  return m.game_place({
    place: placeOf(scores, seat),
    count: scores.length,
    score: gameScore(game, scores[seat] ?? 0),
  });
}

/** What a game that goes on waits for, as far as the server says. */
export function turnOf({ to_act, seat, players, status, taken, seats }: MyTable): string {
  if (status === 'lobby') return m.table_waiting({ taken, seats });
  if (status === 'over') return m.table_over();
  if (!to_act) return m.table_playing();
  if (to_act.length === 0) return m.turn_between();
  if (seat !== null && seat !== undefined && to_act.includes(seat)) return m.turn_mine();
  const [only] = to_act;
  if (to_act.length > 1 || only === undefined) return m.turn_several({ count: to_act.length });
  return m.turn_of({ name: nameAt(players, only) });
}

export const isMyTurn = ({ to_act, seat }: MyTable): boolean =>
  seat !== null && seat !== undefined && (to_act?.includes(seat) ?? false);

/** In a list of players a bot goes by its level; at the table it has a name. */
function nameAt(players: MyTable['players'], seat: number): string {
  const player = players[seat] ?? '';
  return isLevel(player) ? botName(seat) : player;
}

/** How long ago, or the day once it is longer than that. */
export function when(at: number, now = Date.now()): string {
  const minutes = Math.round((at - now) / 60_000);
  const ago = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });
  if (minutes > -60) return ago.format(Math.min(0, minutes), 'minute');
  if (minutes > -12 * 60) return ago.format(Math.round(minutes / 60), 'hour');
  return new Intl.DateTimeFormat(getLocale(), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
