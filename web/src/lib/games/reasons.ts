import { getLocale } from '$lib/paraglide/runtime.js';
import type { HintGiven } from '$lib/protocol/table';

export type Why = HintGiven['why'];

/** The figures of a reason, which come as they were written: numbers where numbers are meant, names elsewhere. */
export class Figures {
  readonly #values: Why['values'];

  constructor({ values }: Why) {
    this.#values = values;
  }

  number(name: string): number {
    return Number(this.#values[name] ?? 0);
  }
  /** As the language writes it: "1.5", "1,5". */
  shown(name: string): string {
    return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 1 }).format(this.number(name));
  }
  name<Name extends string>(name: string): Name {
    return String(this.#values[name] ?? '') as Name;
  }
}
