import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import type { Event, View } from '$lib/protocol/outofmine';
import type { Deed, Statistic } from '../types';
import { tileKey } from './ahead';
import { STOCKS } from './pieces';

/** Every gallery has so many squares. */
const SQUARES = 20;
/** A round is looked at so many times, from the signal to its end. */
export const LOOKS = 24;

/** What one player did in the whole game. */
interface Digger {
  laid: number;
  lifted: number;
  lastOnes: number;
  /** From the signal to each own call, in seconds. */
  calls: number[];
  best: number;
  /** Squares covered at each look, summed over the rounds. */
  filled: number[];
}

/** How much each board was covered, move by move. */
interface Change {
  readonly at: number;
  readonly seat: number;
  readonly by: number;
}

/** One pass over all deeds: a game has hundreds of them. */
function followed(deeds: readonly Deed<Event>[], view: View): { diggers: readonly Digger[]; rounds: number } {
  const diggers: readonly Digger[] = view.scores.map(() => ({
    laid: 0,
    lifted: 0,
    lastOnes: 0,
    calls: [],
    best: 0,
    filled: Array<number>(LOOKS).fill(0),
  }));
  let stock = new Map<string, number>();
  let changes: Change[] = [];
  let signal = 0;
  let rounds = 0;
  const put = (key: string, by: number): number => {
    const left = (stock.get(key) ?? 0) + by;
    stock.set(key, left);
    return left;
  };

  for (const { at, events } of deeds)
    for (const event of events) {
      const digger = 'seat' in event ? diggers[event.seat] : undefined;
      switch (event.type) {
        case 'CardsTurned':
          stock = new Map(STOCKS[view.options.finds].map(({ tile, left }) => [tileKey(tile), left]));
          changes = [];
          signal = at;
          break;
        case 'TileTaken':
          if (put(tileKey(event.tile), -1) === 0 && digger) digger.lastOnes += 1;
          break;
        case 'TilePutBack':
          put(tileKey(event.tile), +1);
          break;
        case 'TilePlaced':
          if (digger) digger.laid += 1;
          changes.push({ at, seat: event.seat, by: event.placed.squares.length });
          break;
        case 'TilePickedUp':
        case 'TileTakenOff':
          if (event.type === 'TileTakenOff') put(tileKey(event.placed.tile), +1);
          if (digger) digger.lifted += 1;
          changes.push({ at, seat: event.seat, by: -event.placed.squares.length });
          break;
        case 'Called':
          digger?.calls.push((at - signal) / 1000);
          break;
        case 'RoundCounted':
          event.sheet.counts.forEach(({ points }, seat) => {
            const own = diggers[seat];
            if (own) own.best = Math.max(own.best, points);
          });
          look(diggers, changes, signal, at);
          rounds += 1;
      }
    }
  return { diggers, rounds };
}

/** Adds what was covered at each look of one round. */
function look(diggers: readonly Digger[], changes: readonly Change[], from: number, to: number): void {
  const covered = diggers.map(() => 0);
  let next = 0;
  for (let number = 0; number < LOOKS; number += 1) {
    const now = from + ((to - from) * number) / (LOOKS - 1);
    for (; next < changes.length && changes[next]!.at <= now; next += 1) {
      const { seat, by } = changes[next]!;
      covered[seat] = (covered[seat] ?? 0) + by;
    }
    diggers.forEach((digger, seat) => (digger.filled[number]! += Math.min(SQUARES, covered[seat] ?? 0)));
  }
}

const mean = (numbers: readonly number[]): number | null =>
  numbers.length ? numbers.reduce((sum, each) => sum + each, 0) / numbers.length : null;

/** What the evening in the mine was like. */
export function statistics(deeds: readonly Deed<Event>[], view: View): readonly Statistic[] {
  const { diggers, rounds } = followed(deeds, view);
  if (!rounds) return [];
  const percent = new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 0 });
  const seconds = new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  });
  const share = (squares: number): number => squares / (SQUARES * rounds);
  return [
    {
      label: m.outofmine_stat_filled(),
      about: m.outofmine_stat_filled_about(),
      values: diggers.map(({ filled }) => share(filled.at(-1) ?? 0)),
      write: (value) => percent.format(value),
      course: diggers.map(({ filled }) => filled.map(share)),
    },
    { label: m.outofmine_stat_calls(), values: diggers.map(({ calls }) => calls.length) },
    {
      label: m.outofmine_stat_call_time(),
      about: m.outofmine_stat_call_time_about(),
      values: diggers.map(({ calls }) => mean(calls)),
      write: (value) => seconds.format(value),
    },
    { label: m.outofmine_stat_best(), values: diggers.map(({ best }) => best) },
    { label: m.outofmine_stat_laid(), values: diggers.map(({ laid }) => laid) },
    {
      label: m.outofmine_stat_lifted(),
      about: m.outofmine_stat_lifted_about(),
      values: diggers.map(({ lifted }) => lifted),
    },
    {
      label: m.outofmine_stat_last(),
      about: m.outofmine_stat_last_about(),
      values: diggers.map(({ lastOnes }) => lastOnes),
    },
  ];
}
