import { m } from '$lib/paraglide/messages.js';
import type { Keys } from '../types';

export const keys = (): Keys => [
  ['← ↑ → ↓', m.outofmine_key_move()],
  [m.key_enter(), m.outofmine_key_enter()],
  ['R', m.outofmine_key_turn()],
  ['F', m.outofmine_key_over()],
  ['X', m.outofmine_key_other()],
  [m.key_delete(), m.outofmine_key_off()],
  [m.key_escape(), m.outofmine_key_back()],
];
