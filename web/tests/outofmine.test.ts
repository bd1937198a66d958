import { describe, expect, it } from 'vitest';
import { m } from '$lib/paraglide/messages.js';
import { ahead, emptySquares, type Handling, type Work } from '$lib/games/outofmine/ahead';
import { standing } from '$lib/games/outofmine/art/elves';
import { crystal, SIDE } from '$lib/games/outofmine/art/crystal';
import { inset, trace } from '$lib/games/outofmine/art/outline';
import { lines, timing } from '$lib/games/outofmine/count';
import { bounds, cellOf, lay, lying, sizeOf, squareName } from '$lib/games/outofmine/grid';
import { NAMED_FACES } from '$lib/games/outofmine/faces';
import { after, LESSON, mineOf } from '$lib/games/outofmine/lesson';
import { COLOUR_OF, COLOURS, FACES, STOCKS, TREASURES, WAYS } from '$lib/games/outofmine/pieces';
import { exactly, nearest } from '$lib/games/outofmine/snap';
import { asked, grouped, reachFor } from '$lib/games/outofmine/tally';
import type { Action, Count, Gallery, Mine, Placed, Shape, Tile, View } from '$lib/protocol/outofmine';

const SHAPES = Object.keys(WAYS) as Shape[];
const tile = (shape: Shape): Tile => ({ shape, find: 'plain' });
const galleries: Gallery[] = Object.values(FACES).flatMap(({ front, back }) => [front, back]);
const everywhere = { fits: () => true, gallery: new Set<number>() };

describe('a tile', () => {
  it('comes back to the way it lay after four quarter turns, and after being turned over twice', () => {
    for (const shape of SHAPES)
      WAYS[shape].forEach((_, start) => {
        const turn = (way: number) => WAYS[shape][way]!.turned;
        const over = (way: number) => WAYS[shape][way]!.over;
        expect(turn(turn(turn(turn(start))))).toBe(start);
        expect(over(over(start))).toBe(start);
      });
  });

  it('lies wholly on the board or not at all', () => {
    expect(lay('I3', 0, 0, 6)).toEqual([6, 7, 8]);
    expect(lay('I3', 0, 0, 7)).toBeNull();
    expect(lay('I3', 1, 7, 0)).toBeNull();
    expect(lay('V3', 0, -1, 0)).toBeNull();
  });

  it('is known again by the squares it covers', () => {
    for (const shape of SHAPES)
      WAYS[shape].forEach((_, way) =>
        expect(lying(shape, lay(shape, way, 2, 3)!)).toEqual({ way, row: 2, column: 3 }),
      );
  });

  it('names its squares as the law does', () => {
    expect([0, 8, 40, 80].map(squareName)).toEqual(['a1', 'i1', 'e5', 'i9']);
  });
});

describe('a tile that is let go', () => {
  it('falls into the nearest place that is free', () => {
    expect(nearest('I2', 0, 3.3, 4.2, everywhere)?.squares).toEqual([31, 32]);
    const taken = { fits: (squares: readonly number[]) => !squares.includes(31), gallery: new Set<number>() };
    expect(nearest('I2', 0, 3.3, 4.3, taken)?.squares).toEqual([32, 33]);
  });

  it('is drawn to the gallery rather than to rock', () => {
    const gallery = { fits: () => true, gallery: new Set([40, 41]) };
    expect(nearest('I2', 0, 3.6, 4, everywhere)?.row).toBe(4);
    expect(nearest('I2', 0, 3.35, 4, everywhere)?.row).toBe(3);
    expect(nearest('I2', 0, 3.35, 4, gallery)?.row).toBe(4);
  });

  it('stays in hand when nothing near is free, or the board ends', () => {
    expect(nearest('I1', 0, -1.4, 3, everywhere)).toBeNull();
    expect(nearest('I1', 0, 4, 4, { fits: () => false, gallery: new Set() })).toBeNull();
    expect(exactly('I2', 0, 4, 8, everywhere)).toBeNull();
    expect(exactly('I2', 0, 4, 7, everywhere)?.squares).toEqual([43, 44]);
  });
});

