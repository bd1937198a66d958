import { describe, expect, it } from 'vitest';
import { caption, STAGES } from '$lib/games/outofmine/count';
import { arrange } from '$lib/games/outofmine/layout';
import { after, LESSON } from '$lib/games/outofmine/lesson';
import { isPointed } from '$lib/games/outofmine/pointed';
import { LOOKS, statistics } from '$lib/games/outofmine/statistics';
import { stageOf, steps } from '$lib/games/outofmine/steps';
import { holder, taken } from '$lib/games/outofmine/takers';
import { tell, voice } from '$lib/games/outofmine/tell';
import type { Deed, SeatPerson, Telling } from '$lib/games/types';
import type { Event, MineView, Placed, Shape, Tile, View } from '$lib/protocol/outofmine';

const tile = (shape: Shape): Tile => ({ shape, find: 'plain' });
const placed = (shape: Shape, ...squares: number[]): Placed => ({ tile: tile(shape), squares });
const CALLS = LESSON.length - 2;
const BEFORE = LESSON[CALLS]!.view!;
const AFTER = after(BEFORE, { type: 'Call' });
const SHEET = AFTER.last!.sheet;
const COUNTED: Event = { type: 'RoundCounted', round: 2, sheet: SHEET };
const people = ['Ada', 'Basile'].map((name, seat) => ({ name, seat, isMe: seat === 0 })) as SeatPerson[];
const telling: Telling = { people, seat: 0, name: (seat) => people[seat]!.name, names: () => '' };

describe('where the stock lies', () => {
  it('leaves face and stock large enough on every laptop and television', () => {
    for (const [width, height] of [
      [690, 680],
      [690, 630],
      [690, 470],
      [1030, 520],
      [1090, 830],
      [820, 950],
      [1400, 860],
    ] as const) {
      const { stock, head, slot, side } = arrange(width, height);
      expect(side, `${width}x${height}`).toBeGreaterThanOrEqual(340);
      expect(slot).toBeGreaterThanOrEqual(52);
      const across = side + (head === 'left' ? 184 : 0) + (stock === 'columns' ? 4 * slot : 0);
      const down = side + (head === 'top' ? 76 : 0) + (stock === 'rows' ? 2 * (slot + 8) : 0);
      expect(across).toBeLessThan(width);
      expect(down).toBeLessThan(height);
      if (stock === 'rows') expect(10 * slot).toBeLessThan(width);
    }
  });
});

describe('the count of a round', () => {
  const shown = steps(BEFORE, [{ type: 'Called', seat: 0 }, COUNTED], AFTER);

  it('is told in its order, and what it comes to at its end only', () => {
    const told = shown.map(({ view }) => stageOf(view));
    expect(told).toEqual([...told].sort((one, other) => STAGES.indexOf(one) - STAGES.indexOf(other)));
    expect(told.at(-1)).toBe('total');
    for (const { view, ms, great } of shown.slice(1, -1)) {
      expect([view.scores, view.points]).toEqual([BEFORE.scores, BEFORE.points]);
      expect([ms > 0, great]).toEqual([true, true]);
    }
    expect(shown.at(-1)!.view).toBe(AFTER);
  });

  it('is there at once for who comes later, and when the next round is dealt already', () => {
    expect(stageOf(AFTER)).toBe('total');
    const dealt: View = { ...AFTER, phase: LESSON[1]!.view!.phase };
    expect(steps(BEFORE, [COUNTED], dealt).map(({ ms }) => ms)).toEqual([0]);
  });

  it('draws everything else at once, whoever did it', () => {
    const event: Event = { type: 'TileTaken', seat: 1, tile: tile('I2') };
    expect(steps(BEFORE, [event, event], BEFORE).every(({ ms, view }) => ms === 0 && view === BEFORE)).toBe(
      true,
    );
  });

  it('speaks to the reader, and to all on a television', () => {
    const say = (stage: (typeof STAGES)[number], seat: number | null) => caption(stage, SHEET, people, seat);
    expect(say('shout', 0)).toMatch(/^You called/);
    expect(say('total', 0)).toMatch(/^12 points for you/);
    const others = people.map((person) => ({ ...person, isMe: false }));
    expect(caption('total', SHEET, others, null)).toContain('Ada');
    expect(caption('call', SHEET, others, null)).toMatch(/^Ada called rightly/);
  });
});

