import { m } from '$lib/paraglide/messages.js';
import type { Event, Rotation, View } from '$lib/protocol/labyrinth';
import type { Telling } from '../types';
import { SQUARE_OF, walksFrom, zoneOf } from './castle';
import { newsOf, tell } from './tell';
import { squareName, theSecret, zoneName } from './words';

/** What happened, for those who do not see it: which secret, and where the next one lies. */
export function voice(event: Event, telling: Telling): string | null {
  const news = newsOf(event, telling)?.text;
  switch (event.type) {
    case 'SecretTurned':
      return `${news}, ${squareName(SQUARE_OF[event.secret])}.`;
    case 'SecretTaken':
    case 'Swapped':
    case 'CardsHandedOver':
      return news ?? null;
    case 'ThrowsShown':
      return [tell(event, telling), news].filter(Boolean).join('. ');
    default:
      return tell(event, telling);
  }
}

type Standing = Pick<View, 'pawns' | 'sought' | 'square' | 'phase'>;

/** How far the way is open from a pawn, as the castle stands or as a turn that is tried on would have it. */
export function reachWords(view: Standing, seat: number, rotation: Rotation): string {
  const pawn = view.pawns[seat];
  if (pawn === undefined) return '';
  const open = [...walksFrom(pawn, rotation).keys()];
  const parts = open.length
    ? [m.labyrinth_open({ count: open.length, zones: zonesOf(open) })]
    : [m.labyrinth_open_none()];
  // Whoever walks is told by the sentence already.
  if (view.phase.type === 'Moving') return parts.join(' ');
  if (view.sought !== null && view.square !== null && view.square !== pawn)
    parts.push(
      (open.includes(view.square) ? m.labyrinth_open_to : m.labyrinth_open_not_to)({
        secret: theSecret(view.sought),
      }),
    );
  return parts.join(' ');
}

const zonesOf = (squares: readonly number[]): string => {
  const inwards = [...squares].sort((one, other) => zoneOf(one).index - zoneOf(other).index);
  return [...new Set(inwards.map(zoneName))].join(', ');
};
