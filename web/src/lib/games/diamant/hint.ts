import { m } from '$lib/paraglide/messages.js';
import { Figures, type Why } from '../reasons';

/** Why a fair player would go on or leave, in words; null for a reason this client does not know. */
export function hint(why: Why): string | null {
  const figures = new Figures(why);
  const of = (name: string) => figures.shown(name);
  const [risk, loot, floor] = [of('risk'), of('loot'), of('floor')];
  const [going, leaving] = [of('going'), of('leaving')];
  switch (why.key) {
    case 'diamant.no_risk':
      return m.diamant_hint_no_risk();
    case 'diamant.harmless':
      return m.diamant_hint_harmless();
    case 'diamant.go_on':
      return m.diamant_hint_go_on({ risk, going, leaving });
    case 'diamant.leave':
      return m.diamant_hint_leave({ risk, loot, going });
    case 'diamant.floor':
      return m.diamant_hint_floor({ floor, loot });
    case 'diamant.even':
      return m.diamant_hint_even({ leaving });
    case 'diamant.fewer':
      return m.diamant_hint_fewer({ risk });
    case 'diamant.first':
      return m.diamant_hint_first({ floor });
    case 'diamant.behind':
      return m.diamant_hint_behind();
    case 'diamant.chasing':
      return m.diamant_hint_chasing();
    default:
      return null;
  }
}
