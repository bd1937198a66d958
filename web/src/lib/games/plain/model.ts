/** A game as its server tells it and this client knows nothing of: names and values, as JSON has them. */
import type { Json } from '$lib/protocol/table';

export type Fields = Readonly<Record<string, Json>>;
export type View = Fields;
export type Action = Fields & { readonly type: string };
export type Event = Fields & { readonly type: string };

export const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isHidden = (value: Json): boolean => isFields(value) && value['type'] === 'hidden';

/** Only what can be said in a word or two lies in one line with others: "Stay dark", "Light: 4". */
export const isShort = (value: Json): boolean =>
  typeof value !== 'object' || value === null || isHidden(value) || (isFields(value) && isBrief(value));

function isBrief({ type, ...rest }: Fields): boolean {
  const values = Object.values(rest);
  if (typeof type !== 'string') return false;
  return (
    values.length === 0 || (values.length === 1 && (typeof values[0] !== 'object' || values[0] === null))
  );
}
