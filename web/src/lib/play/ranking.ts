import type { SeatPerson } from '../games/types';
import type { Outcome } from '../protocol/table';

export interface Ranked {
  readonly person: SeatPerson;
  readonly score: number;
  /** Equal scores share a place. */
  readonly rank: number;
  readonly won: boolean;
}

/** Everybody at the table, the winners first, then by score. */
export function ranking(people: readonly SeatPerson[], outcome: Outcome): readonly Ranked[] {
  const scored = people.map((person) => ({
    person,
    score: outcome.scores[person.seat] ?? 0,
    won: outcome.winners.includes(person.seat),
  }));
  return scored
    .map((one) => ({ ...one, rank: 1 + scored.filter((other) => other.score > one.score).length }))
    .sort((one, other) => Number(other.won) - Number(one.won) || other.score - one.score);
}
