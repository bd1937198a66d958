import { getLocale } from '$lib/paraglide/runtime.js';
import type { Why } from '$lib/protocol/table';

export type { Why };

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
  text(name: string): string {
    return String(this.#values[name] ?? '');
  }
  /** The one of these that is meant. */
  among<Value extends string>(values: readonly Value[], name: string): Value {
    const found = values.find((value) => value === this.#values[name]);
    if (found === undefined) throw new RangeError(`no ${name}: ${this.text(name)}`);
    return found;
  }
}
