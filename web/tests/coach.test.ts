import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SeatPerson } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import { across, line, rows, up } from '$lib/coach/curve';
import { finest, judged, optionOf, shownOptions, worst } from '$lib/coach/judging';
import { longest, noted, streak, untilTomorrow, type Attempts } from '$lib/coach/streak';
import { bars, PART_NAMES, signed, storyOf, sumOf } from '$lib/coach/sum';
import { trend } from '$lib/coach/trend';
import type { Decision, Parts, TurningPoint } from '$lib/coach/wire';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('navigator', { languages: ['en'] });
const { NO_WORDS, turned } = await import('$lib/coach/words');
const { dayShared } = await import('$lib/coach/daySentence');

afterEach(() => overwriteGetLocale(() => baseLocale));

const parts = (result: number, fair: number, luck: number, own: number): Parts => ({
  result,
  fair,
  luck,
  own,
  others: result - fair - luck - own,
});

describe('a result as a sum', () => {
  const SUMS = [
    parts(1, 1 / 3, 0.3349, -0.1251),
    parts(0, 1 / 3, -0.5051, 0.1749),
    parts(1 / 3, 1 / 7, 0.004, 0.0049),
    parts(0.5, 0.1, -1.2, 1.9951),
    ...Array.from({ length: 200 }, (_, seed) =>
      parts(seed % 2, 1 / (2 + (seed % 9)), Math.sin(seed), Math.cos(7 * seed) / 2),
    ),
  ];

  it('adds up on paper, however its parts are rounded', () => {
    for (const one of SUMS) {
      const { result, parts: whole } = sumOf(one);
      expect(PART_NAMES.reduce((sum, name) => sum + whole[name], 0)).toBe(result);
      expect(result).toBe(Math.round(100 * one.result));
      for (const name of PART_NAMES) expect(Math.abs(whole[name] - 100 * one[name])).toBeLessThan(2);
    }
  });

  it('is drawn as bars that each begin where the one before ended', () => {
    for (const one of SUMS) {
      const drawn = bars(sumOf(one));
      let at = drawn.zero;
      for (const bar of drawn.bars.slice(0, -1)) {
        const [from, to] = bar.points < 0 ? [bar.end, bar.start] : [bar.start, bar.end];
        expect(from).toBeCloseTo(at);
        at = to;
      }
      for (const { start, end } of drawn.bars) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(1);
      }
      const result = drawn.bars.at(-1)!;
      expect(result.end).toBeCloseTo(at);
      expect(result.start).toBeCloseTo(drawn.zero);
    }
  });

  it('says what made the difference most', () => {
    expect(storyOf(sumOf(parts(1, 0.25, 0.6, 0.1)))).toBe('won_luck');
    expect(storyOf(sumOf(parts(1, 0.25, 0.1, 0.6)))).toBe('won_own');
    expect(storyOf(sumOf(parts(0, 0.25, 0.1, -0.3)))).toBe('lost_own');
    expect(storyOf(sumOf(parts(0, 0.25, 0.1, 0.1)))).toBe('lost_others');
  });

  it('writes a real minus', () => {
    expect([12, -7, 0].map(signed)).toEqual(['+12', '−7', '0']);
  });
});

