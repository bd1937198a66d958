/** A value this browser keeps. Where storage is closed to us (private windows) it lives as long as the page. */
export function remembered<T>(key: string, fallback: T, sound: (value: unknown) => value is T) {
  const name = `filon.${key}`;
  let value = $state.raw<T>(read());

  function read(): T {
    try {
      const parsed: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
      return sound(parsed) ? parsed : fallback;
    } catch {
      return fallback;
    }
  }

  return {
    get value(): T {
      return value;
    },
    set value(next: T) {
      value = next;
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Full or forbidden storage costs the memory of a preference, not the game.
      }
    },
  };
}

export const oneOf =
  <const T extends readonly unknown[]>(values: T) =>
  (value: unknown): value is T[number] =>
    values.includes(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
