import { m } from '$lib/paraglide/messages.js';
import type { HintGiven } from '$lib/protocol/table';

/** Why a fair player would go on or leave, in words; null for a reason this client does not know. */
export function hint(key: string, values: HintGiven['why']['values']): string | null {
  const of = (name: string) => values[name] ?? 0;
  const [risk, loot, floor] = [of('risk'), of('loot'), of('floor')];
  const [going, leaving] = [of('going'), of('leaving')];
  switch (key) {
    case 'diamant.no_risk':
      return m.diamant_hint_no_risk();
    case 'diamant.go_on':
      return m.diamant_hint_go_on({ risk, going, leaving });
    case 'diamant.leave':
      return m.diamant_hint_leave({ risk, loot, going });
    case 'diamant.floor':
      return m.diamant_hint_floor({ floor, loot });
    case 'diamant.even':
      return m.diamant_hint_even({ leaving });
    case 'diamant.behind':
      return m.diamant_hint_behind();
    default:
      return null;
  }
}
