import { expect, it } from 'vitest';
import { odds } from '$lib/games/diamant/odds';
import type { ExpeditionView, View } from '$lib/protocol/diamant';

const cave: ExpeditionView = {
  type: 'Expedition',
  cave: 3,
  pile: 25,
  gallery: [
    { card: { type: 'Gems', stones: 11 }, left: 1 },
    { card: { type: 'Danger', hazard: 'snakes' }, left: 0 },
    { card: { type: 'Danger', hazard: 'gas' }, left: 0 },
  ],
  inside: [0, 1],
  loot: 5,
  choices: {},
};
const view: View = {
  seat: 0,
  options: { chests: 'open', leftovers: 'together', artifacts: 'none' },
  chests: [0, 0, 0],
  phase: cave,
  removed: ['gas', 'rocks'],
  artifacts_turned: 0,
  takings: [],
};

it('counts what ends the expedition, what warns and what brings stones', () => {
  const found = odds(view, cave);
  expect(found.fatal).toBe(2 + 1);
  expect(found.warning).toBe(3 + 2 + 3);
  expect(found.gems).toBe(14);
  expect(found.other).toBe(0);
});

it('adds up to the pile, artifact included', () => {
  const found = odds(view, { ...cave, pile: 26 });
  expect(found.fatal + found.warning + found.gems + found.other).toBe(26);
  expect(found.other).toBe(1);
});
