import { describe, expect, it, vi } from 'vitest';
import type { AnyClient } from '$lib/games/registry';
import type { Patch } from '$lib/protocol/table';
import { asReplay, parting } from '$lib/replay/comparing';
import { pressed } from '$lib/replay/keys';
import { linesOf, roundsOf } from '$lib/replay/lines';
import { asSearch, lookIn, stepIn } from '$lib/replay/looks';
import { pause } from '$lib/replay/speed';
import { ReplayTable } from '$lib/replay/table.svelte';
import type { Comparison, Replay } from '$lib/replay/types';

vi.stubGlobal('Element', class {});

// Preferences ask the browser, and here is none.
vi.mock('$lib/preferences.svelte', () => ({
  preferences: { pace: 'calm', lessMotion: true, locale: 'fr', sound: false },
}));
vi.mock('$lib/sound/sounds', () => ({ play: () => {} }));

const ROUND_MS = 300;

/** A game that counts: each step adds to its number, and every third begins a round. */
const client = {
  turnBased: true,
  steps: (_: unknown, events: readonly unknown[], after: unknown) =>
    events.map((event) => ({ event, view: after, ms: ROUND_MS })),
  progress: ({ count }: { count: number }) => `Manche ${1 + Math.floor(count / 3)}`,
  tell: ({ seat, quiet }: { seat: number; quiet: boolean }, { name }: { name(seat: number): string }) =>
    quiet ? null : `Le pion de ${name(seat)} avance`,
} as unknown as AnyClient;

const counted = (to: number): Patch => ({ '=': { count: to } });

/** File steps 0, 1, 4, 5 and 6: two were taken back. Of step 4 these eyes see nothing. */
const replay = (eyes: Replay['eyes'] = 'truth', seat: number | null = 0): Replay =>
  ({
    table: 'T',
    code: 'ABCDEF',
    number: 1,
    game: 'diamant',
    ended_at: 100_000,
    eyes,
    seat,
    mine: 0,
    players: [
      { name: 'Ada', bot: null },
      { name: '', bot: 'hard' },
    ],
    view: { count: 0, eyes },
    steps: [0, 1, 4, 5, 6].map((step, index) => ({
      step,
      sequence: 10 + step,
      after_ms: 1000 * index,
      seat: index % 2,
      by: 'player',
      action: null,
      events: step === 4 ? [] : [{ type: 'Moved', seat: index % 2, quiet: step === 5 }],
      patch: step === 4 ? null : counted(index + 1),
    })),
    outcome: { winners: [0], reason: 'done', scores: [3, 1], tally: {} },
  }) as unknown as Replay;

const counts = (table: ReplayTable): number => (table.view as unknown as { count: number }).count;
const key = (name: string): KeyboardEvent =>
  ({ key: name, target: null, defaultPrevented: false }) as unknown as KeyboardEvent;

describe('a game watched again', () => {
  it('jumps to any position, and back to the very same one', () => {
    const table = new ReplayTable(client, replay());
    table.go(5);
    expect(counts(table)).toBe(5);
    const end = table.view;
    table.go(1);
    expect(counts(table)).toBe(1);
    table.go(99);
    expect(table.at).toBe(5);
    expect(table.view).toBe(end);
    table.go(-3);
    expect(counts(table)).toBe(0);
  });

  it('shows a move forwards as in live play, and ends it at once when one goes on', () => {
    const table = new ReplayTable(client, replay());
    table.forward();
    expect(table.settled).toBe(false);
    expect(table.moment?.event).toBe(table.replay.steps[0]?.events[0]);
    table.forward();
    expect([table.at, counts(table)]).toEqual([2, 2]);
    table.back();
    expect(table.settled).toBe(true);
    expect([table.at, counts(table)]).toEqual([1, 1]);
  });

  it('passes over what its eyes do not see, both ways', () => {
    const table = new ReplayTable(client, replay());
    table.go(2);
    table.forward();
    expect(table.at).toBe(4);
    table.back();
    expect(table.at).toBe(2);
  });

  it('tells the result at its end alone, and what was done as far as it has come', () => {
    const table = new ReplayTable(client, replay());
    table.go(4);
    expect(table.outcome).toBeNull();
    expect(table.deeds.map(({ sequence }) => sequence)).toEqual([10, 11, 14, 15]);
    expect(table.deeds.at(-1)?.at).toBe(99_000);
    table.go(5);
    expect(table.outcome?.winners).toEqual([0]);
    expect(table.turns).toEqual([]);
  });

  it('names whose move is next, and nobody in real time', () => {
    const table = new ReplayTable(client, replay());
    table.go(1);
    expect(table.turns).toEqual([{ seat: 1 }]);
    expect(new ReplayTable({ ...client, turnBased: false } as AnyClient, replay()).turns).toEqual([]);
  });

  it('keeps its place when other eyes look', () => {
    const table = new ReplayTable(client, replay());
    table.go(4);
    table.see(replay('seat', 1));
    expect([table.at, counts(table), table.seat]).toEqual([4, 4, 1]);
    expect(table.view).toHaveProperty('eyes', 'seat');
    expect(table.people.map(({ isMe, bot }) => [isMe, bot])).toEqual([
      [true, null],
      [false, 'hard'],
    ]);
  });

  it('offers nothing to do', () => {
    const table = new ReplayTable(client, replay());
    expect([table.legal, table.playing, table.timers]).toEqual([[], false, []]);
  });

  it('marks the last move where one came to it by a jump', () => {
    const table = new ReplayTable(client, replay());
    table.go(2);
    expect(table.pointed).toBe(table.replay.steps[1]?.events[0]);
    table.go(0);
    expect(table.pointed).toBeNull();
  });
});

