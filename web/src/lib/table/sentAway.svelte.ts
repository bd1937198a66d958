import { SvelteMap } from 'svelte/reactivity';
import { kept } from '../kept';

/** Whom this browser's host has sent away, by table: nobody else need know, and a slip must be mended. */
export interface SentAway {
  readonly guest: string;
  readonly name: string;
}

const key = (table: string): string => `away.${table}`;
const lists = new SvelteMap<string, readonly SentAway[]>();

function found(table: string): readonly SentAway[] {
  const list = kept.read(key(table));
  return Array.isArray(list) ? (list as SentAway[]) : [];
}

function keep(table: string, list: readonly SentAway[]): void {
  lists.set(table, list);
  kept.write(key(table), list.length ? list : null);
}

export const sentAway = {
  of: (table: string): readonly SentAway[] => lists.get(table) ?? found(table),
  add: (table: string, person: SentAway): void =>
    keep(table, [...sentAway.of(table).filter(({ guest }) => guest !== person.guest), person]),
  forget: (table: string, guest: string): void =>
    keep(
      table,
      sentAway.of(table).filter((person) => person.guest !== guest),
    ),
};
