import { m } from '../paraglide/messages.js';
import type { AnyAction } from '../protocol/games';
import { same } from './same';
import { points } from './sum';
import type { Decision, Option } from './wire';

/** So many standard errors, and nearly always within. */
const SURE = 2;
const MOST_SHOWN = 3;

export interface Shown {
  readonly index: number;
  readonly option: Option;
}

/** The option that an action is; null where it was not weighed. */
export function optionOf({ options }: Decision, action: AnyAction): number | null {
  const found = options.findIndex((option) => same(option.action, action));
  return found < 0 ? null : found;
}

export type Judged = 'best' | 'close' | 'costly' | 'unweighed' | 'ungraded';

/** What is said of an option beside the best one. */
export function judged({ options, verdict }: Decision, index: number | null): Judged {
  if (verdict === 'ungraded') return 'ungraded';
  const [best] = options;
  const option = index === null ? undefined : options[index];
  if (!best || !option) return 'unweighed';
  const lost = best.game - option.game;
  if (index === 0 || lost <= 1e-9) return 'best';
  return lost <= SURE * option.error ? 'close' : 'costly';
}

/** The best few, and with them what was played and what was tried. */
export function shownOptions({ options, played }: Decision, tried?: number | null): readonly Shown[] {
  return options
    .map((option, index) => ({ option, index }))
    .filter(({ index }) => index < MOST_SHOWN || index === played || index === tried);
}

/** "12 points less", or that it cannot be told apart. */
export function cost(decision: Decision, index: number): string {
  const lost = (decision.options[0]?.game ?? 0) - (decision.options[index]?.game ?? 0);
  switch (judged(decision, index)) {
    case 'close':
      return m.coach_too_close();
    case 'best':
      return m.coach_as_good();
    default:
      return points(lost) < 1 ? m.coach_hardly_less() : m.coach_less({ points: points(lost) });
  }
}

/** "cost 12 points of a hundred", in words also where it is hardly one. */
export const costSaid = (share: number): string =>
  points(share) < 1 ? m.coach_cost_little() : m.coach_cost({ points: points(share) });

/** "give or take 3": nearly always right. */
export const give = (error: number): string =>
  m.coach_give_or_take({ points: Math.max(1, Math.ceil(100 * SURE * error)) });

/** The mistakes of a seat that cost most, the dearest first. */
export const worst = (decisions: readonly Decision[], seat: number, count = 3): readonly Decision[] =>
  decisions
    .filter((one) => one.seat === seat && one.verdict === 'mistake')
    .toSorted((one, other) => other.cost - one.cost || one.step - other.step)
    .slice(0, count);

/** Below this a choice between two was no feat. */
const LEAST_FEAT = 0.03;

/** The decision of a seat that was worth most beside the next best thing. */
export function finest(decisions: readonly Decision[], seat: number): Decision | null {
  const margin = ({ options: [best, second] }: Decision) => (best && second ? best.game - second.game : 0);
  const [first] = decisions
    .filter((one) => one.seat === seat && one.verdict === 'best' && one.played === 0)
    .toSorted((one, other) => margin(other) - margin(one));
  return first && margin(first) >= LEAST_FEAT ? first : null;
}

/** By how much, in points of a hundred. */
export const ahead = ({ options: [best, second] }: Decision): number =>
  points((best?.game ?? 0) - (second?.game ?? 0));