describe('what has not been reached', () => {
  it('stays untold: the way ends where somebody has been', () => {
    const table = new ReplayTable(client, replay(), { veiled: true });
    expect(table.end).toBe(0);
    table.go(table.before(1));
    table.forward();
    expect(table.end).toBe(2);
    table.go(0);
    pressed(key('End'), table, []);
    expect(table.at).toBe(2);
    pressed(key('.'), table, [0, 3]);
    expect(table.at).toBe(2);
    table.veiled = false;
    expect(table.end).toBe(5);
  });
});

describe('a link to a moment', () => {
  it('leads to the position before a step of the file', () => {
    const table = new ReplayTable(client, replay());
    expect([0, 1, 4, 6].map((step) => table.before(step))).toEqual([0, 1, 2, 4]);
    expect(table.before(2), 'taken back: what counts after it').toBe(2);
    expect(table.before(7)).toBe(5);
    for (let at = 0; at <= table.steps; at += 1) expect(table.before(table.stepAt(at))).toBe(at);
  });

  it('is read out of an address, and nothing else is', () => {
    expect(stepIn('#s12')).toBe(12);
    for (const hash of ['', '#12', '#s', '#s1x', '#s-1', '#s99999999']) expect(stepIn(hash)).toBeNull();
  });

  it('says whose eyes it is seen with', () => {
    for (const address of ['', 'hand=2', 'eyes=public', 'eyes=1'])
      expect(new URLSearchParams(asSearch(lookIn(new URLSearchParams(address)))).toString()).toBe(address);
    expect(lookIn(new URLSearchParams('eyes=everybody'))).toEqual({ eyes: 'truth', seat: null });
  });
});

describe('the way through a game', () => {
  it('is told in lines that lead to their moments, as French joins them', () => {
    const table = new ReplayTable(client, replay());
    const lines = linesOf(table);
    expect(lines.map(({ position }) => position)).toEqual([1, 2, 5]);
    expect(lines[1]?.text).toBe('Le pion de Basile avance');
  });

  it('has a mark where a round begins', () => {
    const rounds = roundsOf(new ReplayTable(client, replay()));
    expect(rounds).toEqual([
      { at: 0, name: 'Manche 1' },
      { at: 4, name: 'Manche 2' },
    ]);
  });

  it('is gone by keys', () => {
    const table = new ReplayTable(client, replay());
    const after = (name: string): number => {
      expect(pressed(key(name), table, [0, 4]), name).toBe(true);
      return table.at;
    };
    expect(after('ArrowRight')).toBe(1);
    expect(after('.')).toBe(4);
    expect(after('ArrowLeft')).toBe(2);
    expect(after('.')).toBe(4);
    expect(after('.')).toBe(5);
    expect(after(',')).toBe(4);
    expect(after(',')).toBe(0);
    expect(after('End')).toBe(5);
    expect(after('Home')).toBe(0);
    after(' ');
    expect(table.running).toBe(true);
    expect(pressed(key('x'), table, [0, 4])).toBe(false);
  });

  it('leaves time to read in turns, and keeps the time of a race within bounds', () => {
    expect(pause(true, 0, 60_000)).toBe(pause(true, 0, 5));
    expect(pause(false, 1000, 1600)).toBe(600);
    expect(pause(false, 1000, 60_000)).toBeLessThanOrEqual(1500);
    expect(pause(false, 1000, 1000)).toBeGreaterThan(0);
  });
});

describe('the same deal, twice', () => {
  const played = (...actions: readonly number[]) => ({
    table: 'T',
    number: 1,
    mine: true,
    players: [{ name: 'Ada', bot: null }],
    view: { count: 0 },
    decisions: actions.map((steps, index) => ({
      step: 3 * index,
      action: { type: 'Walk', steps },
      patch: index ? counted(index) : null,
      verdict: null,
      cost: null,
      best: null,
    })),
    outcome: { winners: [], reason: 'done', scores: [0], tally: {} },
  });
  const row = (at: number, same = true) => ({ round: 1, shared: at, again: at, same });
  const comparison = (shared: readonly number[], again: readonly number[], same: readonly boolean[]) =>
    ({
      game: 'diamant',
      seat: 0,
      shared: played(...shared),
      again: played(...again),
      rows: same.map((one, at) => row(at, one)),
      others: [],
    }) as unknown as Comparison;

  it('parts where the decisions do, or what lay before them', () => {
    expect(parting(comparison([1, 2], [1, 2], [true, true]))).toBe(-1);
    expect(parting(comparison([1, 2, 3], [1, 5, 3], [true, true, false]))).toBe(1);
    expect(parting(comparison([1, 2], [1, 2], [true, false]))).toBe(1);
    expect(parting(comparison([1, 2], [1], [true, true])), 'one had nothing more to decide').toBe(1);
  });

  it('shows each decision as it lay before whoever took it', () => {
    const both = comparison([1, 2, 3], [1], [true, true, true]);
    const table = new ReplayTable(client, asReplay(both, both.shared)!);
    table.go(2);
    expect(counts(table)).toBe(2);
    table.go(0);
    expect(counts(table)).toBe(0);
    expect(table.seat).toBe(0);
  });
});
