import { m } from '$lib/paraglide/messages.js';
import { FULL_POINTS, MOST_EMPTY, type Count, type Sheet } from '$lib/protocol/outofmine';
import type { SeatPerson } from '../types';
import { listed } from './words';

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
  const shown: [Stage, number][] = [['shout', 1100]];
  if (counts.some(({ removed }) => removed.length)) shown.push(['wrong', 1200]);
  shown.push(['empty', 1100]);
  if (counts.some(({ call }) => call)) shown.push(['call', 900]);
  if (options.elves) shown.push(['elves', 800]);
  if (options.finds) shown.push(['finds', 800]);
  shown.push(['total', 0]);
  return shown;
}

type Person = Pick<SeatPerson, 'name' | 'isMe'>;
const told = (person: Person | undefined): { who: 'me' | 'other'; name: string } => ({
  who: person?.isMe ? 'me' : 'other',
  name: person?.name ?? '',
});

/** What is said of each part of the count, to whoever looks: a player of it or, with no seat, everybody. */
export function caption(
  stage: Stage,
  { caller, counts }: Sheet,
  people: readonly Person[],
  seat: number | null,
): string {
  const names = (of: (count: Count) => boolean): readonly string[] =>
    people.flatMap(({ name, isMe }, at) => {
      const count = counts[at];
      return count && of(count) ? [isMe ? m.outofmine_you() : name] : [];
    });
  switch (stage) {
    case 'shout':
      return caller === null ? m.outofmine_nobody_called() : m.outofmine_called(told(people[caller]));
    case 'wrong':
      return m.outofmine_count_wrong({ names: listed(names(({ removed }) => removed.length > 0)) });
    case 'empty':
      return m.outofmine_count_empty();
    case 'call': {
      const person = told(caller === null ? undefined : people[caller]);
      const good = caller !== null && (counts[caller]?.call ?? 0) > 0;
      return good ? m.outofmine_count_call_good(person) : m.outofmine_count_call_bad(person);
    }
    case 'elves':
      return m.outofmine_count_elves();
    case 'finds':
      return m.outofmine_count_finds();
    case 'total':
      return verdict(counts, people, seat);
  }
}

/** How the round went for the reader, and who did best in it. */
function verdict(counts: readonly Count[], people: readonly Person[], seat: number | null): string {
  const most = Math.max(...counts.map(({ points }) => points));
  const best = people.filter((_, at) => counts[at]?.points === most).map(({ name }) => name);
  const mine = seat === null ? undefined : counts[seat];
  const own = people[seat ?? -1];
  if (!mine || !own?.isMe)
    return m.outofmine_count_best({ names: listed(best), points: m.outofmine_points({ count: most }) });
  const points = m.outofmine_points({ count: mine.points });
  if (mine.points < most) return m.outofmine_count_mine({ points, names: listed(best), most });
  const others = best.filter((name) => name !== own.name);
  return others.length
    ? m.outofmine_count_shared({ points, names: listed(others) })
    : m.outofmine_count_won({ points });
}
