import { kept } from '../kept';
import { m } from '../paraglide/messages.js';

const key = (table: string): string => `deal.${table}`;

/** Remembers, on this device, that a table plays a deal that somebody shared: both by their codes. */
export function noteDeal(table: string, deal: string): void {
  kept.write(key(table), deal);
}

/** The shared deal that a table plays, if this device knows of one. */
export function dealOf(table: string): string | null {
  const deal = kept.read(key(table));
  return typeof deal === 'string' ? deal : null;
}

/** Fetched with the rest, when a game is over. */
export const compareWords = (): string => m.replay_same_compare();
