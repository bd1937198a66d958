import { m } from '$lib/paraglide/messages.js';
import type { Event, Rotation, View } from '$lib/protocol/labyrinth';
import type { SeatPerson, Telling } from '../types';
import { allFound, arrivalOf } from './arrival';
import { NAMES, SQUARE_OF, walksFrom, zoneOf } from './castle';
import { isTie } from './steps';
import { newsOf, tell } from './tell';
import { listed, squareName, theSecret, zoneName } from './words';

/** What happened, for those who do not see it: which secret, and where the next one lies. */
export function voice(event: Event, telling: Telling): string | null {
  const news = newsOf(event, telling)?.text;
  switch (event.type) {
    case 'SecretTurned':
      return `${news}, ${squareName(SQUARE_OF[event.secret])}.`;
    case 'SecretTaken':
    case 'Swapped':
    case 'CardsHandedOver':
    case 'SecretBuried':
      return news ?? null;
    case 'ThrowsShown':
      return isTie(event.throws)
        ? `${tell(event, telling)}. ${m.labyrinth_news_again()}`
        : tell(event, telling);
    case 'PawnMoved':
    case 'PawnPlaced':
      return `${tell(event, telling)} (${NAMES[event.to]})`;
    default:
      return tell(event, telling);
  }
}

interface Standing {
  readonly view: Pick<View, 'pawns' | 'sought' | 'square' | 'phase' | 'pile'>;
  readonly people: readonly Pick<SeatPerson, 'name'>[];
}

/** How far the way is open from a pawn, as the castle stands or as a turn that is tried on would have it. */
export function reachWords(standing: Standing, seat: number, rotation: Rotation): string {
  const { view } = standing;
  const pawn = view.pawns[seat];
  if (pawn === undefined) return '';
  const open = [...walksFrom(pawn, rotation).keys()];
  const words = open.length
    ? m.labyrinth_open({ count: open.length, zones: zonesOf(open) })
    : m.labyrinth_open_none();
  // Whoever walks is told by the sentence already.
  return view.phase.type === 'Moving' ? words : `${words} ${aimWords(standing, seat, rotation)}`.trim();
}

/** Whether the way is open to what everybody is after: the sought secret, or, when all are found, each other. */
export function aimWords({ view, people }: Standing, seat: number, rotation: Rotation): string {
  const pawn = view.pawns[seat];
  if (pawn === undefined) return '';
  const open = walksFrom(pawn, rotation);
  const namesOf = (seats: readonly number[]): string =>
    listed(seats.map((other) => people[other]?.name ?? ''));
  if (allFound(view)) {
    const met = view.pawns.flatMap((square, other) => (other !== seat && open.has(square) ? [other] : []));
    return met.length ? m.labyrinth_open_meet({ names: namesOf(met) }) : m.labyrinth_open_meet_none();
  }
  const arrival = arrivalOf(view, seat);
  if (view.sought === null || view.square === null || !arrival) return '';
  const secret = theSecret(view.sought);
  if (view.square === pawn) return m.labyrinth_open_here({ secret });
  if (!open.has(view.square)) return m.labyrinth_open_not_to({ secret });
  switch (arrival.means) {
    case 'take':
      return m.labyrinth_open_to({ secret });
    case 'duel':
      return m.labyrinth_open_to_duel({ secret, names: namesOf(arrival.others) });
    case 'crowd':
    case 'last':
      return m.labyrinth_open_to_crowd({ secret });
  }
}

const zonesOf = (squares: readonly number[]): string => {
  const inwards = [...squares].sort((one, other) => zoneOf(one).index - zoneOf(other).index);
  return [...new Set(inwards.map(zoneName))].join(', ');
};
