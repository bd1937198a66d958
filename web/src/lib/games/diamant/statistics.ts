import { m } from '$lib/paraglide/messages.js';
import { CAVES, GEM_VALUES, HAZARD_COPIES, type Event, type Hazard, type View } from '$lib/protocol/diamant';
import type { Deed, Statistic } from '../types';
import { cavesSeen, lastOut, riskAfter, type CaveSeen } from './evidence';
import { HAZARDS } from './odds';

const CARDS = GEM_VALUES.length + HAZARDS.length * HAZARD_COPIES;

const sums = (numbers: readonly number[]): number[] => {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
};

/** What everybody inside a cave carried when it fell in, and who that was. */
function dropped(cave: CaveSeen): { seats: readonly number[]; loot: number } {
  if (cave.end !== 'fled') return { seats: [], loot: 0 };
  const loot = cave.cards.reduce((sum, { turned }) => sum + (turned?.share ?? 0), 0);
  return { seats: cave.cards.at(-2)?.went ?? [], loot };
}

/** The highest chance of losing everything at which each player still went on. */
function boldest(caves: readonly CaveSeen[], view: View): number[] {
  const most = view.chests.map(() => 0);
  const removed: Hazard[] = [];
  const pile = (): number => CARDS + (view.options.artifacts === 'one_per_cave' ? 1 : 0) - removed.length;
  for (const cave of caves) {
    cave.cards.forEach(({ went }, at) => {
      const risk = riskAfter(cave, at + 1, removed, pile());
      for (const seat of went) most[seat] = Math.max(most[seat] ?? 0, risk);
    });
    if (cave.hazard) removed.push(cave.hazard);
  }
  return most;
}

/** What the game was like, from all that happened in it. */
export function statistics(deeds: readonly Deed<Event>[], view: View): readonly Statistic[] {
  const seats = view.chests.map((_, seat) => seat);
  const caves = cavesSeen(deeds);
  const count = (of: (cave: CaveSeen, seat: number) => boolean): number[] =>
    seats.map((seat) => caves.filter((cave) => of(cave, seat)).length);
  const home = (cave: CaveSeen, seat: number): boolean =>
    cave.cards.some(({ left }) => left?.seats.includes(seat));
  const takings = seats.map((seat) =>
    Array.from({ length: CAVES }, (_, cave) => view.takings[cave]?.[seat] ?? 0),
  );
  return [
    {
      label: m.diamant_stat_chest(),
      values: takings.map((each) => each.reduce((sum, taken) => sum + taken, 0)),
      course: takings.map(sums),
    },
    { label: m.diamant_stat_best(), values: takings.map((each) => Math.max(...each)) },
    {
      label: m.diamant_stat_in_time(),
      about: m.diamant_stat_in_time_about(),
      values: count(home),
      write: (value) => m.diamant_stat_of({ count: value, caves: CAVES }),
    },
    {
      label: m.diamant_stat_lost(),
      about: m.diamant_stat_lost_about(),
      values: seats.map((seat) =>
        caves.map(dropped).reduce((sum, { seats, loot }) => sum + (seats.includes(seat) ? loot : 0), 0),
      ),
    },
    {
      label: m.diamant_stat_last(),
      about: m.diamant_stat_last_about(),
      values: count((cave, seat) => cave.end === 'fled' && lastOut(cave).includes(seat)),
    },
    {
      label: m.diamant_stat_alone(),
      about: m.diamant_stat_alone_about(),
      values: count((cave, seat) =>
        cave.cards.some(({ left }) => left?.seats.length === 1 && left.seats[0] === seat),
      ),
    },
    {
      label: m.diamant_stat_bold(),
      about: m.diamant_stat_bold_about(),
      values: boldest(caves, view).map((risk) => Math.round(risk * 100)),
      write: (value) => m.diamant_stat_percent({ value }),
    },
  ];
}
