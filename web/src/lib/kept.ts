/** What this browser keeps. Where storage is closed to us (forbidden, full) it lives as long as the page. */
export function keptIn(storage: () => Storage) {
  const onPage = new Map<string, string>();
  const nameOf = (key: string): string => `filon.${key}`;

  function stored(name: string): string | null {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  }

  return {
    /** Nothing, and what cannot be read, is `null`. */
    read(key: string): unknown {
      const name = nameOf(key);
      try {
        return JSON.parse(onPage.get(name) ?? stored(name) ?? 'null');
      } catch {
        return null;
      }
    },
    /** `null` forgets it. */
    write(key: string, value: unknown): void {
      const name = nameOf(key);
      const text = JSON.stringify(value);
      try {
        if (value === null) storage().removeItem(name);
        else storage().setItem(name, text);
        onPage.delete(name);
      } catch {
        onPage.set(name, text);
      }
    },
  };
}

export const kept = keptIn(() => localStorage);
export const keptByTab = keptIn(() => sessionStorage);
