import { m } from '$lib/paraglide/messages.js';
import { Kind, Ring, Secret } from '$lib/protocol/labyrinth';
import { Figures, type Why } from '../reasons';
import type { Telling } from '../types';
import { NAMES } from './castle';
import { kindName, ofName, theRing, theSecret, zoneName } from './words';

/** Why a fair player would do this, in words; null for a reason this client does not know. */
export function hint(why: Why, { name: nameOf }: Pick<Telling, 'name'>): string | null {
  const of = new Figures(why);
  const ring = () => ({ ring: theRing(of.among(Ring, 'ring')) });
  const secret = () => ({ secret: theSecret(of.among(Secret, 'secret')) });
  const square = () => ({
    square: m.labyrinth_hint_square({ zone: zoneName(NAMES.indexOf(of.text('at'))) }),
  });
  const chance = () => ({ chance: of.shown('chance') });
  const person = () => ({ name: nameOf(of.number('seat')) });
  const counted = (name: string) => m.labyrinth_hint_cards({ count: of.number(name), shown: of.shown(name) });
  switch (why.key) {
    case 'labyrinth.opens_way':
      return m.labyrinth_hint_opens_way({ ...ring(), ...secret() });
    case 'labyrinth.opens_with_next':
      return m.labyrinth_hint_opens_with_next({ ...ring(), ...secret() });
    case 'labyrinth.prepares':
      return m.labyrinth_hint_prepares({ ...ring(), ...secret() });
    case 'labyrinth.rather_not':
      return m.labyrinth_hint_rather_not({ ...ring(), ...secret() });
    case 'labyrinth.towards_duel':
      return m.labyrinth_hint_towards_duel(ring());
    case 'labyrinth.take':
      return m.labyrinth_hint_take(secret());
    case 'labyrinth.duel_for':
      return m.labyrinth_hint_duel_for({ ...secret(), ...person() });
    case 'labyrinth.nearer':
      return of.number('chance') > 0
        ? m.labyrinth_hint_nearer({ ...square(), ...chance(), ...secret() })
        : m.labyrinth_hint_far({ ...square(), ...secret() });
    case 'labyrinth.good_place':
      return of.number('chance') > 0
        ? m.labyrinth_hint_good_place({ ...chance(), ...secret() })
        : m.labyrinth_hint_stay_far(secret());
    case 'labyrinth.meet':
      return m.labyrinth_hint_meet({ ...square(), ...person() });
    case 'labyrinth.meet_anyway':
      return m.labyrinth_hint_meet_anyway({ ...square(), ...person() });
    case 'labyrinth.closer_to_duel':
      return m.labyrinth_hint_closer_to_duel({ ...square(), ...chance() });
    case 'labyrinth.challenge': {
      const kind = kindName(of.among(Kind, 'kind')).toLowerCase();
      return m.labyrinth_hint_challenge({
        ...person(),
        kind,
        mine: counted('mine'),
        theirs: of.shown('theirs'),
      });
    }
    case 'labyrinth.no_duel':
      return m.labyrinth_hint_no_duel(person());
    case 'labyrinth.swap': {
      const given = of.among(Kind, 'given') === 'gnome' ? m.labyrinth_swap_gnome() : m.labyrinth_swap_one();
      return m.labyrinth_hint_swap({ of: ofName(person().name), given, theirs: counted('theirs') });
    }
    case 'labyrinth.done':
      return m.labyrinth_hint_done();
    case 'labyrinth.fetch':
      return m.labyrinth_hint_fetch(secret());
    case 'labyrinth.leave_animal':
      return m.labyrinth_hint_leave_animal(secret());
    case 'labyrinth.throw_evenly':
      return m.labyrinth_hint_throw_evenly();
    case 'labyrinth.far_away':
      return m.labyrinth_hint_far_away({ ...square(), ...person() });
    default:
      return null;
  }
}
