import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { words } from '$lib/games/outofmine/coach';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Action, View } from '$lib/protocol/outofmine';

const written = (module: string): string =>
  readFileSync(new URL(`../../src/filon/coach/outofmine/${module}.py`, import.meta.url), 'utf8');
/** The coach's own lists: every reason and every kind that it can say. */
const REASONS = [
  ...new Set([...written('reasons').matchAll(/"(coach\.outofmine\.\w+)"/g)].map(([, key]) => key ?? '')),
];
const KINDS = [
  ...new Set([...written('weighing').matchAll(/"(outofmine\.\w+)"/g)].map(([, key]) => key ?? '')),
];

const LOCALES = ['en', 'fr'] as const;
const RAW = /[{}]|undefined|NaN|\bP5\b|coach|outofmine/;
const FIGURES = {
  side: 'back',
  ways: 9200,
  others: 4300,
  count: 12,
  wrong: 1,
  tile: 'P5',
  rivals: 1,
  odds: 14,
  keeping: 1,
  places: 21,
  missing: 4,
  squares: 4,
};
const people = ['Ada', 'Bob'].map((name) => ({ name }));
const telling = {
  people: people as never,
  seat: 0,
  name: (seat: number) => people[seat]?.name ?? '',
  names: (seats: readonly number[]) => seats.join(),
};
const reason = (key: string, values: Record<string, number | string>) =>
  words.reason({ key, values }, telling);

describe('the coach of Out of Mine!', () => {
  afterEach(() => overwriteGetLocale(() => baseLocale));

  it('lists what it can say', () => {
    expect(REASONS.length).toBe(9);
    expect(KINDS.length).toBe(6);
  });

  it.each(REASONS)('says %s in both languages, alone and against others', (key) => {
    const said = LOCALES.flatMap((locale) => {
      overwriteGetLocale(() => locale);
      return [
        reason(key, FIGURES),
        reason(key, { ...FIGURES, rival: 1, motions: 0 }),
        reason(key, { ...FIGURES, rival: 1, motions: 3, rivals: 2, wrong: 2, keeping: 5, missing: 1 }),
      ];
    });
    for (const sentence of said) {
      expect(sentence).toMatch(/\.$/);
      expect(sentence).not.toMatch(RAW);
    }
    expect(said[0]).not.toBe(said[3]);
  });

  it.each(KINDS)('names the kind %s in both languages', (kind) => {
    const said = LOCALES.map((locale) => {
      overwriteGetLocale(() => locale);
      return words.kind(kind);
    });
    expect(said[0]).toBeTruthy();
    expect(said[1]).toBeTruthy();
    expect(said[0]).not.toBe(said[1]);
  });

  it('knows no other reason and no other kind', () => {
    expect(reason('coach.outofmine.other', FIGURES)).toBeNull();
    expect(words.kind('outofmine.other')).toBeNull();
  });

  it('names motions by tile and squares', () => {
    const told = (action: Action) => words.action(action, {} as View, telling);
    expect(told({ type: 'Take', tile: { shape: 'L4', find: 'plain' } })).toBe('Take the red L');
    expect(told({ type: 'Place', squares: [19, 20, 28, 29, 37], hand: 'first' })).toBe(
      'Lay the white P on b3 c3 b4 c4 b5',
    );
    expect(told({ type: 'TakeOff', square: 19 })).toBe('Put the tile on b3 back');
    expect(told({ type: 'ChooseFace', side: 'front' })).toBe('Play the front');
  });
});
