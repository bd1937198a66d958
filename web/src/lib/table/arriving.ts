import { newNonce, promises } from '../chance';
import { keptByTab } from '../kept';
import type { Connection } from '../net/connection.svelte';
import { m } from '../paraglide/messages.js';
import { explain } from '../play/refusals';
import { preferences } from '../preferences.svelte';
import type { Answer } from '../protocol/table';
import { toasts } from '../ui/toasts.svelte';
import { hands } from './hands.svelte';
import type { Plan } from './opening';

/** Says a refusal aloud; nothing for what was accepted. */
export function tellRefusal(answer: Answer<unknown>): boolean {
  if (answer.type === 'Accepted') return true;
  toasts.show(explain(answer), { tone: 'bad' });
  return false;
}

/** Joins under the name, or under the next free one like it. */
export async function join(connection: Connection, name: string): Promise<void> {
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    const answer = await connection.send({ type: 'Join', name: attempt === 1 ? name : `${name} ${attempt}` });
    if (answer.type === 'Accepted' || answer.code !== 'name_taken') return;
  }
}

/** What happens by itself when somebody comes to a table: they join, sit down, and what was planned begins. */
export async function arrive(
  connection: Connection,
  others: readonly Connection[],
  plan: Plan | null,
): Promise<void> {
  const table = connection.table;
  if (!table || table.status !== 'lobby') return;
  if (!table.people.some(({ guest }) => guest === connection.me))
    await join(connection, preferences.name || m.guest_name());
  const sitting = connection.table?.chairs.some(
    (chair) => chair.type === 'Held' && chair.guest === connection.me,
  );
  const free = connection.table?.chairs.some((chair) => chair.type === 'Empty');
  if (!sitting && free && (plan || connection.me !== table.host || !hasSat(table.id))) {
    markSat(table.id);
    await connection.send({ type: 'TakeSeat', seat: plan ? 0 : null });
  }
  const names = hands.of(table.id).map(({ name }) => name);
  for (const [index, other] of others.entries()) {
    await join(other, names[index] ?? m.player_number({ number: index + 2 }));
    await other.send({ type: 'TakeSeat', seat: null });
  }
  if (plan) {
    await Promise.all([connection, ...others].map(addNonce));
    tellRefusal(await connection.send({ type: 'Start', fill: plan.fill }));
  }
}

/** Whoever stood up on purpose is not put back on a chair by a reload. */
const satKey = (table: string): string => `sat.${table}`;
const hasSat = (table: string): boolean => keptByTab.read(satKey(table)) !== null;
const markSat = (table: string): void => keptByTab.write(satKey(table), 1);

const sent = new WeakMap<Connection, number>();

/** This browser's share of chance, once a game, with the server's promise as it stood before. */
export async function addNonce(connection: Connection): Promise<void> {
  const table = connection.table;
  if (!table || table.status !== 'lobby' || sent.get(connection) === table.game_number) return;
  sent.set(connection, table.game_number);
  const nonce = newNonce();
  promises.keep(table.id, table.game_number, { commitment: table.commitment, nonce });
  await connection.send({ type: 'AddNonce', nonce });
}
