import { m } from '../paraglide/messages.js';
import { aboutGame } from '../games/registry';
import type { GameInfo } from '../protocol/table';

type OptionInfo = GameInfo['options'][number];
type Value = string | number | null;

/** Games of several rounds show how each ended before the next is dealt; others keep to the usual pause, if any. */
export const hasIntermission = (game: string): boolean => aboutGame(game)?.intermission ?? false;

/** How long a table waits between two rounds for who has not gone on yet, in seconds, as a host may choose. */
export const INTERMISSIONS: readonly number[] = [10, 20, 60, 300];
export const USUAL_INTERMISSION = 20;

export const duration = (seconds: number): string =>
  seconds === 0
    ? m.intermission_none()
    : seconds < 60
      ? m.seconds({ count: seconds })
      : m.minutes({ count: seconds / 60 });

/** What an option is called at the table, for rules that call it by its name in the law. */
export const optionLabel = (game: string, name: string): string | null =>
  aboutGame(game)?.options[name]?.label() ?? null;

export interface Offered {
  readonly name: string;
  readonly rule: string;
  readonly label: string;
  readonly standard: Value;
  readonly values: readonly { readonly value: Value; readonly label: string }[];
  /** What else may be typed in: a number, where this client has no words for a few of them. */
  readonly between: readonly [least: number, most: number] | null;
}

/** So many numbers are offered one by one. */
const FEW = 10;

/** The options of a game as a form offers them; one this client does not know keeps the server's words. */
export function offered(game: string, options: readonly OptionInfo[]): Offered[] {
  return options.map((option) => {
    const words = aboutGame(game)?.options[option.name];
    const { least, most } = option;
    const range = words?.offered || least === null || most === null ? null : ([least, most] as const);
    const few = range !== null && range[1] - range[0] < FEW;
    const fixed = option.values
      .filter((value) => value !== null)
      .map((value) => ({ value, label: words?.values?.[String(value)]?.() ?? spoken(value) }));
    const numbers = few
      ? Array.from({ length: range[1] - range[0] + 1 }, (_, step) => range[0] + step).map((value) => ({
          value,
          label: String(value),
        }))
      : (words?.offered ?? []).map(({ value, label }) => ({ value, label: label() }));
    const none = option.values.includes(null) ? [{ value: null, label: words?.none?.() ?? '–' }] : [];
    return {
      name: option.name,
      rule: option.rule,
      label: words?.label() ?? option.description,
      standard: option.default,
      values: [...fixed, ...numbers, ...none],
      between: few ? null : range,
    };
  });
}

/** A word of the law without its joints: "per_card" as "per card". */
const spoken = (value: string | number): string => String(value).replaceAll('_', ' ');
