import { isGameName, type GameName } from '../games/registry';
import { m } from '../paraglide/messages.js';

const TITLES: Record<GameName, () => string> = {
  saboteur: m.saboteur_title,
  diamant: m.diamant_title,
  labyrinth: m.labyrinth_title,
  outofmine: m.outofmine_title,
};

export const gameTitle = (game: string): string => (isGameName(game) ? TITLES[game]() : game);

const SCORES: Record<GameName, (points: { count: number }) => string> = {
  saboteur: m.saboteur_nuggets,
  diamant: m.diamant_worth,
  labyrinth: m.labyrinth_score,
  outofmine: m.outofmine_points,
};

export const gameScore = (game: string, count: number): string =>
  isGameName(game) ? SCORES[game]({ count }) : String(count);

export const gameLine = (game: GameName): string =>
  ({
    saboteur: m.saboteur_line,
    diamant: m.diamant_line,
    labyrinth: m.labyrinth_line,
    outofmine: m.outofmine_line,
  })[game]();
