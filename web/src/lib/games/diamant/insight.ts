import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import type { Reveal } from '$lib/protocol/diamant';
import type { Telling } from '../types';
import { hazardName } from './words';

export interface CaveReveals {
  readonly cave: number;
  readonly reveals: readonly Reveal[];
}

/** Card by card, cave by cave. */
export function cavesOf(reveals: readonly Reveal[]): CaveReveals[] {
  const caves = [...new Set(reveals.map(({ cave }) => cave))];
  return caves.map((cave) => ({ cave, reveals: reveals.filter((one) => one.cave === cave) }));
}

/** Of a hundred parts of the win; never a negative nought. */
export const points = (share: number): number => Math.round(100 * share) || 0;

export const signed = (amount: number): string =>
  new Intl.NumberFormat(getLocale(), { signDisplay: 'exceptZero' }).format(amount);

/** Who walked out before the card, or that nobody did. */
export function crowdOf({ left, stayed }: Reveal, telling: Telling): string {
  if (!stayed.length) return m.diamant_coach_none_on();
  return left.length ? m.diamant_coach_left({ names: telling.names(left) }) : m.diamant_coach_all_on();
}

export function cameOf({ came, fatal }: Reveal): string | null {
  if (!came) return null;
  if (fatal && came.type === 'Danger') return m.diamant_coach_fled({ card: hazardName(came.hazard) });
  if (came.type === 'Artifact') return m.diamant_odds_other();
  return came.type === 'Gems' ? m.diamant_worth({ count: came.stones }) : hazardName(came.hazard);
}
