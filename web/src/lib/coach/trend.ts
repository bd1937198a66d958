/** A value over time, and how sure it is. */
export interface Dot {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface Trend {
  readonly path: string;
  /** The band round it, closed; empty where nothing is said of how sure it is. */
  readonly band: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

/** Drawn into a field, between two values or as far as the dots reach; a single dot lies in its middle. */
export function trend(
  dots: readonly Dot[],
  { width, height }: { readonly width: number; readonly height: number },
  between: readonly [least: number, most: number] | null = null,
): Trend {
  const lows = dots.map(({ value, low }) => low ?? value);
  const highs = dots.map(({ value, high }) => high ?? value);
  const [least, most] = between ?? [Math.min(...lows), Math.max(...highs)];
  const x = (index: number) => (dots.length === 1 ? width / 2 : (index / (dots.length - 1)) * width);
  const y = (value: number) => height - ((value - least) / (most - least || 1)) * height;
  const at = (values: readonly number[]) =>
    values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const banded = dots.length > 1 && dots.some(({ low }) => low !== undefined);
  return {
    path: `M${at(dots.map(({ value }) => value)).join('L')}`,
    band: banded ? `M${[...at(highs), ...at(lows).toReversed()].join('L')}Z` : '',
    dots: dots.map(({ value }, index) => ({ x: x(index), y: y(value) })),
  };
}
