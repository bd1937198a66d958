import { m } from '$lib/paraglide/messages.js';
import type { Json } from '$lib/protocol/table';
import { isFields, isHidden, type Fields } from './model';

/** "PlayCard" and "hand_sizes" as people write them: "Play card", "Hand sizes". */
export function spelt(name: string): string {
  const words = name
    .replace(/(?<=[a-z])View$/, '') // what a law calls the part of a state that is seen
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields that hold the number of a seat; docs/add-a-game.md tells the laws of others. */
const SEATS: ReadonlySet<string> = new Set([
  'seat',
  'on_turn',
  'starter',
  'leader',
  'dealer',
  'opponent',
  'taker',
  'target',
  'winner',
]);

/** What the player in a seat is called; null where nobody can sit. */
export type Name = (seat: number) => string | null;

/** Who is meant by a field that holds a seat; null where it holds something else. */
export const whoIn = (field: string, value: Json, name: Name): string | null =>
  SEATS.has(field) && typeof value === 'number' ? name(value) : null;

/** Who each of these keys is: what is told by seat is keyed by its number. Null where they are cards, say. */
export function bySeat(fields: Fields, name: Name): ReadonlyMap<string, string> | null {
  const found = Object.keys(fields).map(
    (key) => [key, /^\d+$/.test(key) ? name(Number(key)) : null] as const,
  );
  const named = found.filter((pair): pair is readonly [string, string] => pair[1] !== null);
  return named.length && named.length === found.length ? new Map(named) : null;
}

/** A value in a few words. */
export function said(value: Json, name: Name): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? m.yes() : m.no();
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  if (isHidden(value)) return m.plain_hidden();
  if (Array.isArray(value)) return value.map((one: Json) => said(one, name)).join(', ') || '–';
  return isFields(value) ? saidFields(value, name) : '';
}

/** "Play card: 3", "Card played: Anna, card 3": what was done, then with what. */
export function saidFields(fields: Fields, name: Name): string {
  const { type, ...rest } = fields;
  const entries = Object.entries(rest);
  const people = bySeat(rest, name);
  const parts = entries.map(([field, value]) => {
    const who = whoIn(field, value, name);
    const words = who ?? said(value, name);
    if (people) return `${people.get(field)} ${words}`;
    // "seat" is who did it: that goes without saying.
    const isClear = entries.length === 1 || (who !== null && field === 'seat');
    return isClear ? words : `${spelt(field).toLowerCase()} ${words}`;
  });
  const kind = typeof type === 'string' ? spelt(type) : '';
  return [kind, parts.join(', ')].filter(Boolean).join(': ') || '–';
}
