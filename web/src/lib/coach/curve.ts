/** A dash pattern for each seat, so that no colour is needed to tell two lines apart. */
export const DASHES = [
  'none',
  '8 3',
  '2 3',
  '9 3 2 3',
  '5 5',
  '12 3 2 3 2 3',
  '3 6',
  '14 4',
  '6 2 2 2 2 2',
  '1 4',
] as const;

/** Whole games in real time have thousands of moves: more points than pixels draw nothing more. */
const MOST_POINTS = 400;

export interface Field {
  readonly width: number;
  readonly height: number;
}

export const across = (step: number, steps: number, { width }: Field): number =>
  steps ? (step / steps) * width : 0;
export const up = (share: number, { height }: Field): number => height - share * height;

/** One seat's shares as a line: it stays until the next change, as a game does. */
export function line(shares: readonly number[], field: Field): string {
  const last = shares.length - 1;
  const every = Math.max(1, Math.ceil(shares.length / MOST_POINTS));
  const drawn: string[] = [];
  let before: number | undefined;
  for (let step = 0; step <= last; step += 1) {
    const share = shares[step]!;
    if (step !== last && (step % every !== 0 || share === before)) continue;
    const x = across(step, last, field).toFixed(1);
    const y = up(share, field).toFixed(1);
    drawn.push(before === undefined ? `M${x} ${y}` : `H${x}V${y}`);
    before = share;
  }
  return drawn.join('');
}

/** At most so many steps, evenly spread, with the first, the last and all that matter among them. */
export function rows(steps: number, matter: readonly number[], most: number): readonly number[] {
  const spread = Array.from({ length: most }, (_, index) => Math.round((index / (most - 1)) * steps));
  return [...new Set([...spread, ...matter])].toSorted((one, other) => one - other);
}
