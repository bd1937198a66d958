import { isGameName, type GameName } from '../games/registry';
import { m } from '../paraglide/messages.js';

const TITLES: Record<GameName, () => string> = {
  saboteur: m.saboteur_title,
  diamant: m.diamant_title,
  labyrinth: m.labyrinth_title,
  outofmine: m.outofmine_title,
};

export const gameTitle = (game: string): string => (isGameName(game) ? TITLES[game]() : game);

export const gameLine = (game: GameName): string =>
  ({
    saboteur: m.saboteur_line,
    diamant: m.diamant_line,
    labyrinth: m.labyrinth_line,
    outofmine: m.outofmine_line,
  })[game]();
