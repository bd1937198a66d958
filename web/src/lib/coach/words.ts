import { elided } from '../elision';
import type { CoachWords, Telling } from '../games/types';
import { m } from '../paraglide/messages.js';
import { preferences } from '../preferences.svelte';
import type { AnyAction, AnyView } from '../protocol/games';
import type { TurningPoint } from './wire';

/** A sentence as the reader's language writes it before the names of those at the table. */
export const written = (sentence: string, { people }: Telling): string =>
  elided(
    sentence,
    people.map(({ name }) => name),
    preferences.locale,
  );

/** For a game that brings no words of its own. */
export const NO_WORDS: CoachWords<AnyView, AnyAction> = {
  reason: () => null,
  kind: () => null,
  action: () => '',
};

/** Whose share changed, and by what: which of the sentences it is. */
function caseOf({ seat, why }: TurningPoint, me: number | null): string {
  const whose = seat === me ? 'me' : 'other';
  const { by, who } = why.values;
  if (by !== 'decision' || who === undefined) return `${whose}_draw`;
  if (who === seat) return `${whose}_self`;
  return who === me ? `${whose}_me` : `${whose}_other`;
}

export interface Turned {
  readonly told: string;
  /** What spoke for the better choice, where a decision did it and was weighed. */
  readonly reason: string | null;
}

/** A turning point in words. */
export function turned(
  point: TurningPoint,
  words: CoachWords<AnyView, AnyAction> | null,
  telling: Telling,
): Turned {
  const { key, values } = point.why;
  const { points = 0, who, reason } = values;
  const said = {
    case: caseOf(point, telling.seat),
    points,
    name: telling.people[point.seat]?.name ?? '',
    who: typeof who === 'number' ? (telling.people[who]?.name ?? '') : '',
  };
  const sentence = key === 'coach.gained' ? m.coach_gained(said) : m.coach_lost(said);
  const because = typeof reason === 'string' ? words?.reason({ key: reason, values }, telling) : null;
  return { told: written(sentence, telling), reason: because ? written(because, telling) : null };
}
