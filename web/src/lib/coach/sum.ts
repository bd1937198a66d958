import type { Parts } from './wire';

export type PartName = 'fair' | 'luck' | 'own' | 'others';
export const PART_NAMES = ['fair', 'luck', 'own', 'others'] as const satisfies readonly PartName[];

/** A result in whole points of a hundred. */
export interface Sum {
  readonly result: number;
  readonly parts: Readonly<Record<PartName, number>>;
}

/** A part as a bar: from where the sum stood before it to where it stands after it. */
export interface Bar {
  readonly name: PartName | 'result';
  readonly points: number;
  /** Where it begins and ends, from 0 to 1 over the width of the whole picture. */
  readonly start: number;
  readonly end: number;
}

/** Rounded so that what is written adds up: whoever adds it up on paper finds the result. */
export function sumOf(parts: Parts): Sum {
  const result = Math.round(100 * parts.result);
  const exact = PART_NAMES.map((name) => 100 * parts[name]);
  const whole = exact.map(Math.round);
  const missing = result - whole.reduce((sum, one) => sum + one, 0);
  const direction = Math.sign(missing);
  const nearest = exact
    .map((value, index) => ({ index, rest: direction * (value - whole[index]!) }))
    .sort((one, other) => other.rest - one.rest);
  for (const { index } of nearest.slice(0, Math.abs(missing))) whole[index]! += direction;
  const [fair = 0, luck = 0, own = 0, others = 0] = whole;
  return { result, parts: { fair, luck, own, others } };
}

/** Each part begins where the one before it ended; the result begins at nothing. */
export function bars({ result, parts }: Sum): { readonly bars: readonly Bar[]; readonly zero: number } {
  let at = 0;
  const spans = PART_NAMES.map((name) => {
    const from = at;
    at += parts[name];
    return { name, points: parts[name], from, to: at };
  });
  const ends = [0, 100, ...spans.map(({ to }) => to)];
  const least = Math.min(...ends);
  const width = Math.max(...ends) - least;
  const place = (points: number) => (points - least) / width;
  const drawn = [...spans, { name: 'result' as const, points: result, from: 0, to: result }];
  return {
    bars: drawn.map(({ name, points, from, to }) => ({
      name,
      points,
      start: place(Math.min(from, to)),
      end: place(Math.max(from, to)),
    })),
    zero: place(0),
  };
}

export type Story = `${'won' | 'lost'}_${'luck' | 'own' | 'others'}`;

/** What made the difference most. */
export function storyOf({ result, parts }: Sum): Story {
  const won = result > 0;
  const by = (['own', 'luck', 'others'] as const).toSorted((one, other) =>
    won ? parts[other] - parts[one] : parts[one] - parts[other],
  )[0]!;
  return `${won ? 'won' : 'lost'}_${by}`;
}

/** A share of the win in points of a hundred. */
export const points = (share: number): number => Math.round(100 * share);

/** With its sign, as it is added: a real minus, and nothing before a zero. */
export const signed = (whole: number): string => (whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0');
