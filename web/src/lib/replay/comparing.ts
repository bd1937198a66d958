import type { AnyEvent } from '../protocol/games';
import type { ComparedGame, Comparison, Replay } from './types';

/**
 * The decisions of one player as a replay: a position for each, as they saw it. What happened in between is told nowhere,
 * and so are the other players' cards.
 */
export function asReplay({ game, seat }: Comparison, played: ComparedGame): Replay | null {
  if (!played.view) return null;
  const { table, number, players, mine, decisions, view } = played;
  return {
    table,
    code: '',
    number,
    game,
    ended_at: null,
    eyes: 'seat',
    seat,
    mine: mine ? seat : null,
    players,
    view,
    steps: decisions.map(({ step, action }, index) => ({
      step,
      sequence: step,
      after_ms: 0,
      seat,
      by: 'player',
      action,
      events: [] as readonly AnyEvent[],
      patch: decisions[index + 1]?.patch ?? null,
    })),
    outcome: null,
  };
}

/** The first row at which both had not the same before them, or did not do the same with it; -1 for none. */
export const parting = ({ rows, shared, again }: Comparison): number =>
  rows.findIndex((row) => {
    const one = row.shared === null ? null : shared.decisions[row.shared]?.action;
    const other = row.again === null ? null : again.decisions[row.again]?.action;
    return !row.same || JSON.stringify(one) !== JSON.stringify(other);
  });
