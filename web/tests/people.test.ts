import { expect, it } from 'vitest';
import { aroundMe, seatPeople } from '$lib/play/people';
import type { TablePart } from '$lib/protocol/table';

const table = {
  people: [{ guest: 'g1', name: 'Ada', seat: 1, silenced: false, away_since: null }],
  chairs: [
    { type: 'Bot', level: 'random' },
    { type: 'Held', guest: 'g1', stand_in: null, watchable: false },
    { type: 'Empty' },
  ],
} as unknown as TablePart;

it('knows bots, people and empty seats apart', () => {
  const [bot, ada, nobody] = seatPeople(table, 'g1', new Set(['g1']), () => 'free');
  expect(bot).toMatchObject({ bot: 'random', isMe: false, present: true });
  expect(ada).toMatchObject({ name: 'Ada', bot: null, isMe: true, present: true });
  expect(nobody).toMatchObject({ name: 'free', present: false });
  expect(new Set([bot, ada, nobody].map((person) => person?.mark)).size).toBe(3);
});

it('seats the others around me in turn order', () => {
  const people = seatPeople(table, 'g1', new Set(), () => 'free');
  expect(aroundMe(people, 1).map(({ seat }) => seat)).toEqual([2, 0]);
  expect(aroundMe(people, null)).toHaveLength(3);
});
