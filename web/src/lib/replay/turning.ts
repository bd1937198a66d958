import { ask } from '../net/api';
import { m } from '../paraglide/messages.js';
import type { ReplayTable } from './table.svelte';
import type { AnalysisState } from '../protocol/table';

/** Where somebody's share of the win was much another one afterwards; nothing before the game has been analysed. */
export async function turningPoints(
  table: ReplayTable,
): Promise<readonly { readonly at: number; readonly name: string }[]> {
  const { table: id, number } = table.replay;
  const path = `/tables/${encodeURIComponent(id)}/games/${number}/analysis`;
  // It is no part of the replay: whoever cannot have it watches on without.
  const state = await ask<AnalysisState<never, never>>('GET', path).catch(() => null);
  return (state?.analysis?.turning_points ?? []).map(({ step }) => ({
    at: table.before(step + 1),
    name: m.replay_mark_turning(),
  }));
}
