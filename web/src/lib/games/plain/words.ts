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

/** Fields that hold the number of a seat in every law of the house. */
const SEATS: ReadonlySet<string> = new Set([
  'seat',
  'to',
  'on_turn',
  'starter',
  'leader',
  'dealer',
  'opponent',
  'taker',
  'target',
  'winner',
]);

type Name = (seat: number) => string;

/** Whose seat a field holds; null where it holds something else. */
export const seatIn = (field: string, value: Json): number | null =>
  SEATS.has(field) && typeof value === 'number' ? value : null;

/** What is told by seat is keyed by its number. */
export const isSeatKey = (field: string): boolean => /^\d+$/.test(field);

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
  const parts = entries.map(([field, value]) => {
    const seat = seatIn(field, value);
    const words = seat === null ? said(value, name) : name(seat);
    if (isSeatKey(field)) return `${name(Number(field))} ${words}`;
    // "seat" is who did it: that goes without saying.
    const isClear = entries.length === 1 || (seat !== null && field === 'seat');
    return isClear ? words : `${spelt(field).toLowerCase()} ${words}`;
  });
  const kind = typeof type === 'string' ? spelt(type) : '';
  return [kind, parts.join(', ')].filter(Boolean).join(': ') || '–';
}
