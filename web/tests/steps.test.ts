import { expect, it } from 'vitest';
import { steps } from '$lib/games/diamant/steps';
import type { Event, View } from '$lib/protocol/diamant';

const before: View = {
  seat: 0,
  options: { chests: 'open', leftovers: 'together', artifacts: 'none' },
  chests: [4, 0, 0],
  phase: {
    type: 'Expedition',
    cave: 1,
    pile: 28,
    gallery: [
      { card: { type: 'Gems', stones: 11 }, left: 2 },
      { card: { type: 'Danger', hazard: 'gas' }, left: 0 },
    ],
    inside: [0, 1, 2],
    loot: 3,
    choices: { 1: { type: 'hidden' } },
  },
  removed: [],
  artifacts_turned: 0,
  takings: [],
};
const reveal: Event[] = [
  { type: 'Chose', seat: 0, choice: 'leave' },
  { type: 'ChoicesShown', choices: { 0: 'leave', 1: 'go_on', 2: 'go_on' } },
  { type: 'Returned', seats: [0], banked: 5, left: [0, 0] },
  { type: 'CardTurned', card: { type: 'Gems', stones: 7 }, share: 3, left: 1 },
];
const cave = (view: View) => (view.phase.type === 'Expedition' ? view.phase : null);

it('shows a move moment by moment', () => {
  const [chose, shown, returned, turned] = steps(before, reveal).map(({ view }) => view);
  expect(cave(chose!)?.choices[0]).toBe('leave');
  expect(cave(shown!)?.choices).toEqual({ 0: 'leave', 1: 'go_on', 2: 'go_on' });
  expect(returned?.chests).toEqual([9, 0, 0]);
  expect(cave(returned!)?.inside).toEqual([1, 2]);
  expect(cave(turned!)?.gallery).toHaveLength(3);
  expect(cave(turned!)?.loot).toBe(6);
  expect(cave(turned!)?.choices).toEqual({});
});

it('has the next card on the table within half a second', () => {
  const waiting = steps(before, reveal)
    .slice(0, -1)
    .reduce((sum, { ms }) => sum + ms, 0);
  expect(waiting).toBeLessThanOrEqual(500);
});

it('never says what a hidden chest holds', () => {
  const hidden: View = { ...before, chests: [4, { type: 'hidden' }, { type: 'hidden' }] };
  const back: Event = { type: 'Returned', seats: [1], banked: 5, left: [0, 0] };
  expect(steps(hidden, [back])[0]?.view.chests[1]).toEqual({ type: 'hidden' });
});
