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
}

/** The options of a game as a form offers them; one this client does not know keeps the server's words. */
export function offered(game: string, options: readonly OptionInfo[]): Offered[] {
  return options.map((option) => {
    const words = aboutGame(game)?.options[option.name];
    const fixed = option.values
      .filter((value) => value !== null)
      .map((value) => ({ value, label: words?.values?.[String(value)]?.() ?? String(value) }));
    const numbers = (words?.offered ?? []).map(({ value, label }) => ({ value, label: label() }));
    const none = option.values.includes(null) ? [{ value: null, label: words?.none?.() ?? '–' }] : [];
    return {
      name: option.name,
      rule: option.rule,
      label: words?.label() ?? option.description,
      standard: option.default,
      values: [...fixed, ...numbers, ...none],
    };
  });
}
