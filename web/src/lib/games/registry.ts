import type { Component } from 'svelte';
import { loadCatalogue } from '../net/catalogue.svelte';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type { About, GameClient } from './types';

/** The list of the games that have a board of their own. Each is a chunk, fetched when its first table is opened. */
const clients = {
  saboteur: () => import('./saboteur/index'),
  diamant: () => import('./diamant/index'),
  labyrinth: () => import('./labyrinth/index'),
  outofmine: () => import('./outofmine/index'),
};

type GameName = keyof typeof clients;
type ClientOf<Name extends GameName> = Awaited<ReturnType<(typeof clients)[Name]>>['default'];
export type AnyLocal = ReturnType<ClientOf<GameName>['local']>;
/** The client of the game that a table plays, whichever it is: `loadGame` pairs them by name. */
export type AnyClient = GameClient<AnyView, AnyAction, AnyEvent, AnyLocal>;

/** A lesson is a page of its own: no server, the game's own board, positions that are written down. */
export type LessonComponent = Component<{ ondone?: () => void }>;

const abouts = import.meta.glob<About>('./*/about.ts', { import: 'about', eager: true });
const lessons = import.meta.glob<LessonComponent>('./*/Lesson.svelte', { import: 'default' });

export const GAME_NAMES: readonly string[] = Object.keys(clients);

const isOurs = (name: string): name is GameName => Object.hasOwn(clients, name);

/** Ours as they stand in the list, then what else a server has. */
export const placeOf = (name: string): number =>
  isOurs(name) ? GAME_NAMES.indexOf(name) : GAME_NAMES.length;

/** What is said of a game before it is fetched; null for one that has no board of its own here. */
export const aboutGame = (name: string): About | null =>
  isOurs(name) ? (abouts[`./${name}/about.ts`] ?? null) : null;

async function loadPlain(): Promise<{ default: unknown }> {
  // What the game is called only its server knows; without the catalogue it goes by its name in addresses.
  const [plain] = await Promise.all([import('./plain/index'), loadCatalogue().catch(() => null)]);
  return plain;
}

/** The game's own board, or the plain one, which shows any game as its server tells it. */
export async function loadGame(name: string): Promise<AnyClient> {
  const load: () => Promise<{ default: unknown }> = isOurs(name) ? clients[name] : loadPlain;
  // Which game's views and actions a client is handed is what the name says: no type can.
  return (await load()).default as AnyClient;
}

export const hasLesson = (name: string): boolean => `./${name}/Lesson.svelte` in lessons;

export function loadLesson(name: string): Promise<LessonComponent> {
  return lessons[`./${name}/Lesson.svelte`]?.() ?? Promise.reject(new Error(`no lesson for ${name}`));
}
