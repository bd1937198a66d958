import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/outofmine';
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
import { tell, voice } from './tell';
import Trace from './Trace.svelte';

const PHASES = {
  Choosing: 'choosing',
  Ready: 'ready',
  Placing: 'placing',
  Counted: 'counted',
  Finished: 'finished',
} as const;

const outofmine: GameClient<View, Action, Event, Local> = {
  local: (table) => new Local(table),
  Board,
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
  pause: ({ phase }) => phase.type === 'Counted',
  voice,
  Trace,
  statistics: async () => (await import('./statistics')).statistics,
  keys,
  anew: ['BoardsDealt', 'CardsTurned'],
  hint: async () => (await import('./hint')).hint,
  coach: async () => (await import('./coach')).words,
  insight: async () => (await import('./Insight.svelte')).default,
  explain,
  score: (points) => m.outofmine_points({ count: points }),
  turnBased: false,
};
export default outofmine;
