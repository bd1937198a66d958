import { m } from '$lib/paraglide/messages.js';
import type { Keys } from '../types';

export const keys = (): Keys => [
  ['G', m.diamant_go_on()],
  ['L', m.diamant_leave()],
];
