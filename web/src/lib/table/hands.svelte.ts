import { kept } from '../kept';
import { api } from '../net/api';

/** The further players of one device, by table. Their tokens open nothing but their own seats at it. */
export interface Hand {
  readonly name: string;
  readonly token: string;
}

const key = (table: string): string => `hands.${table}`;

export const hands = {
  of(table: string): readonly Hand[] {
    const found = kept.read(key(table));
    return Array.isArray(found) ? (found as Hand[]) : [];
  },

  async make(table: string, names: readonly string[]): Promise<void> {
    const made: Hand[] = [];
    for (const name of names) {
      const { token } = await api.becomeAnother(name);
      if (token) made.push({ name, token });
    }
    kept.write(key(table), made);
  },

  forget(table: string): void {
    kept.write(key(table), null);
  },
};
