import { expect, it, vi } from 'vitest';
import { ExerciseTable } from '$lib/coach/exerciseTable.svelte';
import { loadGame } from '$lib/games/registry';
import { lesson } from '$lib/games/saboteur/lesson';
import { Local } from '$lib/games/saboteur/local.svelte';

// Preferences ask the browser, and here is none.
vi.mock('$lib/preferences.svelte', () => ({
  preferences: { pace: 'calm', lessMotion: true, locale: 'en', sound: false },
}));
vi.mock('$lib/sound/sounds', () => ({ play: () => {} }));
vi.stubGlobal('Element', class {});

it('announces no role, as a game does that has just begun', async () => {
  const names = ['Ada', 'Basile', 'Cléo'];
  const { seat, steps } = lesson(names);
  const { view } = steps[0]!;
  const players = names.map((name) => ({ name, bot: null }));
  const asked = { seat, players, view, legal: [] };
  const exercise = new ExerciseTable(await loadGame('saboteur'), asked, () => {});
  const begun = Object.create(exercise, { exercise: { value: false } });
  expect(new Local(begun).scenes.map(({ kind }) => kind)).toEqual(['role']);
  expect(new Local(Object.create(exercise)).scenes).toEqual([]);
});
