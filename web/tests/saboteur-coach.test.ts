import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { words } from '$lib/games/saboteur/coach';
import { dealt, goldOf, truthSeen } from '$lib/games/saboteur/insight';
import type { SeatPerson } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import { Role, type Action, type RoundInsight, type View } from '$lib/protocol/saboteur';

/** The server's own lists of what it may say. */
const read = (file: string) =>
  readFileSync(new URL(`../../src/filon/coach/saboteur/${file}.py`, import.meta.url), 'utf8');
const listed = (source: string, name: string): string[] => {
  const [, list] = new RegExp(`^${name}: Final = \\(([^)]*)\\)`, 'm').exec(source) ?? [];
  return [...(list ?? '').matchAll(/"(\w+)"/g)].map(([, key]) => key ?? '');
};
const REASONS = listed(read('reasons'), 'KEYS').map((key) => `coach.saboteur.${key}`);
const KINDS = [
  'saboteur.right',
  ...listed(read('deeds'), 'DIGGERS_KINDS').map((kind) => `saboteur.digger_${kind}`),
  ...listed(read('deeds'), 'SABOTEURS_KINDS').map((kind) => `saboteur.saboteur_${kind}`),
];
const FIGURES = { goal: 1, chance: 40, best: 3, played: 16, seat: 1, tool: 'lamp', card: 'ESW', unseen: 2 };

const people = ['Ada', 'Bruno'].map((name, seat): SeatPerson => ({
  seat,
  name,
  mark: 'anvil' as SeatPerson['mark'],
  colour: '',
  isMe: seat === 0,
  bot: null,
  standIn: false,
  present: true,
}));
const telling = {
  people,
  seat: 0,
  name: (seat: number) => people[seat]?.name ?? '',
  names: (seats: readonly number[]) => seats.join(),
};
const RAW = /[{}]|undefined|NaN|coach\.|_/;

describe('the coach of Saboteur', () => {
  afterEach(() => overwriteGetLocale(() => baseLocale));

  it('knows the lists of the server', () => {
    expect(REASONS.length).toBeGreaterThan(15);
    expect(KINDS.length).toBeGreaterThan(20);
  });

  it('has a sentence of its own for every reason, in both languages, whoever it is about', () => {
    for (const key of REASONS)
      for (const seat of [0, 1])
        for (const doubt of [20, 80]) {
          const said = (['en', 'fr'] as const).map((locale) => {
            overwriteGetLocale(() => locale);
            return words.reason({ key, values: { ...FIGURES, seat, doubt } }, telling) ?? '';
          });
          expect(said[0], key).not.toBe(said[1]);
          for (const sentence of said) {
            expect(sentence.length, key).toBeGreaterThan(10);
            expect(sentence, key).not.toMatch(RAW);
          }
        }
    expect(words.reason({ key: 'coach.saboteur.nonsense', values: {} }, telling)).toBeNull();
  });

  it('has a name for every kind of decision, no two alike', () => {
    for (const locale of ['en', 'fr'] as const) {
      overwriteGetLocale(() => locale);
      const names = KINDS.map((kind) => words.kind(kind) ?? '');
      expect(new Set(names).size).toBe(KINDS.length);
      expect(names).not.toContain('');
    }
    expect(words.kind('saboteur.nonsense')).toBeNull();
  });

  it('calls cards, tools and people by their names', () => {
    const actions: readonly Action[] = [
      { type: 'PlacePath', card: 'ESW', at: [3, 1], turned: true },
      { type: 'BreakTool', tool: 'pick', target: 1 },
      { type: 'RepairTool', card: 'repair_pick', target: 1, tool: 'pick' },
      { type: 'DropRocks', at: [2, 0] },
      { type: 'ReadMap', at: [8, 2] },
      { type: 'Discard', card: 'map' },
      { type: 'Pass' },
      { type: 'TakeGold', nuggets: 2 },
      { type: 'Continue' },
    ];
    const said = actions.map((one) => words.action(one, {} as View, telling));
    expect(new Set(said).size).toBe(actions.length);
    for (const sentence of said) expect(sentence).not.toMatch(RAW);
    expect(said[1]).toContain('Bruno');
  });
});

describe('what the coach has seen in a round', () => {
  const round = {
    gold: [
      [
        [33, 34, 33],
        [0, 100, 0],
      ],
    ],
  } as unknown as RoundInsight;

  it('is told from the own seat, or in the mean of all', () => {
    expect(goldOf(round, 1, 0)).toEqual([34]);
    expect(goldOf(round, 1, null)).toEqual([67]);
  });

  it('has words for every role that a record is kept of', () => {
    expect(Object.keys(words.roles ?? {})).toEqual([...Role]);
  });

  it('turns a loss in bits into how likely the truth seemed', () => {
    expect(truthSeen(0)).toBe(100);
    expect(truthSeen(1)).toBe(50);
  });

  it('shows the deal part by part', () => {
    const parts = dealt({ any_deal: 0.4, roles: 0.3, goals: 0.25, cards: 0.126 });
    expect(parts.map(([, chance]) => chance)).toEqual([40, 30, 25, 13]);
  });
});
