import { aboutGame } from '../games/registry';
import { api, type NewTable } from '../net/api';
import { identity } from '../net/identity.svelte';
import type { Catalogue } from '../protocol/table';
import { router } from '../router.svelte';
import { botLevel } from './botLevel.svelte';

/** What should happen at a table as soon as this browser is there. */
export type Plan =
  | { readonly kind: 'solo'; readonly fill: string }
  | { readonly kind: 'hands'; readonly names: readonly string[]; readonly fill: string };

const plans = new Map<string, Plan>();

/** Once: whoever comes back later finds the table as it is. */
export function takePlan(code: string): Plan | null {
  const plan = plans.get(code) ?? null;
  plans.delete(code);
  return plan;
}

export function usualSeats(game: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, aboutGame(game)?.usualSeats ?? 4));
}

/** One click: a table, a seat, bots on the others, and off. */
export async function playNow(catalogue: Catalogue, game: string): Promise<void> {
  const info = catalogue.games.find(({ name }) => name === game);
  if (!info) throw new Error(`no game ${game}`);
  await identity.ensure({ ask: false });
  const table = await api.open({ game, seats: usualSeats(game, info.least_players, info.most_players) });
  plans.set(table.code, { kind: 'solo', fill: botLevel.of(catalogue.bots) });
  router.go(`/t/${table.code}`);
}

export async function openTable(settings: NewTable, plan: Plan | null): Promise<void> {
  if (!(await identity.ensure())) return;
  const table = await api.open(settings);
  if (plan) plans.set(table.code, plan);
  router.go(`/t/${table.code}`);
}
