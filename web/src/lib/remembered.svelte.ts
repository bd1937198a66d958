import { kept } from './kept';

/** A value this browser keeps. */
export function remembered<T>(key: string, fallback: T, sound: (value: unknown) => value is T) {
  const found = kept.read(key);
  let value = $state.raw<T>(sound(found) ? found : fallback);

  return {
    get value(): T {
      return value;
    },
    set value(next: T) {
      value = next;
      kept.write(key, next);
    },
  };
}

export const oneOf =
  <const T extends readonly unknown[]>(values: T) =>
  (value: unknown): value is T[number] =>
    values.includes(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
