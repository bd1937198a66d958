import { api } from '../net/api';

/** The further players of one device, by table. Their tokens open nothing but their own seats at it. */
export interface Hand {
  readonly name: string;
  readonly token: string;
}

const key = (table: string): string => `filon.hands.${table}`;

export const hands = {
  of(table: string): readonly Hand[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key(table)) ?? '[]');
      return Array.isArray(kept) ? (kept as Hand[]) : [];
    } catch {
      return [];
    }
  },

  async make(table: string, names: readonly string[]): Promise<void> {
    const made: Hand[] = [];
    for (const name of names) {
      const { token } = await api.becomeAnother(name);
      if (token) made.push({ name, token });
    }
    localStorage.setItem(key(table), JSON.stringify(made));
  },

  forget(table: string): void {
    localStorage.removeItem(key(table));
  },
};
