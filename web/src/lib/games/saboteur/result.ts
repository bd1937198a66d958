import type { Hidden, Role, RoundResult, View } from '$lib/protocol/saboteur';
import { isKnown } from './cards';

/** Seats in the order in which their roles are turned up: diggers round the table, then saboteurs. */
export function flipOrder(roles: readonly Role[]): number[] {
  const seats = roles.map((_, seat) => seat);
  return [
    ...seats.filter((seat) => roles[seat] === 'digger'),
    ...seats.filter((seat) => roles[seat] === 'saboteur'),
  ];
}

/** The result of the round whose roles lie open on the table or are being turned up; null while one digs. */
export function resultShown({ phase, round, results }: View): RoundResult | null {
  const last = results.at(-1);
  return (phase.type === 'SharingGold' || phase.type === 'RoundOver') && last?.round === round.number
    ? last
    : null;
}

/** Whether all masks are off. */
export const unmasked = ({ round }: View): boolean => round.roles.every(isKnown) && isKnown(round.set_aside);

/** Whose role was turned up last, of those that were not known before; null before the first one. */
export function lastUnmasked(view: View, { roles }: RoundResult): number | null {
  let last: number | null = null;
  for (const seat of flipOrder(roles)) {
    if (seat === view.seat) continue;
    if (!isKnown(view.round.roles[seat]!)) break;
    last = seat;
  }
  return last;
}

export interface Got {
  readonly cards: readonly (number | Hidden)[];
  readonly owed: number;
}

/** The gold that each seat has got from a round, as far as it is known. */
export function goldOf(view: View, round: number): Got[] {
  const record = view.ledger.find((each) => each.round === round);
  return view.gold.map((_, seat) => {
    if (record?.type === 'Shared')
      return {
        cards: record.taken.filter((taken) => taken.seat === seat).map(({ nuggets }) => nuggets),
        owed: 0,
      };
    const payment = record?.payments.find((each) => each.seat === seat);
    return { cards: payment?.cards ?? [], owed: payment?.owed ?? 0 };
  });
}

export interface Hoard {
  readonly seat: number;
  /** One a round. */
  readonly roles: readonly Role[];
  readonly cards: readonly number[];
  readonly owed: number;
  readonly total: number;
}

/** Everybody's gold at the end, the fullest hoard last. */
export function endingRows(view: View): Hoard[] {
  return view.gold
    .map(({ cards, owed }, seat) => {
      const open = cards.filter((card): card is number => typeof card === 'number');
      return {
        seat,
        roles: view.results.flatMap(({ roles }) => roles[seat] ?? []),
        cards: open,
        owed,
        total: open.reduce((sum, count) => sum + count, owed),
      };
    })
    .sort((one, other) => one.total - other.total);
}
