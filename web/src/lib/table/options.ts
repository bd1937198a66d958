import { m } from '../paraglide/messages.js';
import type { GameInfo } from '../protocol/table';

type OptionInfo = GameInfo['options'][number];
type Value = string | number | null;

/** An option in plain words. `values` says each value; a number is asked for when there is none. */
interface Words {
  readonly label: () => string;
  readonly values?: Record<string, () => string>;
  /** For numbers: how "no limit" is called, and what is offered. */
  readonly none?: () => string;
  readonly offered?: readonly { readonly value: number; readonly label: () => string }[];
}

const WORDS: Record<string, Record<string, Words>> = {
  saboteur: {
    placement: {
      label: m.saboteur_option_placement,
      values: { connected: m.saboteur_option_connected, adjacent: m.saboteur_option_adjacent },
    },
    starter: { label: m.option_starter, values: { first: m.option_first, random: m.option_random } },
  },
  diamant: {
    chests: {
      label: m.diamant_option_chests,
      values: { open: m.diamant_option_open, hidden: m.diamant_option_hidden },
    },
    leftovers: {
      label: m.diamant_option_leftovers,
      values: { together: m.diamant_option_together, per_card: m.diamant_option_per_card },
    },
    artifacts: {
      label: m.diamant_option_artifacts,
      values: { none: m.diamant_option_none, one_per_cave: m.diamant_option_one_per_cave },
    },
  },
  labyrinth: {
    starter: { label: m.option_starter, values: { first: m.option_first, random: m.option_random } },
    corridors: {
      label: m.labyrinth_option_corridors,
      values: { clockwise: m.labyrinth_option_clockwise, either: m.labyrinth_option_either },
    },
    memory: {
      label: m.labyrinth_option_memory,
      values: { on: m.labyrinth_option_memory_on, off: m.labyrinth_option_memory_off },
    },
    goal: {
      label: m.labyrinth_option_goal,
      values: { 7: m.labyrinth_option_seven, 6: m.labyrinth_option_six },
    },
    turn_limit: {
      label: m.labyrinth_option_limit,
      none: m.option_unlimited,
      offered: [60, 120, 200].map((value) => ({
        value,
        label: () => m.labyrinth_option_turns({ count: value }),
      })),
    },
  },
  outofmine: {
    referee: {
      label: m.outofmine_option_referee,
      values: { end: m.outofmine_option_end, live: m.outofmine_option_live },
    },
    round_limit: {
      label: m.outofmine_option_limit,
      none: m.option_unlimited,
      offered: [180, 300, 600].map((value) => ({ value, label: () => m.minutes({ count: value / 60 }) })),
    },
    elves: { label: m.outofmine_option_elves, values: { off: m.no, on: m.yes } },
    finds: { label: m.outofmine_option_finds, values: { off: m.no, on: m.yes } },
  },
};

/** Games of several rounds show how each ended before the next is dealt; the castle is one single search. */
export const hasIntermission = (game: string): boolean => game !== 'labyrinth';

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
  WORDS[game]?.[name]?.label() ?? null;

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
    const words = WORDS[game]?.[option.name];
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
