import { aboutGame } from '../games/registry';
import { known } from '../net/catalogue.svelte';
import { m } from '../paraglide/messages.js';

/** In the reader's language where the game has a board of its own, else as its server calls it. */
export const gameTitle = (game: string): string =>
  aboutGame(game)?.title() ?? known.catalogue?.games.find(({ name }) => name === game)?.title ?? game;

export const gameScore = (game: string, count: number): string =>
  aboutGame(game)?.score({ count }) ?? String(count);

export const gameLine = (game: string): string => aboutGame(game)?.line() ?? m.plain_line();
