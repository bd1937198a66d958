/** A game as its server tells it and this client knows nothing of: names and values, as JSON has them. */
import type { Json } from '$lib/protocol/table';

export type Fields = Readonly<Record<string, Json>>;
export type View = Fields;
export type Action = Fields & { readonly type: string };
export type Event = Fields & { readonly type: string };

export const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isHidden = (value: Json): boolean => isFields(value) && value['type'] === 'hidden';

/** Only what can be said in a word or two lies in one line with others. */
export const isShort = (value: Json): boolean =>
  typeof value !== 'object' ||
  value === null ||
  isHidden(value) ||
  (isFields(value) && Object.keys(value).every((name) => name === 'type'));
