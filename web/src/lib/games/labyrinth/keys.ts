import { m } from '$lib/paraglide/messages.js';
import type { Keys } from '../types';

export const keys = (): Keys => [
  ['1 2 3', m.labyrinth_key_zone()],
  ['← →', m.labyrinth_key_turn()],
  ['← ↑ → ↓', m.labyrinth_key_walk()],
  [m.key_enter(), m.labyrinth_key_confirm()],
  [m.key_escape(), m.labyrinth_put_back()],
  ['+ − 0', m.key_zoom()],
];