describe('a decision', () => {
  const decision = (changes: Partial<Decision> = {}): Decision => ({
    step: 4,
    sequence: 9,
    seat: 1,
    played: 2,
    options: [
      { action: { type: 'Choose', choice: 'leave' }, game: 0.5, error: 0, round: null },
      { action: { type: 'Choose', choice: 'go_on' }, game: 0.49, error: 0.02, round: null },
      { action: { type: 'Continue' }, game: 0.3, error: 0.02, round: null },
    ],
    verdict: 'mistake',
    cost: 0.2,
    why: { key: 'coach.diamant.leave', values: {} },
    kind: 'diamant.late_1',
    ...changes,
  });

  it('knows an action again in whatever order its fields come', () => {
    expect(optionOf(decision(), { choice: 'go_on', type: 'Choose' })).toBe(1);
    expect(optionOf(decision({ options: [] }), { type: 'Continue' })).toBeNull();
  });

  it('calls close what lies within two standard errors, and nothing what was not weighed', () => {
    expect([0, 1, 2, null].map((index) => judged(decision(), index))).toEqual([
      'best',
      'close',
      'costly',
      'unweighed',
    ]);
    expect(judged(decision({ verdict: 'ungraded' }), 2)).toBe('ungraded');
  });

  it('shows the best few, and always what was played and tried', () => {
    const many = decision({
      played: 7,
      options: Array.from({ length: 9 }, () => decision().options[2]!),
    });
    expect(shownOptions(many, 5).map(({ index }) => index)).toEqual([0, 1, 2, 5, 7]);
  });

  it('is among the three that cost most, or the finest, of its own seat alone', () => {
    const costs = [0.02, 0.3, 0.1, 0.2].map((cost, step) => decision({ cost, step }));
    const others = [decision({ seat: 0, cost: 0.9 }), decision({ verdict: 'close', cost: 0 })];
    expect(worst([...others, ...costs], 1).map(({ cost }) => cost)).toEqual([0.3, 0.2, 0.1]);
    const best = (second: number, seat = 1): Decision => {
      const [first, next] = decision().options;
      return decision({ seat, played: 0, verdict: 'best', options: [first!, { ...next!, game: second }] });
    };
    expect(finest([best(0.49), best(0.2), best(0.1, 0), ...costs], 1)?.options[1]?.game).toBe(0.2);
    expect(finest([best(0.49), ...costs], 1)).toBeNull();
  });
});

describe('the curve', () => {
  const field = { width: 100, height: 50 };

  it('runs from the deal to the end, and stays until something changes', () => {
    expect(line([0.5, 0.5, 1], field)).toBe('M0.0 25.0H100.0V0.0');
    expect([across(1, 2, field), up(0.25, field)]).toEqual([50, 37.5]);
  });

  it('keeps its last value in a game of thousands of moves', () => {
    const long = Array.from({ length: 5001 }, (_, step) => (step < 5000 ? (step % 7) / 7 : 1));
    expect(line(long, field)).toMatch(/H100\.0V0\.0$/);
    expect(line(long, field).length).toBeLessThan(8000);
  });

  it('has a row in its table for each moment that matters', () => {
    expect(rows(100, [33, 67], 5)).toEqual([0, 25, 33, 50, 67, 75, 100]);
  });

  it('has a pattern beside its colour for each of ten players', async () => {
    const { DASHES } = await import('$lib/coach/curve');
    expect(new Set(DASHES).size).toBe(10);
  });
});

describe('a trend', () => {
  it('has a band where it is said how sure it is, and one dot lies in the middle', () => {
    const field = { width: 90, height: 60 };
    expect(trend([{ value: 0.5 }], field, [0, 1]).dots).toEqual([{ x: 45, y: 30 }]);
    expect(trend([{ value: 0 }, { value: 1 }], field).band).toBe('');
    const sure = trend(
      [
        { value: 25, low: 5, high: 45 },
        { value: 25, low: 15, high: 35 },
      ],
      field,
    );
    expect(sure.band).toBe('M0.0 0.0L90.0 15.0L90.0 45.0L0.0 60.0Z');
  });
});

