import { m } from '$lib/paraglide/messages.js';
import type { Insight, TurnTaken } from '$lib/protocol/labyrinth';
import { changesWords } from './coach';
import { theSecret } from './words';

/** How a turn went with the secret that was sought in it. */
export const endOf = ({ reached, way, guarded }: TurnTaken): 'taken' | 'missed' | 'other' =>
  reached ? 'taken' : way && !guarded ? 'missed' : 'other';

export interface Course {
  readonly turns: readonly TurnTaken[];
  /** Squares on average. */
  readonly made: number;
  readonly best: number;
}

const mean = (values: readonly number[]): number =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;

/** The turns of one player. */
export function courseOf({ turns }: Insight, seat: number): Course {
  const own = turns.filter((turn) => turn.seat === seat);
  return {
    turns: own,
    made: mean(own.map(({ squares }) => squares)),
    best: mean(own.map(({ best }) => best.squares)),
  };
}

/** By seat: out of 100 pairs of changes, how many led to a secret as it was turned up. */
export const nearness = ({ lays }: Insight, seats: number): readonly number[] =>
  Array.from({ length: seats }, (_, seat) => 100 * mean(lays.map(({ near }) => near[seat] ?? 0)));

/** What would have led to a secret that nobody defended; empty for any other turn. */
export function missedWords({ turn, secret, way, opened }: TurnTaken): string {
  if (!secret || !way) return '';
  const said = { turn, secret: theSecret(secret) };
  return opened
    ? m.labyrinth_coach_missed_open(said)
    : m.labyrinth_coach_missed_by({ ...said, changes: changesWords(way.first, way.then) });
}
