import { m } from '../paraglide/messages.js';
import { gameTitle } from '../table/words';
import { streak, type Attempts } from './streak';

/** A day's puzzles in a line that spoils none: which were solved, and for how many days in a row. */
export function dayShared(day: string, games: readonly string[], attempts: Attempts, locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(day),
  );
  const marks = games
    .filter((game) => attempts[day]?.[game] !== undefined)
    .map((game) => `${attempts[day]?.[game] ? '💎' : '🪨'} ${gameTitle(game)}`)
    .join(' ');
  const days = streak(attempts, day);
  return [m.daily_share_text({ date, marks }), ...(days > 1 ? [m.daily_streak({ count: days })] : [])].join(
    ' · ',
  );
}
