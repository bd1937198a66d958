/** The puzzles tried on each day, by game, and whether they were solved. Days are those of the server: YYYY-MM-DD. */
export interface Attempts {
  readonly [day: string]: { readonly [game: string]: boolean };
}

const DAY_MS = 86_400_000;
/** Enough for a streak to be proud of. */
const KEPT_DAYS = 400;

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
const solved = (attempts: Attempts, day: string): boolean =>
  Object.values(attempts[day] ?? {}).some((right) => right);

/** Days in a row with a puzzle solved, up to today; a day that is not over yet breaks nothing. */
export function streak(attempts: Attempts, today: string): number {
  let count = 0;
  for (let day = solved(attempts, today) ? today : dayBefore(today); solved(attempts, day); count += 1)
    day = dayBefore(day);
  return count;
}

/** The longest streak there ever was. */
export const longest = (attempts: Attempts): number =>
  Math.max(0, ...Object.keys(attempts).map((day) => streak(attempts, day)));

/** With one more; the first try of a day is the one that counts. */
export function noted(attempts: Attempts, day: string, game: string, right: boolean): Attempts {
  const all = { ...attempts, [day]: { [game]: right, ...attempts[day] } };
  const kept = Object.keys(all).toSorted().slice(-KEPT_DAYS);
  return Object.fromEntries(kept.map((one) => [one, all[one]!]));
}

/** How long until the next day begins where the puzzles are made: in UTC. */
export const untilTomorrow = (now: number): number => DAY_MS - (now % DAY_MS);