describe('what is drawn ahead of the server', () => {
  const start: Work = { placed: [], hand: null, second: null, stock: STOCKS.off };
  const left = (work: Work, shape: Shape) => work.stock.find((heap) => heap.tile.shape === shape)!.left;
  const after = (...deeds: Handling[]) => deeds.reduce((work, deed) => ahead(work, deed), start);
  const take: Handling = { type: 'Take', tile: tile('L4') };
  const place: Handling = { type: 'Place', squares: [10, 11, 12, 19] };

  it('takes, places, picks up, puts back, swaps and takes off', () => {
    const placed = after(take, place);
    expect(placed).toMatchObject({ hand: null, placed: [{ tile: tile('L4'), squares: [10, 11, 12, 19] }] });
    expect(left(placed, 'L4')).toBe(2);
    const lifted = ahead(placed, { type: 'PickUp', square: 10 });
    expect(lifted).toMatchObject({ hand: tile('L4'), placed: [] });
    expect(left(ahead(lifted, { type: 'PutBack' }), 'L4')).toBe(3);
    const swapped = ahead(lifted, { type: 'Swap', tile: tile('I1') });
    expect([swapped.hand, left(swapped, 'L4'), left(swapped, 'I1')]).toEqual([tile('I1'), 3, 11]);
    expect(ahead(placed, { type: 'TakeOff', square: 10 })).toEqual(start);
  });

  it('does not do twice what the server has done meanwhile', () => {
    const placed = after(take, place);
    expect(ahead(placed, place)).toEqual(placed);
    expect(ahead(after(take), take)).toEqual(after(take));
    expect(ahead(start, { type: 'PutBack' })).toEqual(start);
    expect(ahead(start, { type: 'PickUp', square: 10 })).toEqual(start);
    expect(ahead(start, { type: 'TakeOff', square: 10 })).toEqual(start);
  });
});

describe('the stock', () => {
  it('lies by colour, all 69 tiles, with and without prints', () => {
    for (const stock of Object.values(STOCKS)) {
      const groups = grouped(stock);
      expect(groups.map(({ colour }) => colour)).toEqual(COLOURS);
      expect(groups.map(({ shapes }) => shapes.length)).toEqual([1, 1, 2, 5, 10]);
      expect(groups.flatMap(({ shapes }) => shapes).reduce((sum, { left }) => sum + left, 0)).toBe(69);
    }
  });

  it('gives the print that the card values most, or the one that is wanted', () => {
    const blue = grouped(STOCKS.on)[1]!.shapes[0]!;
    const card = { tiles: {}, finds: { gold: 2, rat: -1 } };
    expect(reachFor(blue, 'best', card)?.find).toBe('gold');
    expect(reachFor(blue, 'worm', card)?.find).toBe('worm');
    expect(reachFor(blue, 'best', { tiles: {}, finds: { rat: -1 } })?.find).toBe('plain');
    const empty = { ...blue, heaps: blue.heaps.map((heap) => ({ ...heap, left: 0 })) };
    expect(reachFor(empty, 'best', card)).toBeNull();
  });
});

describe('the card', () => {
  it('says what it grants and what lies there, a colour it does not have among them', () => {
    const placed: Placed[] = [
      { tile: tile('I2'), squares: [0, 1] },
      { tile: tile('I1'), squares: [5] },
    ];
    const card = TREASURES[1]!;
    expect(card.tiles.yellow).toBeUndefined();
    expect(asked(card, placed)).toEqual([
      { colour: 'yellow', granted: 0, placed: 1 },
      { colour: 'blue', granted: 1, placed: 1 },
      { colour: 'green', granted: 3, placed: 0 },
      { colour: 'red', granted: 1, placed: 0 },
      { colour: 'white', granted: 1, placed: 0 },
    ]);
  });
});