describe('the streak', () => {
  const days = (...solved: string[]): Attempts =>
    Object.fromEntries(solved.map((day) => [day, { diamant: true }]));

  it('counts days in a row, over the ends of months and years', () => {
    const attempts = days('2026-12-30', '2026-12-31', '2027-01-01');
    expect(streak(attempts, '2027-01-01')).toBe(3);
    expect(streak(attempts, '2027-01-02')).toBe(3);
    expect(streak(attempts, '2027-01-03')).toBe(0);
  });

  it('is broken by a gap, and by a day without anything solved', () => {
    const attempts = days('2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05', '2026-03-06');
    expect(streak(attempts, '2026-03-06')).toBe(3);
    expect(streak({ ...attempts, '2026-03-05': { diamant: false } }, '2026-03-06')).toBe(1);
    expect(longest({ ...attempts, '2026-03-05': { diamant: false } })).toBe(2);
    expect(longest({})).toBe(0);
  });

  it('keeps the first try of a day', () => {
    const once = noted({}, '2026-03-01', 'diamant', false);
    expect(noted(once, '2026-03-01', 'diamant', true)).toEqual(once);
    expect(noted(once, '2026-03-01', 'saboteur', true)['2026-03-01']).toEqual({
      diamant: false,
      saboteur: true,
    });
  });

  it('forgets what is older than a year and more', () => {
    let attempts: Attempts = {};
    for (let day = 0; day < 450; day += 1)
      attempts = noted(attempts, new Date(day * 86_400_000).toISOString().slice(0, 10), 'diamant', true);
    expect(Object.keys(attempts)).toHaveLength(400);
    expect(longest(attempts)).toBe(400);
  });

  it('ends with the day in UTC, where the puzzles are made', () => {
    expect(untilTomorrow(Date.parse('2026-03-01T23:59:00Z'))).toBe(60_000);
  });

  it('is shared in a line that spoils nothing', () => {
    const attempts = { ...days('2026-03-01'), '2026-03-02': { diamant: true, saboteur: false } };
    const shared = dayShared('2026-03-02', ['saboteur', 'diamant', 'labyrinth'], attempts, 'en');
    expect(shared).toBe('Filon, puzzles of March 2: 🪨 Saboteur 💎 Diamant · 2 days in a row');
  });
});

describe('a turning point', () => {
  const source = readFileSync(new URL('../../src/filon/coach/analysis.py', import.meta.url), 'utf8');
  const KEYS = [...new Set([...source.matchAll(/"(coach\.\w+)"/g)].map(([, key]) => key ?? ''))];
  const people = ['Ada', 'Anna', 'Bruno'].map((name, seat): SeatPerson => ({
    seat,
    name,
    mark: 'pick',
    colour: `var(--p${seat})`,
    isMe: seat === 0,
    bot: null,
    standIn: false,
    present: true,
  }));
  const telling = { people, seat: 0, name: (seat: number) => people[seat]!.name, names: () => '' };
  const point = (key: string, seat: number, who?: number): TurningPoint => ({
    step: 3,
    seat,
    change: 0.2,
    why: {
      key,
      values: {
        points: 20,
        ...(who === undefined ? { by: 'draw' } : { by: 'decision', who, reason: 'x.y' }),
      },
    },
  });

  it('has the keys that the server writes', () =>
    expect(KEYS.sort()).toEqual(['coach.gained', 'coach.lost']));

  for (const key of KEYS)
    it(`is told in French and English, whoever did it to whom: ${key}`, () => {
      const told = (['en', 'fr'] as const).map((locale) => {
        overwriteGetLocale(() => locale);
        return [0, 1].flatMap((seat) =>
          [undefined, 0, 1, 2].map((who) => turned(point(key, seat, who), NO_WORDS, telling).told),
        );
      });
      const all = told.flat();
      expect(new Set(all).size, 'each case has a sentence of its own').toBe(all.length);
      for (const sentence of all) {
        expect(sentence).toMatch(/\b20 points/);
        expect(sentence).not.toMatch(/coach\.|[{}]|undefined|Ada/);
      }
    });

  it('comes with the game’s own reason where it knows one', () => {
    const words = { ...NO_WORDS, reason: () => 'Nearer to the gold.' };
    expect(turned(point('coach.lost', 0, 0), words, telling).reason).toBe('Nearer to the gold.');
    expect(turned(point('coach.lost', 0), words, telling).reason).toBeNull();
  });
});
