import type { Component } from 'svelte';
import type { GameName, Games } from '../protocol/games';
import type { Local as DiamantLocal } from './diamant/local.svelte';
import type { Local as LabyrinthLocal } from './labyrinth/local.svelte';
import type { Local as OutOfMineLocal } from './outofmine/local.svelte';
import type { Local as SaboteurLocal } from './saboteur/local.svelte';
import type { GameClient } from './types';

export type { GameName };
export const GAME_NAMES = [
  'saboteur',
  'diamant',
  'labyrinth',
  'outofmine',
] as const satisfies readonly GameName[];

interface Locals {
  saboteur: SaboteurLocal;
  diamant: DiamantLocal;
  labyrinth: LabyrinthLocal;
  outofmine: OutOfMineLocal;
}
export type AnyLocal = Locals[GameName];

type ClientOf<Name extends GameName> = GameClient<
  Games[Name]['View'],
  Games[Name]['Action'],
  Games[Name]['Event'],
  Locals[Name]
>;
/** The client of the game that a table plays, whichever it is: `loadGame` pairs them by name. */
export type AnyClient = ClientOf<GameName>;

/** A lesson is a page of its own: no server, the game's own board, positions that are written down. */
export type LessonComponent = Component<{ ondone?: () => void }>;

/** Each game is a chunk of its own, fetched when its first table is opened. */
const clients: { readonly [Name in GameName]: () => Promise<{ default: ClientOf<Name> }> } = {
  saboteur: () => import('./saboteur/index'),
  diamant: () => import('./diamant/index'),
  labyrinth: () => import('./labyrinth/index'),
  outofmine: () => import('./outofmine/index'),
};

const lessons = import.meta.glob<LessonComponent>('./*/Lesson.svelte', { import: 'default' });

/** Whether this client can show the game at all. */
export const isGameName = (name: string): name is GameName => Object.hasOwn(clients, name);

export const loadGame = async <Name extends GameName>(name: Name): Promise<ClientOf<Name>> =>
  (await clients[name]()).default;

export const hasLesson = (name: GameName): boolean => `./${name}/Lesson.svelte` in lessons;

export function loadLesson(name: GameName): Promise<LessonComponent> {
  return lessons[`./${name}/Lesson.svelte`]?.() ?? Promise.reject(new Error(`no lesson for ${name}`));
}