describe('a face', () => {
  it('has a name in both languages, whichever of the twenty it is', () => {
    expect([...NAMED_FACES].sort()).toEqual(galleries.map(({ name }) => name).sort());
  });

  /** Pieces of rock, corners joined: the one round the gallery, and one for each hole. */
  function rocks(squares: readonly number[]): number {
    const rock = new Set(
      Array.from({ length: 81 }, (_, square) => square).filter((each) => !squares.includes(each)),
    );
    let pieces = 0;
    for (const start of rock) {
      pieces += 1;
      const edge = [start];
      for (let square = edge.pop(); square !== undefined; square = edge.pop()) {
        if (!rock.delete(square)) continue;
        for (const down of [-9, 0, 9]) {
          edge.push(square + down);
          if (square % 9) edge.push(square + down - 1);
          if (square % 9 < 8) edge.push(square + down + 1);
        }
      }
    }
    return pieces;
  }

  it('is outlined once, and once for each hole', () => {
    for (const { name, squares } of galleries)
      expect(trace(squares.map(cellOf)).length, name).toBe(rocks(squares));
    expect(rocks(galleries.find(({ name }) => name === 'The Key')!.squares)).toBe(3);
  });

  it('has room beside each square for its elf, and an elf is happy with its own colour only', () => {
    for (const gallery of galleries) {
      const elves = standing(gallery, []);
      expect(new Set(elves.map(({ x, y }) => `${x},${y}`)).size).toBe(gallery.elves.length);
      expect(elves.some(({ happy }) => happy)).toBe(false);
    }
    const [elf] = galleries[0]!.elves;
    const fitting = SHAPES.find((shape) => COLOUR_OF[shape] === elf!.colour)!;
    const other = SHAPES.find((shape) => COLOUR_OF[shape] !== elf!.colour)!;
    const happy = (shape: Shape) =>
      standing(galleries[0]!, [{ tile: tile(shape), squares: [elf!.square] }])[0]!.happy;
    expect([happy(fitting), happy(other)]).toEqual([true, false]);
  });
});

describe('a drawn crystal', () => {
  it('has a bevel for each side of its outline, inside its squares', () => {
    for (const shape of SHAPES)
      WAYS[shape].forEach(({ cells }, way) => {
        const [loop, ...more] = trace(cells);
        expect(more).toEqual([]);
        const { rows, columns } = sizeOf(shape, way);
        for (const [x, y] of inset(loop!, 0.7, SIDE)) {
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(columns * SIDE);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(rows * SIDE);
        }
        expect(crystal('ruby', cells).facets.length).toBe(loop!.length + 4 * cells.length);
      });
  });
});

describe('the count', () => {
  const mine: Mine = {
    board: 1,
    side: 'front',
    card: 1,
    placed: [],
    hand: null,
    second: null,
    given_up: false,
  };
  const count = (change: Partial<Count>): Count => ({
    mine, removed: [], empty: 4, call: 0, elves: 0, finds: 0, points: 6, ...change,
  }); // prettier-ignore
  const experts = { elves: true, finds: true };

  it('tells how the points came about', () => {
    const sum = (of: Count) => lines(of, experts).reduce((total, { points }) => total + points, 10);
    expect(sum(count({ call: -2, points: 4 }))).toBe(4);
    expect(sum(count({ elves: 2, finds: 3, points: 11 }))).toBe(11);
    expect(sum(count({ empty: 11, elves: 2, points: 0 }))).toBe(0);
  });

  it('leaves out what is not played, and is over within six seconds', () => {
    expect(lines(count({}), { elves: false, finds: false }).map(({ stage }) => stage)).toEqual(['empty']);
    const all = timing(
      [count({ call: 2, removed: [{ placed: { tile: tile('I1'), squares: [0] }, fault: 'wrong colour' }] })],
      experts,
    );
    expect(all.map(([stage]) => stage)).toEqual([
      'shout',
      'wrong',
      'empty',
      'call',
      'elves',
      'finds',
      'total',
    ]);
    expect(all.reduce((sum, [, ms]) => sum + ms, 0)).toBeLessThanOrEqual(6000);
  });
});

