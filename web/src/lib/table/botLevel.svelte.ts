import { goodLevels, usualLevel } from '../play/levels';
import { isText, remembered } from '../remembered.svelte';

const kept = remembered('bots', '', isText);

/** How well the bots play that this person sits down with: chosen once, kept for next time. */
export const botLevel = {
  /** Among those a server has. */
  of: (levels: readonly string[]): string =>
    goodLevels(levels).includes(kept.value) ? kept.value : usualLevel(levels),
  keep(level: string): void {
    kept.value = level;
  },
};
