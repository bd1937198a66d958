import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/labyrinth';
import type { GameClient } from '../types';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Ending from './Ending.svelte';
import { explain } from './explain';
import { Local } from './local.svelte';
import { brief, progress, sentence, summary } from './say';
import Seat from './Seat.svelte';
import { steps } from './steps';
import { keys } from './keys';
import { tell } from './tell';
import Trace from './Trace.svelte';
import { voice } from './voice';

const PHASES = {
  FirstChange: 'turning',
  SecondChange: 'turning',
  Moving: 'moving',
  Arrived: 'arrived',
  AnimalTurned: 'animal',
  Fetched: 'fetched',
  Duel: 'duel',
  Placing: 'placing',
  Finished: 'finished',
} as const;

const labyrinth: GameClient<View, Action, Event, Local> = {
  local: (table) => new Local(table),
  Board,
  openBoard: true,
  Controls,
  hand: async () => (await import('./InHand.svelte')).default,
  Seat,
  Ending,
  steps,
  phase: ({ phase }) => PHASES[phase.type],
  progress,
  sentence,
  summary,
  brief,
  tell,
  Trace,
  statistics: async () => (await import('./statistics')).statistics,
  keys,
  voice,
  hint: async () => (await import('./hint')).hint,
  coach: async () => (await import('./coach')).words,
  insight: async () => (await import('./Insight.svelte')).default,
  explain,
  score: (points) => m.labyrinth_score({ count: points }),
  turnBased: true,
};
export default labyrinth;
