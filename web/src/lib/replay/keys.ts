import type { Keys } from '../games/types';
import { m } from '../paraglide/messages.js';
import type { ReplayTable } from './table.svelte';

export const keys = (): Keys => [
  ['← →', m.replay_key_arrows()],
  ['Home End', m.replay_key_ends()],
  [m.replay_space(), m.replay_key_space()],
  [', .', m.replay_key_rounds()],
  ['S', m.say_position()],
  ['?', m.replay_key_help()],
];

const TYPED = 'input:not([type="range"]), textarea, select';
const PRESSED = 'button, a[href], summary';

/** Does what a key means while a game is watched again; false where it means nothing here. */
export function pressed(event: KeyboardEvent, table: ReplayTable, rounds: readonly number[]): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPED)) return false;
  // The scrubber moves by itself, and a button is pressed by the space bar.
  if (target?.closest('input') && !/^[ ,.]$/.test(event.key)) return false;
  if (event.key === ' ' && target?.closest(PRESSED)) return false;
  switch (event.key) {
    case 'ArrowLeft':
      table.running = false;
      table.back();
      return true;
    case 'ArrowRight':
      table.running = false;
      table.forward();
      return true;
    case 'Home':
      table.running = false;
      table.go(0);
      return true;
    case 'End':
      table.running = false;
      table.go(table.end);
      return true;
    case ' ':
      table.running = !table.running;
      return true;
    case ',':
      table.running = false;
      table.go(rounds.findLast((at) => at < table.at) ?? 0);
      return true;
    case '.':
      table.running = false;
      table.go(rounds.find((at) => at > table.at && at <= table.end) ?? table.end);
      return true;
    default:
      return false;
  }
}
