import { m } from '$lib/paraglide/messages.js';
import type { Keys } from '../types';

export const keys = (): Keys => [
  ['1 – 6', m.saboteur_key_pick()],
  ['← ↑ → ↓', m.saboteur_key_move()],
  ['R', m.saboteur_key_turn()],
  [m.key_enter(), m.saboteur_key_lay()],
  [m.key_escape(), m.saboteur_key_back()],
  ['+ − 0', m.key_zoom()],
];
