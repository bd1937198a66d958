import { m } from '$lib/paraglide/messages.js';
import type { Event, PathPlaced, View } from '$lib/protocol/saboteur';
import type { Deed, Statistic, Telling } from '../types';
import { beyond, openings, openSides, opposite } from './cards';
import { placeKey, type Place } from './moves';
import { goldOf } from './result';
import { listed } from './words';

type Card = Pick<PathPlaced, 'at' | 'card' | 'turned'>;
type Maze = ReadonlyMap<string, Card>;

const START: Card = { at: [0, 0], card: 'start', turned: false };
const fresh = (): Map<string, Card> => new Map([[placeKey(START.at), START]]);

/** How many cards, at the very least, lie between the places where one could dig on and the nearest hidden goal. */
export function distance(maze: Maze, goals: readonly Place[]): number {
  const hidden = goals.filter((goal) => !maze.has(placeKey(goal)));
  const reached = new Set([placeKey(START.at)]);
  const queue = [maze.get(placeKey(START.at)) ?? START];
  let least = Infinity;
  for (let tile = queue.pop(); tile; tile = queue.pop()) {
    if (!openings(tile.card)?.joined) continue;
    for (const side of openSides(tile.card, tile.turned)) {
      const next = beyond(tile.at, side);
      const key = placeKey(next);
      const lying = maze.get(key);
      if (!lying)
        for (const [x, y] of hidden) least = Math.min(least, Math.abs(x - next[0]) + Math.abs(y - next[1]));
      else if (!reached.has(key) && openSides(lying.card, lying.turned).includes(opposite(side))) {
        reached.add(key);
        queue.push(lying);
      }
    }
  }
  return least;
}

class Tally {
  readonly #counts: number[];
  constructor(seats: number) {
    this.#counts = new Array<number>(seats).fill(0);
  }
  add(seat: number): void {
    this.#counts[seat] = (this.#counts[seat] ?? 0) + 1;
  }
  get values(): readonly number[] {
    return this.#counts;
  }
}

const KINDS = ['laid', 'nearer', 'deadEnds', 'broke', 'suffered', 'mended', 'rocks', 'maps'] as const;
type Counts = Record<(typeof KINDS)[number], Tally>;

function count(deeds: readonly Deed<Event>[], view: View): { counts: Counts; broke: [number, number][] } {
  const seats = view.gold.length;
  const goals = view.round.goals.map(({ at }) => at);
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, new Tally(seats)])) as Counts;
  const broke: [number, number][] = [];
  let maze = fresh();
  for (const event of deeds.flatMap(({ events }) => events))
    switch (event.type) {
      case 'RoundDealt':
        maze = fresh();
        break;
      case 'PathPlaced': {
        const { at, card, turned, seat } = event;
        const before = distance(maze, goals);
        maze.set(placeKey(at), { at, card, turned });
        counts.laid.add(seat);
        if (!openings(card)?.joined) counts.deadEnds.add(seat);
        else if (distance(maze, goals) < before) counts.nearer.add(seat);
        break;
      }
      case 'GoalRevealed':
        maze.set(placeKey(event.at), event);
        break;
      case 'RocksFell':
        maze.delete(placeKey(event.at));
        counts.rocks.add(event.seat);
        break;
      case 'ToolBroken':
        counts.broke.add(event.seat);
        counts.suffered.add(event.target);
        broke.push([event.seat, event.target]);
        break;
      case 'ToolRepaired':
        counts.mended.add(event.seat);
        break;
      case 'GoalSeen':
        counts.maps.add(event.seat);
        break;
      default:
    }
  return { counts, broke };
}

/** "Ada → Bruno (2), Bruno → Ada". */
function whom(broke: readonly [number, number][], { people }: Telling): string {
  const times = new Map<string, number>();
  for (const [seat, target] of broke) {
    const pair = m.saboteur_stat_pair({
      name: people[seat]?.name ?? '',
      target: people[target]?.name ?? '',
    });
    times.set(pair, (times.get(pair) ?? 0) + 1);
  }
  return listed([...times].map(([pair, often]) => (often > 1 ? `${pair} (${often})` : pair)));
}

/** What a finished game was like: who dug how near, who broke whom, and how the gold came together. */
export function statistics(
  deeds: readonly Deed<Event>[],
  view: View,
  telling: Telling,
): readonly Statistic[] {
  const { counts, broke } = count(deeds, view);
  const gold = view.results.map(({ round }) =>
    goldOf(view, round).map(({ cards, owed }) =>
      cards.reduce((sum: number, card) => sum + (typeof card === 'number' ? card : 0), owed),
    ),
  );
  const course = view.gold.map((_, seat) => {
    let sum = 0;
    return [0, ...gold.map((round) => (sum += round[seat] ?? 0))];
  });
  const told: Statistic[] = [
    { label: m.saboteur_stat_laid(), values: counts.laid.values },
    { label: m.saboteur_stat_nearer(), about: m.saboteur_stat_nearer_about(), values: counts.nearer.values },
    { label: m.saboteur_stat_dead_ends(), values: counts.deadEnds.values },
    { label: m.saboteur_stat_broke(), about: whom(broke, telling), values: counts.broke.values },
    { label: m.saboteur_stat_suffered(), values: counts.suffered.values },
    { label: m.saboteur_stat_mended(), values: counts.mended.values },
    { label: m.saboteur_stat_rocks(), values: counts.rocks.values },
    { label: m.saboteur_stat_maps(), values: counts.maps.values },
    {
      label: m.saboteur_stat_gold(),
      about: m.saboteur_stat_gold_about(),
      values: course.map((sums) => sums.at(-1) ?? 0),
      course,
    },
  ];
  return told.filter(({ values }) => values.some((value) => value));
}
