type Plain = null | boolean | number | string | readonly unknown[] | { readonly [name: string]: unknown };

/** Whether two actions say the same, in whatever order their fields come. */
export function same(one: unknown, other: unknown): boolean {
  return written(one as Plain) === written(other as Plain);
}

const written = (value: Plain): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
