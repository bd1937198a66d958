import { m } from '$lib/paraglide/messages.js';
import type { RefusedAnswer } from '$lib/protocol/table';

/** Why the server said no, in the reader's language, by the rule it named. */
export function explain({ rule }: Pick<RefusedAnswer<unknown>, 'rule'>): string | null {
  switch (rule) {
    case 'SAB-3.1':
    case 'SAB-3.3':
      return m.saboteur_no_such_card();
    case 'SAB-3.2':
      return m.saboteur_not_your_turn();
    case 'SAB-4.1':
    case 'SAB-4.4':
      return m.saboteur_refused_place();
    case 'SAB-4.2':
      return m.saboteur_refused_openings();
    case 'SAB-4.3':
      return m.saboteur_refused_passage();
    case 'SAB-4.5':
      return m.saboteur_refused_broken();
    case 'SAB-5.1':
      return m.saboteur_refused_break();
    case 'SAB-5.2':
      return m.saboteur_refused_repair();
    case 'SAB-5.3':
      return m.saboteur_refused_rocks();
    case 'SAB-5.4':
      return m.saboteur_refused_map();
    case 'SAB-7.1':
      return m.saboteur_refused_gold();
    default:
      return null;
  }
}
