import { m } from '$lib/paraglide/messages.js';
import type { RefusedAnswer } from '$lib/protocol/table';

/** Why the server said no, in the reader's language, by the rule it named. */
export function explain({ rule }: Pick<RefusedAnswer<unknown>, 'rule'>): string | null {
  switch (rule) {
    case 'LAB-3.1':
      return m.labyrinth_refused_turn();
    case 'LAB-3.2':
      return m.labyrinth_refused_way();
    case 'LAB-3.4':
      return m.labyrinth_refused_walk();
    case 'LAB-3.6':
      return m.labyrinth_refused_wait();
    case 'LAB-3.7':
      return m.labyrinth_refused_all_found();
    case 'LAB-4.1':
      return m.labyrinth_refused_animal();
    case 'LAB-4.2':
      return m.labyrinth_refused_swap();
    case 'LAB-5.1':
    case 'LAB-5.2':
    case 'LAB-5.7':
      return m.labyrinth_refused_challenge();
    case 'LAB-5.3':
      return m.labyrinth_refused_duel();
    case 'LAB-5.5':
      return m.labyrinth_refused_place();
    default:
      return null;
  }
}
