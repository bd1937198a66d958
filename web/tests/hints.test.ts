import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { hint as diamant } from '$lib/games/diamant/hint';
import { hint as labyrinth } from '$lib/games/labyrinth/hint';
import { hint as outofmine } from '$lib/games/outofmine/hint';
import type { Why } from '$lib/games/reasons';
import { hint as saboteur } from '$lib/games/saboteur/hint';
import { pointed } from '$lib/games/saboteur/pointed';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';

/** The server's own lists: each reason with its English sentence, whose gaps name the figures that come with it. */
const source = ['saboteur', 'diamant', 'labyrinth', 'outofmine']
  .map((game) => readFileSync(new URL(`../../src/filon/bots/${game}/reasons.py`, import.meta.url), 'utf8'))
  .join('\n');
const REASONS = [...source.matchAll(/^ {4}"(\w+\.\w+)": "(.*)",$/gm)].map(([, key, text]) => ({
  key: key ?? '',
  gaps: [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap ?? ''),
}));

/** A figure for every gap, as the server writes them; cards, tiles and squares by their codes. */
const FIGURES: Readonly<Record<string, (game: string) => number | string>> = {
  seat: () => 1,
  card: () => 'ESW',
  tool: () => 'lamp',
  secret: () => 'harp',
  ring: () => 'inner',
  kind: () => 'gnome',
  given: () => 'gnome',
  side: () => 'back',
  tile: () => 'L4',
  goal: () => 2,
  at: (game) => (game === 'labyrinth' ? 'D7' : 'c4'),
};
const CODES = /\b(ESW|L4|D7|c4)\b|[{}]|undefined|NaN/;

const telling = {
  people: [],
  seat: 0,
  name: (seat: number) => `player ${seat}`,
  names: (seats: readonly number[]) => seats.join(),
};
const TOLD: Readonly<Record<string, (why: Why) => string | null>> = {
  saboteur: (why) => saboteur(why, telling),
  diamant,
  labyrinth: (why) => labyrinth(why, telling),
  outofmine: (why) => outofmine(why),
};

function tell({ key, gaps }: (typeof REASONS)[number], locale: 'en' | 'fr'): string | null {
  overwriteGetLocale(() => locale);
  const game = key.split('.')[0] ?? '';
  const of = (gap: string): [string, number | string] => [gap, FIGURES[gap]?.(game) ?? 1.5];
  const values = Object.fromEntries([...gaps, 'ring', 'tile', 'secret', 'empty'].map(of));
  return TOLD[game]?.({ key, values }) ?? null;
}

describe('a hint', () => {
  afterEach(() => overwriteGetLocale(() => baseLocale));

  it('has its reasons listed in the server’s own files', () => {
    expect(REASONS.length).toBeGreaterThan(45);
    expect(new Set(REASONS.map(({ key }) => key.split('.')[0]))).toEqual(new Set(Object.keys(TOLD)));
  });

  for (const reason of REASONS)
    it(`is told in French and English: ${reason.key}`, () => {
      const [english, french] = [tell(reason, 'en'), tell(reason, 'fr')];
      expect(english).toBeTruthy();
      expect(french).toBeTruthy();
      expect(french).not.toBe(english);
      expect(english).not.toMatch(CODES);
      expect(french).not.toMatch(CODES);
      if (reason.gaps.includes('seat')) expect([english, french].join()).toMatch(/player 1.*player 1/);
    });

  it('is silent about a reason it does not know', () => {
    for (const told of Object.values(TOLD)) expect(told({ key: 'another.reason', values: {} })).toBeNull();
  });
});

describe('what a hint points at in Saboteur', () => {
  it('is the card, and where it goes', () => {
    expect(pointed({ type: 'PlacePath', card: 'ES', at: [3, -1], turned: true })).toMatchObject({
      card: 'ES',
      place: '3,-1',
      turned: true,
    });
    expect(pointed({ type: 'BreakTool', tool: 'cart', target: 2 })).toMatchObject({
      card: 'broken_cart',
      target: { seat: 2, tool: 'cart' },
    });
    expect(pointed({ type: 'Discard', card: 'map' })).toMatchObject({ card: 'map', discards: true });
    expect(pointed({ type: 'TakeGold', nuggets: 3 })).toMatchObject({ card: null, nuggets: 3 });
    expect(pointed({ type: 'Pass' })).toMatchObject({ passes: true });
    expect(pointed(null)).toBeNull();
  });
});