describe('who has a tile', () => {
  const mine = (...lying: Placed[]): MineView => {
    if (BEFORE.phase.type !== 'Placing') throw new Error('nobody digs');
    const [own] = BEFORE.phase.mines;
    return { ...own!, mine: { ...own!.mine, placed: lying, hand: null, second: null } };
  };
  const holding = (view: MineView, hand: Shape): MineView => ({
    ...view,
    mine: { ...view.mine, hand: tile(hand) },
  });

  it('is who took the last one, or else who holds or laid it', () => {
    const before = [mine(), mine(), mine(placed('O4', 0, 1, 9, 10))];
    const now = [before[0]!, holding(before[1]!, 'O4'), before[2]!];
    expect(taken(before, now)).toEqual([['O4:plain', 1]]);
    expect(holder(now, tile('O4'), 2)).toBe(2);
    expect(holder(now, tile('O4'), null)).toBe(1);
    expect(holder(before, tile('O4'), 1)).toBe(2);
    expect(holder(before, tile('T4'), null)).toBeNull();
  });

  it('is not who only lifts what lay on the own board', () => {
    const before = [mine(placed('I2', 0, 1))];
    expect(taken(before, [holding(mine(), 'I2')])).toEqual([]);
  });
});

describe('the log', () => {
  const took: Event = { type: 'TileTaken', seat: 1, tile: tile('U5') };

  it('tells of tiles of which there is one, and speaks of none', () => {
    expect(tell(took, telling)).toBe('Basile took the white U.');
    expect(tell({ ...took, tile: tile('I2') }, telling)).toBeNull();
    expect(voice(took, telling)).toBeNull();
    expect(voice({ type: 'Called', seat: 1 }, telling)).toMatch(/Basile/);
  });

  it('points at the tile on its board', () => {
    expect(isPointed(took, 1, placed('U5', 0, 2, 9, 10, 11))).toBe(true);
    expect(isPointed(took, 0, placed('U5', 0, 2, 9, 10, 11))).toBe(false);
    expect(isPointed(null, 1, placed('U5', 0, 2, 9, 10, 11))).toBe(false);
  });
});

describe('what a game was like', () => {
  let sequence = 0;
  const deed = (at: number, ...events: Event[]): Deed<Event> => ({
    sequence: ++sequence,
    at,
    seat: 0,
    events,
  });
  const deeds = [
    deed(0, { type: 'CardsTurned', cards: [1, 2] }),
    deed(10_000, { type: 'TileTaken', seat: 0, tile: tile('U5') }),
    deed(20_000, { type: 'TilePlaced', seat: 0, placed: placed('U5', 0, 2, 9, 10, 11), hand: 'first' }),
    deed(20_000, { type: 'TilePlaced', seat: 1, placed: placed('O4', 0, 1, 9, 10), hand: 'first' }),
    deed(40_000, { type: 'TileTakenOff', seat: 1, placed: placed('O4', 0, 1, 9, 10) }),
    deed(60_000, { type: 'Called', seat: 0 }, COUNTED),
  ];
  const found = statistics(deeds, AFTER);
  const values = (at: number) => found[at]!.values;

  it('counts what was laid, lifted and taken last, and how long the call took', () => {
    expect(values(0)).toEqual([0.25, 0]);
    expect(values(1)).toEqual([1, 0]);
    expect(values(2)).toEqual([60, null]);
    expect(values(3)).toEqual([12, 3]);
    expect(values(4)).toEqual([1, 1]);
    expect(values(5)).toEqual([0, 1]);
    expect(values(6)).toEqual([1, 0]);
  });

  it('shows how the galleries filled from the signal to the end', () => {
    const [own, hers] = found[0]!.course!;
    expect(own).toHaveLength(LOOKS);
    expect([own![0], own!.at(-1)]).toEqual([0, 0.25]);
    expect(Math.max(...hers!)).toBeCloseTo(0.2);
    expect(hers!.at(-1)).toBe(0);
  });

  it('says nothing of a game without a round', () => {
    expect(statistics([], AFTER)).toEqual([]);
  });
});
