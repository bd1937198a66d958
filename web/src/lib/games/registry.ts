import type { Component } from 'svelte';
import type { AnyClient } from './types';

export const GAME_NAMES = ['saboteur', 'diamant', 'labyrinth', 'outofmine'] as const;
export type GameName = (typeof GAME_NAMES)[number];

/** A lesson is a page of its own: no server, the game's own board, positions that are written down. */
export type LessonComponent = Component<{ ondone?: () => void }>;

const clients = import.meta.glob<AnyClient>('./*/index.ts', { import: 'default' });

const lessons = import.meta.glob<LessonComponent>('./*/Lesson.svelte', { import: 'default' });

export const isGameName = (name: string): name is GameName =>
  (GAME_NAMES as readonly string[]).includes(name);

/** Whether this client can show the game at all. */
export const isPlayable = (name: string): name is GameName =>
  isGameName(name) && `./${name}/index.ts` in clients;

const loaded = new Map<string, Promise<AnyClient>>();

/** Each game is a chunk of its own, fetched when its first table is opened. */
export function loadGame(name: GameName): Promise<AnyClient> {
  let client = loaded.get(name);
  if (!client) {
    const load = clients[`./${name}/index.ts`];
    if (!load) return Promise.reject(new Error(`no board for ${name}`));
    client = load();
    client.catch(() => loaded.delete(name));
    loaded.set(name, client);
  }
  return client;
}

export const hasLesson = (name: GameName): boolean => `./${name}/Lesson.svelte` in lessons;

export function loadLesson(name: GameName): Promise<LessonComponent> {
  return lessons[`./${name}/Lesson.svelte`]?.() ?? Promise.reject(new Error(`no lesson for ${name}`));
}
