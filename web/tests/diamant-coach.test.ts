import { afterEach, describe, expect, it } from 'vitest';
import { words } from '$lib/games/diamant/coach';
import { cameOf, cavesOf, crowdOf, points, signed } from '$lib/games/diamant/insight';
import type { Telling } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Reveal, View } from '$lib/protocol/diamant';

afterEach(() => overwriteGetLocale(() => baseLocale));

const telling: Telling = {
  people: [],
  seat: 0,
  name: (seat) => ['you', 'Ada', 'Bo'][seat] ?? '',
  names: (seats) => seats.map((seat) => ['you', 'Ada', 'Bo'][seat]).join(' and '),
};
const why = (key: string, going: number, leaving: number) => ({
  key: `coach.diamant.${key}`,
  values: { risk: 20.8, deadly: 5, cards: 24, loot: 5, floor: 0, going, leaving, inside: 2 },
});
const reveal = (more: Partial<Reveal>): Reveal => ({
  step: 3,
  cave: 1,
  deadly: 2,
  cards: 20,
  risk: 0.1,
  loot: 4,
  floor: 1,
  going: 5.5,
  leaving: 5,
  alone: false,
  left: [],
  stayed: [0, 1],
  came: { type: 'Gems', stones: 11 },
  fatal: false,
  cards_luck: [0.1, -0.1],
  crowd_luck: [0, 0],
  ...more,
});

describe('what the coach says of Diamant', () => {
  const KEYS = ['go_on', 'leave', 'alone_go', 'alone_leave'];

  it.each(['en', 'fr'] as const)('has a sentence with its figures for every reason: %s', (locale) => {
    overwriteGetLocale(() => locale);
    for (const key of KEYS)
      for (const [going, leaving] of [
        [7.5, 5],
        [4.5, 6],
      ] as const) {
        const said = words.reason(why(key, going, leaving), telling) ?? '';
        const shown = locale === 'fr' ? ['20,8', String(going).replace('.', ',')] : ['20.8', String(going)];
        for (const figure of [...shown, String(leaving)]) expect(said).toContain(figure);
      }
  });

  it('does not call fewer stones more', () => {
    expect(words.reason(why('go_on', 7.5, 5), telling)).toContain('brings 7.5');
    expect(words.reason(why('go_on', 4.5, 5), telling)).toContain('would hardly win');
    expect(words.reason(why('leave', 7.5, 5), telling)).toContain('worth keeping');
  });

  it('knows no other reason and no other kind', () => {
    expect(words.reason({ key: 'coach.saboteur.gold', values: {} }, telling)).toBeNull();
    expect(words.kind('diamant.sideways_2')).toBeNull();
    expect(words.kind('saboteur.late_2')).toBeNull();
  });

  it('counts the hazards of a kind', () => {
    expect(words.kind('diamant.late_3')).toBe('Leaves too late with 3 hazards seen');
    expect(words.kind('diamant.early_1')).toBe('Leaves too early with 1 hazard seen');
  });

  it('names what can be done', () => {
    const view = {} as View;
    expect(words.action({ type: 'Choose', choice: 'leave' }, view, telling)).toBe('Leave');
    expect(words.action({ type: 'Choose', choice: 'go_on' }, view, telling)).toBe('Go on');
  });
});

describe('every card, and what was known before it', () => {
  it('is told cave by cave, in order', () => {
    const reveals = [reveal({ step: 1 }), reveal({ step: 5 }), reveal({ step: 9, cave: 3 })];
    expect(cavesOf(reveals).map(({ cave, reveals: cards }) => [cave, cards.length])).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });

  it('says who left', () => {
    expect(crowdOf(reveal({}), telling)).toBe('All went on');
    expect(crowdOf(reveal({ left: [0, 2], stayed: [1] }), telling)).toBe('Left: you and Bo');
    expect(crowdOf(reveal({ left: [0], stayed: [], came: null }), telling)).toBe('Nobody went on');
  });

  it('says what came, and what ended the cave', () => {
    expect(cameOf(reveal({}))).toBe('11 rubies');
    expect(cameOf(reveal({ came: null }))).toBeNull();
    expect(cameOf(reveal({ came: { type: 'Danger', hazard: 'gas' } }))).not.toContain('second');
    expect(cameOf(reveal({ came: { type: 'Danger', hazard: 'gas' }, fatal: true }))).toContain('second');
  });

  it('has no negative nought', () => {
    expect(signed(points(-0.002))).toBe('0');
    expect([signed(points(0.126)), signed(points(-0.2))]).toEqual(['+13', '-20']);
  });
});
