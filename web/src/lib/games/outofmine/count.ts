import { FULL_POINTS, MOST_EMPTY, type Count } from '$lib/protocol/outofmine';

/** What a count is told in, one after the other. */
export const STAGES = ['shout', 'wrong', 'empty', 'call', 'elves', 'finds', 'total'] as const;
export type Stage = (typeof STAGES)[number];

export interface Line {
  readonly stage: Stage;
  readonly points: number;
}

/** How the points of a round came about; the sheet holds every number, nothing is worked out anew. */
export function lines(count: Count, options: { elves: boolean; finds: boolean }): readonly Line[] {
  if (count.empty > MOST_EMPTY) return [{ stage: 'empty', points: -FULL_POINTS }];
  return [
    { stage: 'empty' as const, points: -count.empty },
    ...(count.call ? [{ stage: 'call' as const, points: count.call }] : []),
    ...(options.elves ? [{ stage: 'elves' as const, points: count.elves }] : []),
    ...(options.finds ? [{ stage: 'finds' as const, points: count.finds }] : []),
  ];
}

/** The stages this sheet needs, and for how long each is shown. */
export function timing(
  counts: readonly Count[],
  options: { elves: boolean; finds: boolean },
): readonly [Stage, number][] {
  const shown: [Stage, number][] = [['shout', 1000]];
  if (counts.some(({ removed }) => removed.length)) shown.push(['wrong', 1100]);
  shown.push(['empty', 900]);
  if (counts.some(({ call }) => call)) shown.push(['call', 700]);
  if (options.elves) shown.push(['elves', 700]);
  if (options.finds) shown.push(['finds', 700]);
  shown.push(['total', 0]);
  return shown;
}
