export interface Line {
  readonly path: string;
  /** Where its mark stands: at its last value, or beside it where others end at the same height. */
  readonly mark: number;
}

const ROOM = 18;

/** Lines in a field of this size, from its left to its right edge, the largest value of all at its top. */
export function lines(
  course: readonly (readonly number[])[],
  width: number,
  height: number,
): readonly (Line | null)[] {
  const most = Math.max(0, ...course.flat());
  const least = Math.min(0, ...course.flat());
  const y = (value: number) => height - 3 - ((value - least) / (most - least || 1)) * (height - 6);
  const drawn = course.map((values) => {
    if (values.length === 0) return null;
    const x = (index: number) => (values.length === 1 ? width : (index / (values.length - 1)) * width);
    const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
    return { path: `M${points.join('L')}`, end: y(values.at(-1) ?? 0) };
  });
  const marks = apart(
    drawn.map((line) => line?.end ?? null),
    height,
  );
  return drawn.map((line, index) => line && { path: line.path, mark: marks[index] ?? line.end });
}

/** The same heights, moved until nobody covers another; as near together as they must be. */
export function apart(heights: readonly (number | null)[], height: number): readonly (number | null)[] {
  const order = heights
    .map((at, index) => ({ at, index }))
    .filter((one): one is { at: number; index: number } => one.at !== null)
    .sort((one, other) => one.at - other.at);
  const room = Math.min(ROOM, (height - ROOM / 2) / Math.max(1, order.length));
  const placed: (number | null)[] = heights.map(() => null);
  let free = ROOM / 2 - room;
  for (const { at, index } of order) {
    free = Math.max(at, free + room);
    placed[index] = free;
  }
  // What was pushed out below comes back up, the lowest first.
  let lowest = height - ROOM / 2 + room;
  for (const { index } of order.reverse()) {
    lowest = Math.min(placed[index] ?? 0, lowest - room);
    placed[index] = lowest;
  }
  return placed;
}
