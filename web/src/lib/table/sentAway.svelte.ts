import { SvelteMap } from 'svelte/reactivity';

/** Whom this browser's host has sent away, by table: nobody else need know, and a slip must be mended. */
export interface SentAway {
  readonly guest: string;
  readonly name: string;
}

const key = (table: string): string => `filon.away.${table}`;
const lists = new SvelteMap<string, readonly SentAway[]>();

function kept(table: string): readonly SentAway[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(table)) ?? '[]');
    return Array.isArray(found) ? (found as SentAway[]) : [];
  } catch {
    return [];
  }
}

function keep(table: string, list: readonly SentAway[]): void {
  lists.set(table, list);
  try {
    if (list.length) localStorage.setItem(key(table), JSON.stringify(list));
    else localStorage.removeItem(key(table));
  } catch {
    // Without storage the list lives as long as the page.
  }
}

export const sentAway = {
  of: (table: string): readonly SentAway[] => lists.get(table) ?? kept(table),
  add: (table: string, person: SentAway): void =>
    keep(table, [...sentAway.of(table).filter(({ guest }) => guest !== person.guest), person]),
  forget: (table: string, guest: string): void =>
    keep(
      table,
      sentAway.of(table).filter((person) => person.guest !== guest),
    ),
};
