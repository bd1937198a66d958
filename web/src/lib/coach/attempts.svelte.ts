import { remembered } from '../remembered.svelte';
import { noted, type Attempts } from './streak';
import type { DailyAnswer } from './wire';

/** What was answered today, so that it can be looked at again: nobody gets a second try. */
interface Today {
  readonly day: string;
  readonly answers: { readonly [game: string]: DailyAnswer };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAttempts = (value: unknown): value is Attempts =>
  isObject(value) && Object.values(value).every(isObject);
const isToday = (value: unknown): value is Today => isObject(value) && 'day' in value && 'answers' in value;

const attempts = remembered<Attempts>('daily', {}, isAttempts);
const today = remembered<Today>('daily.today', { day: '', answers: {} }, isToday);

/** The puzzles of the day as this device knows them. */
export const daily = {
  get attempts(): Attempts {
    return attempts.value;
  },
  /** What was answered on that day, if it is still the last one. */
  answer(day: string, game: string): DailyAnswer | null {
    return today.value.day === day ? (today.value.answers[game] ?? null) : null;
  },
  keep(day: string, game: string, answer: DailyAnswer): void {
    attempts.value = noted(attempts.value, day, game, answer.right);
    const before = today.value.day === day ? today.value.answers : {};
    today.value = { day, answers: { ...before, [game]: answer } };
  },
};
