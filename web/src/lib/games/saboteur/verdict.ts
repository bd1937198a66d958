import { m } from '$lib/paraglide/messages.js';
import { BOUNTY, type RoundResult, type View } from '$lib/protocol/saboteur';
import type { SeatPerson } from '../types';
import { isKnown } from './cards';
import { goldOf } from './result';
import { listed } from './words';

const nuggetWords = (count: number): string => m.saboteur_nugget_words({ count });

/** What the end of a round means to whoever reads it; of the table where it is read by everybody. */
export function verdict(
  view: View,
  result: RoundResult,
  seat: number | null,
  people: readonly SeatPerson[],
): string {
  const { roles, winner, round } = result;
  if (winner === 'nobody') return m.saboteur_nobody_paid();
  const gold = goldOf(view, round);
  const mine = seat === null ? undefined : gold[seat];
  const nuggets = (mine?.cards ?? []).filter(isKnown).reduce((sum, count) => sum + count, mine?.owed ?? 0);
  const iSabotaged = seat !== null && roles[seat] === 'saboteur';
  const named = (seats: readonly number[]) => listed(seats.map((each) => people[each]?.name ?? ''));
  if (winner === 'saboteurs') {
    if (iSabotaged) return m.saboteur_got_away({ nuggets: nuggetWords(nuggets) });
    const saboteurs = roles.flatMap((role, each) => (role === 'saboteur' ? [each] : []));
    const told = { names: named(saboteurs), count: saboteurs.length };
    if (seat !== null) return m.saboteur_fooled(told);
    const each = BOUNTY[String(saboteurs.length) as keyof typeof BOUNTY];
    return m.saboteur_they_got_away({ ...told, nuggets: nuggetWords(each) });
  }
  if (iSabotaged) return m.saboteur_was_caught();
  if (seat !== null)
    return nuggets ? m.saboteur_found({ nuggets: nuggetWords(nuggets) }) : m.saboteur_found_dry();
  const rich = gold.flatMap(({ cards }, each) => (cards.length ? [each] : []));
  return rich.length ? m.saboteur_gold_goes_to({ names: named(rich) }) : m.saboteur_diggers_win();
}
