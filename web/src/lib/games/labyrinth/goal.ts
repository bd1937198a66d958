import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';
import type { PlayTable } from '../types';
import { arrivalOf } from './arrival';
import type { Offers } from './moves';
import { listed, spotName, theSecret } from './words';

type Table = Pick<PlayTable<View, Action, Event>, 'view' | 'people'>;

/** What confirming the chosen square does: a walk, a card, a duel for it, a pawn put away. */
export function goalWords(
  { view, people }: Table,
  goal: number,
  { placing }: Pick<Offers, 'placing'>,
): string {
  const square = spotName(goal);
  if (placing) return m.labyrinth_place_go({ square });
  const arrival = goal === view.square ? arrivalOf(view, view.on_turn) : null;
  if (!arrival || view.sought === null) return m.labyrinth_go_to({ square });
  const secret = theSecret(view.sought);
  switch (arrival.means) {
    case 'take':
      return m.labyrinth_go_take({ secret });
    case 'duel':
      return m.labyrinth_go_duel({
        names: listed(arrival.others.map((seat) => people[seat]?.name ?? '')),
        secret,
      });
    case 'crowd':
      return m.labyrinth_go_crowd();
    case 'last':
      return m.labyrinth_go_to({ square });
  }
}
