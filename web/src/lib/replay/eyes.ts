import { m } from '../paraglide/messages.js';
import type { Look } from './looks';
import type { ReplayTable } from './table.svelte';

/** "What Basile knew": the eyes of one player, in words. */
export const knowledgeOf = (table: ReplayTable, seat: number): string =>
  table.people[seat]?.isMe
    ? m.replay_eyes_mine()
    : table.written(m.replay_eyes_seat({ name: table.people[seat]?.name ?? '' }));

/** With which eyes a game is watched. */
export const lookWords = (table: ReplayTable, look: Look): string =>
  look.eyes === 'truth'
    ? m.replay_eyes_truth()
    : look.eyes === 'public'
      ? m.replay_eyes_public()
      : knowledgeOf(table, look.seat);
