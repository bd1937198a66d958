import type { Entry } from '../net/shown';
import { deedsOf } from './deeds';
import type { Told } from './telling';

/**
 * The lines of the game since a seat's own last decision, or since the deal: what a bot did in its place was not its own,
 * and what was taken back did not happen.
 */
export function missedBy(seat: number, log: readonly Entry[], told: readonly Told[]): readonly Told[] {
  const own = log.findLast(({ events }) =>
    events.some(
      // What is left out goes without saying.
      (event) => event.type === 'Played' && event.seat === seat && (event.by ?? 'player') === 'player',
    ),
  );
  const standing = new Set(deedsOf(log).map(({ sequence }) => sequence));
  const last = own?.sequence ?? 0;
  const lines = told.filter(
    (line) =>
      line.event !== null &&
      standing.has(line.sequence) &&
      // What one's own decision brought about is worth seeing again, the decision is not.
      (line.sequence > last || (line.sequence === last && line.seat !== seat)),
  );
  // Whoever has not decided anything yet has missed what others did, not the deal.
  return own ? lines : lines.slice(lines.findIndex((line) => line.seat !== null && line.seat !== seat) >>> 0);
}
