import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, View } from '$lib/protocol/saboteur';
import type { GameClient } from '../types';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Ending from './Ending.svelte';
import { explain } from './explain';
import { Local } from './local.svelte';
import { progress, sentence, summary } from './say';
import Seat from './Seat.svelte';
import { steps } from './steps';
import { keys } from './keys';
import { tell, voice } from './tell';
import Trace from './Trace.svelte';

const PHASES = {
  Digging: 'digging',
  SharingGold: 'sharing',
  RoundOver: 'over',
  Finished: 'finished',
} as const;

const saboteur: GameClient<View, Action, Event, Local> = {
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
  tell,
  pause: ({ phase }) => phase.type === 'RoundOver',
  Trace,
  statistics: async () => (await import('./statistics')).statistics,
  keys,
  voice,
  anew: ['RoundDealt'],
  suspicion: ({ phase, round }) => (phase.type === 'Digging' ? round.number : null),
  hint: async () => (await import('./hint')).hint,
  coach: async () => (await import('./coach')).words,
  insight: async () => (await import('./Insight.svelte')).default,
  score: (points) => m.saboteur_nuggets({ count: points }),
  explain,
  turnBased: true,
};
export default saboteur;
