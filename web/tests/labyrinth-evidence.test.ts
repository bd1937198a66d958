import { describe, expect, it } from 'vitest';
import { chambersOf, NAMES, SQUARE_OF, walksFrom } from '$lib/games/labyrinth/castle';
import { deedWords, lastDeed } from '$lib/games/labyrinth/deeds';
import { pointedAt } from '$lib/games/labyrinth/pointed';
import { counted, statistics } from '$lib/games/labyrinth/statistics';
import type { Deed, SeatPerson } from '$lib/games/types';
import type { Event, View } from '$lib/protocol/labyrinth';

const square = (name: string): number => NAMES.indexOf(name);
const GOAL = SQUARE_OF.piper;

/** Two turns of two players: Ada finds the piper, Bruno stays, wins a duel and draws a card by a swap. */
const EVENTS: readonly (readonly [number | null, readonly Event[]])[] = [
  [0, [{ type: 'RingTurned', seat: 0, ring: 'outer', steps: 1, position: 0 }]],
  [0, [{ type: 'RingTurned', seat: 0, ring: 'inner', steps: -1, position: 11 }]],
  [
    0,
    [
      { type: 'PawnMoved', seat: 0, to: GOAL, meets: [] },
      { type: 'SecretTaken', seat: 0, secret: 'piper', complete: null },
      { type: 'SecretTurned', seat: 0, secret: 'crown' },
      { type: 'TurnBegan', seat: 1, turn: 2 },
    ],
  ],
  [1, [{ type: 'RingTurned', seat: 1, ring: 'centre', steps: 4, position: 0 }]],
  [1, [{ type: 'RingTurned', seat: 1, ring: 'outer', steps: 1, position: 1 }]],
  [1, [{ type: 'PawnStayed', seat: 1 }]],
  [
    1,
    [
      { type: 'ThrowsShown', throws: { 0: 'stone', 1: 'stone' } },
      { type: 'ThrowsShown', throws: { 0: 'stone', 1: 'paper' } },
      { type: 'DuelWon', winner: 1, loser: 0 },
      {
        type: 'CardsHandedOver',
        loser: 0,
        winner: 1,
        kind: 'gnome',
        cards: ['piper'],
        count: 1,
        face_up: false,
        complete: null,
      },
    ],
  ],
  [1, [{ type: 'PawnPlaced', winner: 1, loser: 0, to: square('A1') }]],
  [null, [{ type: 'TurnBegan', seat: 0, turn: 3 }]],
];
const deeds: readonly Deed<Event>[] = EVENTS.map(([seat, events], sequence) => ({
  seat,
  sequence,
  at: sequence * 1000,
  events,
}));
const view = {
  pawns: [square('A1'), square('A15')],
  rotation: { outer: 1, inner: 11, centre: 0 },
} as unknown as View;
const people = ['Ada', 'Bruno'].map((name, seat) => ({
  seat,
  name,
  isMe: seat === 0,
})) as unknown as SeatPerson[];
const telling = { people, names: (seats: readonly number[]) => seats.join() };

describe('what was last done', () => {
  it('with a ring is known, and how long ago', () => {
    expect(lastDeed(deeds, { kind: 'ring', ring: 'outer' })).toMatchObject({ event: { seat: 1 }, turns: 1 });
    expect(deedWords(deeds, { kind: 'ring', ring: 'inner' }, telling)).toBe(
      'You turn the inner corridor one notch anticlockwise. (2 turns ago)',
    );
    expect(deedWords([], { kind: 'ring', ring: 'centre' }, telling)).toBe(
      'Nobody has turned the centre yet.',
    );
  });

  it('with a pawn is known, whoever did it', () => {
    expect(deedWords(deeds, { kind: 'pawn', seat: 0 }, telling)).toBe(
      'Your pawn is put on the rim. (1 turn ago)',
    );
    expect(deedWords(deeds, { kind: 'pawn', seat: 1 }, telling)).toBe('Bruno stays. (1 turn ago)');
    expect(deedWords(deeds.slice(0, 2), { kind: 'pawn', seat: 1 }, telling)).toBe('Bruno has not moved yet.');
  });
});

describe('what a line of the log points at', () => {
  it('is a ring, a square or pawns', () => {
    expect(pointedAt(EVENTS[0]![1][0])).toMatchObject({ ring: 'outer', square: null });
    expect(pointedAt(EVENTS[2]![1][0])).toMatchObject({ square: GOAL, seats: [0] });
    expect(pointedAt(EVENTS[2]![1][2])).toMatchObject({ square: SQUARE_OF.crown, seats: [] });
    expect(pointedAt(EVENTS[6]![1][2])).toMatchObject({ seats: [1, 0] });
    expect(pointedAt(null)).toEqual({ ring: null, square: null, seats: [] });
  });
});

describe('what a finished game was like', () => {
  const { tallies, course } = counted(deeds, view);

  it('follows the castle from where it stood at the deal', () => {
    const walks = walksFrom(chambersOf(2)[0]!, { outer: 0, inner: 11, centre: 2 });
    expect(tallies[0]!.reach).toEqual([walks.size]);
    expect(tallies[0]!.walked).toBe(walks.get(GOAL)!.far);
    expect(tallies[1]!.reach).toEqual([
      walksFrom(chambersOf(2)[1]!, { outer: 1, inner: 11, centre: 0 }).size,
    ]);
  });

  it('counts secrets, notches by the shorter way, duels, throws and cards', () => {
    expect(tallies[0]).toMatchObject({ secrets: 1, notches: 2, won: 0, lost: 1, given: 1, cards: 0 });
    expect(tallies[1]).toMatchObject({ secrets: 0, notches: 3, won: 1, lost: 0, stolen: 1, cards: 1 });
    expect(tallies[0]!.throws).toEqual({ stone: 2, scissors: 0, paper: 0 });
    expect(course).toEqual([
      [0, 1, 0, 0],
      [0, 0, 1, 1],
    ]);
  });

  it('has a value for each seat in each line, and no line of duels where there were none', () => {
    const lines = statistics(deeds, view);
    for (const { label, values } of lines) expect(values, label).toHaveLength(2);
    expect(lines.map(({ label }) => label)).toContain('Duels won');
    expect(lines.find(({ label }) => label === 'Squares within reach')?.write?.(12.345)).toBe('12.3');
    expect(statistics(deeds.slice(0, 3), view).map(({ label }) => label)).not.toContain('Duels won');
  });
});
