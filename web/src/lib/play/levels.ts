import { m } from '../paraglide/messages.js';

const NAMES: Record<string, () => string> = {
  easy: m.level_easy,
  normal: m.level_normal,
  hard: m.level_hard,
  random: m.level_random,
};

/** Whether a name in a list of players is a bot's level. */
export const isLevel = (name: string): boolean => name in NAMES;

/** A bot's level in words; a level this client has not heard of keeps the server's name for it. */
export const levelName = (level: string): string => NAMES[level]?.() ?? level;

/** How strong it is, in dots beside its sign; none for a level this client has not heard of. */
export const levelDots = (level: string): number => ['easy', 'normal', 'hard'].indexOf(level) + 1;

/** Levels worth sitting at a table with; the random one is there for tests. */
export const goodLevels = (levels: readonly string[]): readonly string[] => {
  const good = levels.filter((level) => level !== 'random');
  return good.length ? good : levels;
};

/** The level to begin with. */
export const usualLevel = (levels: readonly string[]): string =>
  levels.includes('normal') ? 'normal' : (goodLevels(levels).at(-1) ?? 'random');
