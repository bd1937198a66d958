import { m } from '$lib/paraglide/messages.js';
import type { CaveOverView, View } from '$lib/protocol/diamant';
import type { SeatPerson } from '../types';
import { theHazard } from './words';

/** What became of one explorer when a cave was over. */
export interface Fate {
  readonly seat: number;
  /** What this explorer was carrying when the cave fell in; null for who was out. */
  readonly lost: number | null;
  /** What came home from this cave. */
  readonly home: number;
  /** Among the last who left: one card before the deadly one, or after everybody else. */
  readonly last: boolean;
}

/** The most that came home first, the greatest loss last. */
export function fates(view: View, over: CaveOverView, lastOut: readonly number[]): Fate[] {
  const taken = view.takings[over.cave - 1] ?? [];
  return view.chests
    .map((_, seat) => ({
      seat,
      lost: over.lost[seat] ?? null,
      home: taken[seat] ?? 0,
      last: lastOut.includes(seat) && lastOut.length < view.chests.length,
    }))
    .sort(
      (one, other) =>
        Number(one.lost !== null) - Number(other.lost !== null) ||
        other.home - one.home ||
        (one.lost ?? 0) - (other.lost ?? 0),
    );
}

export const headline = ({ hazard }: CaveOverView): string =>
  hazard ? m.diamant_over_fled({ hazard: theHazard(hazard) }) : m.diamant_over_left();

/** What it means for whoever reads it. */
export function toReader({ lost, home, last }: Fate, fled: boolean): string {
  if (lost !== null) return lost ? m.diamant_over_me_lost({ count: lost }) : m.diamant_over_me_nothing();
  if (home === 0) return m.diamant_over_me_empty();
  if (!fled) return m.diamant_over_me_home({ count: home });
  return last ? m.diamant_over_me_last({ count: home }) : m.diamant_over_me_in_time({ count: home });
}

/** A word or two beside somebody's name. */
export function inShort({ lost, last }: Fate, fled: boolean): string {
  if (lost !== null) return m.diamant_over_late();
  if (last) return fled ? m.diamant_over_last() : m.diamant_over_rear();
  return fled ? m.diamant_over_in_time() : '';
}

/** The whole of it in words, for those who do not see it. */
export function spoken(
  over: CaveOverView,
  all: readonly Fate[],
  people: readonly SeatPerson[],
  reader: number | null,
): string {
  const fled = over.hazard !== null;
  const lines = all.map((fate) => {
    if (fate.seat === reader) return '';
    const name = people[fate.seat]?.name ?? '';
    if (fate.lost !== null) return m.diamant_over_tell_lost({ name, count: fate.lost });
    return fled && fate.last
      ? m.diamant_over_tell_last({ name, count: fate.home })
      : m.diamant_over_tell_home({ name, count: fate.home });
  });
  const mine = all.find(({ seat }) => seat === reader);
  return [headline(over), mine ? toReader(mine, fled) : '', ...lines].filter(Boolean).join(' ');
}

/** Whom the table waits for before it goes on: who is there and has not said so. */
export const awaited = (over: CaveOverView, people: readonly SeatPerson[]): SeatPerson[] =>
  people.filter(({ seat, bot, present }) => bot === null && present && !over.ready.includes(seat));