describe('the lesson', () => {
  /** The position at the beginning of a step. */
  const at = (step: number): View => LESSON.slice(0, step + 1).findLast(({ view }) => view)!.view!;
  const does = (step: number, ...deeds: Action[]): View =>
    deeds.reduce((view, deed) => {
      expect(LESSON[step]!.allows!(deed, view), `${step}: ${deed.type}`).toBe(true);
      return after(view, deed);
    }, at(step));
  const isDone = (step: number, view: View) => LESSON[step]!.done!(mineOf(view), view);

  it('shows positions in which no tile lies on another and none is there too often', () => {
    LESSON.forEach((_, step) => {
      const { phase } = at(step);
      if (phase.type !== 'Placing') return;
      for (const { left } of phase.stock) expect(left).toBeGreaterThanOrEqual(0);
      const covered = mineOf(at(step))!.placed.flatMap(({ squares }) => squares);
      expect(new Set(covered).size, `step ${step}`).toBe(covered.length);
    });
  });

  it('can be done, step by step, with each kind of move', () => {
    const deeds: Action[][] = [
      [],
      [{ type: 'ChooseFace', side: 'back' }],
      [],
      [
        { type: 'Take', tile: tile('I2') },
        { type: 'Place', squares: [47, 48] },
      ],
      [
        { type: 'PickUp', square: 56 },
        { type: 'PickUp', square: 38 },
        { type: 'Place', squares: [56, 57, 58, 59], hand: 'second' },
        { type: 'Place', squares: [38, 39, 40] },
      ],
      [
        { type: 'Take', tile: tile('F5') },
        { type: 'Place', squares: lay('F5', WAYS.F5[0]!.turned, 4, 4)! },
      ],
      [
        { type: 'Take', tile: tile('L4') },
        { type: 'Place', squares: lay('L4', WAYS.L4[0]!.over, 2, 3)! },
      ],
      [
        { type: 'PickUp', square: 31 },
        { type: 'Place', squares: [30] },
      ],
      [{ type: 'PickUp', square: 63 }, { type: 'PutBack' }],
      [
        { type: 'Swap', tile: tile('I1') },
        { type: 'Place', squares: [42] },
      ],
      [{ type: 'Call' }],
    ];
    deeds.forEach((each, step) => {
      if (!each.length) return;
      expect(isDone(step, at(step)), `step ${step} begins`).toBe(false);
      expect(isDone(step, does(step, ...each)), `step ${step} ends`).toBe(true);
    });
    expect(isDone(8, does(8, { type: 'TakeOff', square: 63 }))).toBe(true);
    expect(deeds.length).toBe(LESSON.length - 1);
  });

  it('lets nothing else be done', () => {
    expect(LESSON[1]!.allows!({ type: 'Call' }, at(1))).toBe(false);
    expect(LESSON[3]!.allows!({ type: 'Take', tile: tile('I5') }, at(3))).toBe(false);
    expect(LESSON[3]!.allows!({ type: 'Place', squares: [20, 21] }, at(3))).toBe(false);
    expect(LESSON[4]!.allows!({ type: 'PutBack' }, at(4))).toBe(false);
  });

  it('says what the game is about before anything is asked', () => {
    expect(LESSON[0]!.say).toBe(m.outofmine_learn_goal);
    expect(LESSON[0]!.done).toBeUndefined();
  });

  it('ends with a full gallery and a true call', () => {
    const step = LESSON.length - 2;
    const mine = mineOf(at(step))!;
    expect(emptySquares(FACES[mine.board]![mine.side].squares, mine.placed)).toEqual([]);
    expect(asked(TREASURES[mine.card]!, mine.placed).every(({ granted, placed }) => granted === placed)).toBe(
      true,
    );
    const { sheet } = does(step, { type: 'Call' }).last!;
    expect([sheet.caller, sheet.counts[0]!.points]).toEqual([0, 12]);
  });
});

it('bounds hold all squares', () => {
  expect(bounds([10, 11, 29])).toEqual({ top: 1, left: 1, rows: 3, columns: 2 });
});
