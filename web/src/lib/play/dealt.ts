import { m } from '../paraglide/messages.js';

const key = (table: string): string => `filon.deal.${table}`;

/** Remembers, on this device, that a table plays a deal that somebody shared: both by their codes. */
export function noteDeal(table: string, deal: string): void {
  try {
    localStorage.setItem(key(table), deal);
  } catch {
    // The deal's own page leads to the comparison too.
  }
}

/** The shared deal that a table plays, if this device knows of one. */
export function dealOf(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null;
  }
}

/** Fetched with the rest, when a game is over. */
export const compareWords = (): string => m.replay_same_compare();
