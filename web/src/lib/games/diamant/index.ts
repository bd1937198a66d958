import { m } from '$lib/paraglide/messages.js';
import { CAVES, type Action, type Event, type View } from '$lib/protocol/diamant';
import type { GameClient } from '../types';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Ending from './Ending.svelte';
import { Local } from './local.svelte';
import { brief, sentence, summary } from './say';
import Seat from './Seat.svelte';
import { steps } from './steps';
import { keys } from './keys';
import { tell } from './tell';
import Trace from './Trace.svelte';

const diamant: GameClient<View, Action, Event, Local> = {
  local: (table) => new Local(table),
  Board,
  Controls,
  hand: async () => (await import('./InHand.svelte')).default,
  Seat,
  Ending,
  Trace,
  steps,
  phase: ({ phase }) =>
    phase.type === 'Finished' ? 'finished' : phase.type === 'CaveOver' ? 'over' : 'choosing',
  progress: ({ phase }) =>
    phase.type === 'Finished' ? m.diamant_all_caves() : m.diamant_cave({ cave: phase.cave, caves: CAVES }),
  sentence,
  summary,
  brief,
  anew: ['CaveFled', 'CaveLeft'],
  tell,
  pause: ({ phase }) => phase.type === 'CaveOver',
  statistics: async () => (await import('./statistics')).statistics,
  keys,
  hint: async () => (await import('./hint')).hint,
  coach: async () => (await import('./coach')).words,
  insight: async () => (await import('./Insight.svelte')).default,
  score: (points) => m.diamant_worth({ count: points }),
  turnBased: true,
};
export default diamant;
