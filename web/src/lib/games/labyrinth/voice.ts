import { m } from '$lib/paraglide/messages.js';
import type { Event, Rotation, View } from '$lib/protocol/labyrinth';
import type { SeatPerson, Telling } from '../types';
import { arrivalOf } from './arrival';
import { SQUARE_OF, walksFrom, zoneOf } from './castle';
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
      return [tell(event, telling), news].filter(Boolean).join('. ');
    default:
      return tell(event, telling);
  }
}

interface Standing {
  readonly view: Pick<View, 'pawns' | 'sought' | 'square' | 'phase' | 'pile'>;
  readonly people: readonly Pick<SeatPerson, 'name'>[];
}

/** How far the way is open from a pawn, as the castle stands or as a turn that is tried on would have it. */
export function reachWords({ view, people }: Standing, seat: number, rotation: Rotation): string {
  const pawn = view.pawns[seat];
  if (pawn === undefined) return '';
  const open = [...walksFrom(pawn, rotation).keys()];
  const parts = open.length
    ? [m.labyrinth_open({ count: open.length, zones: zonesOf(open) })]
    : [m.labyrinth_open_none()];
  // Whoever walks is told by the sentence already.
  if (view.phase.type === 'Moving') return parts.join(' ');
  const arrival = arrivalOf(view, seat);
  if (view.sought === null || view.square === null || !arrival || view.square === pawn)
    return parts.join(' ');
  const secret = theSecret(view.sought);
  if (!open.includes(view.square)) parts.push(m.labyrinth_open_not_to({ secret }));
  else if (arrival.means === 'take') parts.push(m.labyrinth_open_to({ secret }));
  else if (arrival.means === 'duel')
    parts.push(
      m.labyrinth_open_to_duel({
        secret,
        names: listed(arrival.others.map((other) => people[other]?.name ?? '')),
        count: arrival.others.length,
      }),
    );
  else parts.push(m.labyrinth_open_to_crowd({ secret }));
  return parts.join(' ');
}

const zonesOf = (squares: readonly number[]): string => {
  const inwards = [...squares].sort((one, other) => zoneOf(one).index - zoneOf(other).index);
  return [...new Set(inwards.map(zoneName))].join(', ');
};
