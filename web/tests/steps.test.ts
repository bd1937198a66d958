import { expect, it } from 'vitest';
import { isDeadly, steps } from '$lib/games/diamant/steps';
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
/** As the server sees it after a move: drawn for its last moment. */
const after: View = {
  ...before,
  chests: [9, 0, 0],
  phase: {
    type: 'Expedition',
    cave: 1,
    pile: 27,
    gallery: [
      { card: { type: 'Gems', stones: 11 }, left: 0 },
      { card: { type: 'Danger', hazard: 'gas' }, left: 0 },
      { card: { type: 'Gems', stones: 7 }, left: 1 },
    ],
    inside: [1, 2],
    loot: 6,
    choices: {},
  },
  takings: [[5, 0, 0]],
};
const cave = (view: View) => (view.phase.type === 'Expedition' ? view.phase : null);

it('shows a move moment by moment', () => {
  const [chose, shown, returned, turned] = steps(before, reveal, after).map(({ view }) => view);
  expect(cave(chose!)?.choices[0]).toBe('leave');
  expect(cave(shown!)?.choices).toEqual({ 0: 'leave', 1: 'go_on', 2: 'go_on' });
  expect(returned?.chests).toEqual([9, 0, 0]);
  expect(cave(returned!)?.inside).toEqual([1, 2]);
  expect(cave(turned!)?.gallery).toHaveLength(3);
  expect(cave(turned!)?.loot).toBe(6);
  expect(cave(turned!)?.choices).toEqual({});
});

it('has the next card on the table within half a second', () => {
  const waiting = steps(before, reveal, after)
    .slice(0, -1)
    .reduce((sum, { ms }) => sum + ms, 0);
  expect(waiting).toBeLessThanOrEqual(500);
});

it('never says what a hidden chest holds', () => {
  const hidden: View = { ...before, chests: [4, { type: 'hidden' }, { type: 'hidden' }] };
  const back: Event = { type: 'Returned', seats: [1], banked: 5, left: [0, 0] };
  const on: Event = { type: 'CardTurned', card: { type: 'Gems', stones: 7 }, share: 3, left: 1 };
  expect(steps(hidden, [back, on], hidden)[0]?.view.chests[1]).toEqual({ type: 'hidden' });
});

const collapse: Event[] = [
  { type: 'ChoicesShown', choices: { 0: 'leave', 1: 'go_on', 2: 'go_on' } },
  { type: 'Returned', seats: [0], banked: 5, left: [0, 0] },
  { type: 'CardTurned', card: { type: 'Danger', hazard: 'gas' }, share: 0, left: 0 },
  { type: 'CaveFled', cave: 1, hazard: 'gas' },
];
const fled: View = {
  ...before,
  chests: [9, 0, 0],
  phase: {
    type: 'CaveOver',
    cave: 1,
    pile: 27,
    gallery: [
      { card: { type: 'Gems', stones: 11 }, left: 0 },
      { card: { type: 'Danger', hazard: 'gas' }, left: 0 },
      { card: { type: 'Danger', hazard: 'gas' }, left: 0 },
    ],
    hazard: 'gas',
    lost: { 1: 3, 2: 3 },
    ready: [],
  },
  removed: ['gas'],
  takings: [[5, 0, 0]],
};

it('gives a collapse the time it deserves: the card first, then what follows from it', () => {
  const [, , card, end] = steps(before, collapse, fled);
  expect([card?.great, end?.great]).toEqual([true, true]);
  expect(card!.ms + end!.ms).toBeGreaterThanOrEqual(2000);
  expect(card!.ms + end!.ms).toBeLessThanOrEqual(6000);
  expect(isDeadly(cave(card!.view)!)).toBe(true);
  expect(end?.view).toBe(fled);
});

it('draws a pause that more follows upon as the server would have seen it', () => {
  const entered: Event = { type: 'CaveEntered', cave: 2, pile: { type: 'hidden' } };
  const first: Event = { type: 'CardTurned', card: { type: 'Gems', stones: 5 }, share: 1, left: 2 };
  const next: View = {
    ...fled,
    phase: {
      type: 'Expedition',
      cave: 2,
      pile: 28,
      gallery: [{ card: { type: 'Gems', stones: 5 }, left: 2 }],
      inside: [0, 1, 2],
      loot: 1,
      choices: {},
    },
  };
  const all = steps(before, [...collapse, { type: 'Continued', seat: 1 }, entered, first], next);
  expect(all[3]?.view).toEqual(fled);
  expect(all[4]?.view.phase).toMatchObject({ ready: [1] });
  expect(cave(all[5]!.view)).toMatchObject({ cave: 2, pile: 29, gallery: [], inside: [0, 1, 2] });
  expect(all[6]?.view).toBe(next);
});
