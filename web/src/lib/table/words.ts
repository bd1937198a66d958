import { m } from '../paraglide/messages.js';
import type { GameName } from '../games/registry';

export const gameTitle = (game: string): string =>
  ({
    saboteur: m.saboteur_title,
    diamant: m.diamant_title,
    labyrinth: m.labyrinth_title,
    outofmine: m.outofmine_title,
  })[game as GameName]?.() ?? game;

export const gameLine = (game: GameName): string =>
  ({
    saboteur: m.saboteur_line,
    diamant: m.diamant_line,
    labyrinth: m.labyrinth_line,
    outofmine: m.outofmine_line,
  })[game]();
