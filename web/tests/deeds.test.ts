import { expect, it } from 'vitest';
import type { Entry } from '$lib/net/shown';
import { deedsOf } from '$lib/play/deeds';
import { missedBy } from '$lib/play/missed';
import type { Told } from '$lib/play/telling';
import type { AnyEvent } from '$lib/protocol/games';
import type { GamePlayed, SeenEvent } from '$lib/protocol/table';

const event = { type: 'CaveEntered', cave: 1 } as unknown as AnyEvent;
const entry = (sequence: number, ...events: SeenEvent<AnyEvent>[]): Entry => ({
  sequence,
  at: sequence,
  sender: 'g',
  events,
});
const played = (seat: number | null, by: GamePlayed<AnyEvent>['by'] = 'player'): GamePlayed<AnyEvent> => ({
  type: 'Played',
  seat,
  by,
  events: [event],
});
/** A line for every entry. */
const told = (log: readonly Entry[]): Told[] =>
  log.map(({ sequence, at, events }) => {
    const [first] = events;
    const inGame = first?.type === 'Played';
    return {
      key: `${sequence}`,
      sequence,
      at,
      text: `line ${sequence}`,
      seat: inGame ? first.seat : null,
      event: inGame ? event : null,
    };
  });
const missed = (seat: number, log: readonly Entry[]) =>
  missedBy(seat, log, told(log)).map(({ sequence }) => sequence);

it('knows who did what, and forgets what was taken back', () => {
  const log = [
    entry(1, { type: 'Started', game: 1 }),
    entry(2, played(null, 'table')),
    entry(3, played(0)),
    entry(4, played(1)),
    entry(5, { type: 'Undone', to: 3 }),
    entry(6, played(2)),
  ];
  expect(deedsOf(log).map(({ sequence, seat }) => [sequence, seat])).toEqual([
    [2, null],
    [6, 2],
  ]);
  expect(missed(0, log)).toEqual([6]);
});

it('begins after my own last decision, not after a bot that sat in for me', () => {
  const log = [
    entry(1, { type: 'Started', game: 1 }),
    entry(2, played(0)),
    entry(3, played(1)),
    entry(4, { type: 'Joined', guest: 'g', name: 'Eve' }),
    entry(5, played(0, 'bot')),
    entry(6, played(1)),
  ];
  expect(missed(0, log)).toEqual([3, 5, 6]);
  expect(missed(1, log)).toEqual([]);
});

it('leaves the deal out for who has not decided anything yet', () => {
  const log = [entry(1, { type: 'Started', game: 1 }), entry(2, played(null, 'table'))];
  expect(missed(0, log)).toEqual([]);
  expect(missed(0, [...log, entry(3, played(1)), entry(4, played(null, 'table'))])).toEqual([3, 4]);
});
