import { CROWD, type View } from '$lib/protocol/labyrinth';

/**
 * What comes of a pawn's arrival on the sought secret's square, LAB-3.5, LAB-5.6. The server decides; this is foresight,
 * so that nobody walks into a duel unawares.
 */
export interface Arrival {
  /** `last`: too many for a duel, but the only card there is stays up. */
  readonly means: 'take' | 'duel' | 'crowd' | 'last';
  /** Who stands there already. */
  readonly others: readonly number[];
}

type Standing = Pick<View, 'pawns' | 'sought' | 'square' | 'pile'>;

/** Whether nothing is sought nor will be: only duels are left, LAB-3.7. */
export const allFound = ({ sought, pile }: Pick<View, 'sought' | 'pile'>): boolean =>
  sought === null && pile === 0;

/** Who took the sought card turns up the next one, in whomever's turn, LAB-3.6, LAB-5.6. */
export const turnsUpNext = ({ finder, on_turn }: Pick<View, 'finder' | 'on_turn'>): number =>
  finder ?? on_turn;

const onTheSecret = ({ pawns, square }: Standing): number[] =>
  pawns.flatMap((pawn, seat) => (pawn === square ? [seat] : []));

/** What it means for `seat` to go to the sought secret's square; null when nothing is sought. */
export function arrivalOf(view: Standing, seat: number): Arrival | null {
  if (view.sought === null || view.square === null) return null;
  const others = onTheSecret(view).filter((other) => other !== seat);
  return { means: others.length ? meaning(others.length + 1, view.pile) : 'take', others };
}

/** What becomes of an animal that is left where it is; `take`: nothing, until somebody comes. */
export function leftAlone(view: Standing): Arrival {
  const others = onTheSecret(view);
  return { means: others.length > 1 ? meaning(others.length, view.pile) : 'take', others };
}

const meaning = (pawns: number, pile: number): Arrival['means'] => {
  if (pawns < CROWD) return 'duel';
  return pile > 0 ? 'crowd' : 'last';
};
