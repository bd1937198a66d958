import { expect, it } from 'vitest';
import type { SeatPerson } from '$lib/games/types';
import { lines } from '$lib/play/course';
import { ranking } from '$lib/play/ranking';
import { resultSentence } from '$lib/play/resultWords';
import { overwriteGetLocale } from '$lib/paraglide/runtime.js';

const people = ['Ada', 'Ben', 'Cléo'].map((name, seat): SeatPerson => ({
  seat,
  name,
  mark: 'pick',
  colour: `var(--p${seat})`,
  isMe: seat === 0,
  bot: null,
  standIn: false,
  present: true,
}));
const outcome = (scores: readonly number[], winners: readonly number[]) => ({
  scores,
  winners,
  reason: '',
  tally: {},
});

it('puts winners first, and gives equal scores an equal place', () => {
  const ranked = ranking(people, outcome([20, 31, 31], [2]));
  expect(ranked.map(({ person, rank, won }) => [person.name, rank, won])).toEqual([
    ['Cléo', 1, true],
    ['Ben', 1, false],
    ['Ada', 3, false],
  ]);
});

it('tells a result in a sentence that nobody is "you" in', () => {
  const sentence = (locale: 'en' | 'fr', scores: number[], winners: number[]) => {
    overwriteGetLocale(() => locale);
    const joined = (names: readonly string[]) => new Intl.ListFormat(locale).format(names);
    return resultSentence('Diamant', ranking(people, outcome(scores, winners)), (n) => `${n} ♦`, joined);
  };
  expect(sentence('en', [20, 31, 5], [1])).toBe(
    'Diamant on Filon: Ben wins with 31 ♦. Then Ada (20) and Cléo (5).',
  );
  expect(sentence('fr', [31, 31, 5], [0, 1])).toBe(
    'Diamant sur Filon : Ada et Ben gagnent ensemble avec 31 ♦. Puis Cléo (5).',
  );
  expect(sentence('fr', [9, 9, 9], [0, 1, 2])).toBe(
    'Diamant sur Filon : Ada, Ben et Cléo gagnent ensemble avec 9 ♦.',
  );
});

it('draws how something grew, and keeps the marks apart', () => {
  const drawn = lines([[0, 10], [0, 10], [0, 10], []], 100, 60);
  expect(drawn[0]?.path).toBe('M0.0 57.0L100.0 3.0');
  expect(drawn[3]).toBeNull();
  const marks = drawn.flatMap((line) => (line ? [line.mark] : [])).sort((one, other) => one - other);
  for (const [index, mark] of marks.entries()) {
    expect(mark).toBeGreaterThanOrEqual(0);
    expect(mark).toBeLessThanOrEqual(60);
    if (index) expect(mark - (marks[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
  }
});
