import { beforeEach, describe, expect, it } from 'vitest';
import { ahead, tileOf, type Handling, type Work } from '$lib/games/outofmine/ahead';
import { Bench } from '$lib/games/outofmine/bench.svelte';
import { Holding } from '$lib/games/outofmine/holding.svelte';
import { LESSON, mineOf } from '$lib/games/outofmine/lesson';
import { beside } from '$lib/games/outofmine/snap';
import type { PlayTable } from '$lib/games/types';
import type { Action, Event, Shape, Tile, View } from '$lib/protocol/outofmine';

const tile = (shape: Shape): Tile => ({ shape, find: 'plain' });

/** A table that has not answered yet, and keeps what was asked of it. */
class Silent {
  readonly asked: Action[] = [];
  readonly seat = 0;
  readonly playing = true;
  readonly legal: readonly Action[] = [];
  constructor(readonly view: View) {}

  act(action: Action): Promise<never> {
    this.asked.push(action);
    return new Promise(() => {});
  }
  play(): void {}
}

/**
 * The lantern, in which red (I4) and green (I3) lie in each other's place:
 *
 *     . . . 0 0 0 . . .        row 2, squares 21 to 23
 *     . . . 0 y 0 . . .        the yellow one lies on rock
 *     . . r r r r 0 . . .      38 to 41
 *     . . b b 0 0 0 . .        47, 48
 *     . . g g g 0 0 . .        56 to 58
 */
const CROSSED = LESSON[4]!.view!;

describe('two hands', () => {
  let table: Silent;
  let bench: Bench;
  let holding: Holding;
  let full: string[];
  beforeEach(() => {
    table = new Silent(CROSSED);
    bench = new Bench(table as unknown as PlayTable<View, Action, Event>, () => {});
    holding = new Holding(bench);
    full = [];
    holding.onfull = (why) => full.push(why);
  });
  const lying = (square: number) => bench.work.placed.find(({ squares }) => squares[0] === square)!;
  const held = () => holding.all.map(({ hand, tile: { shape } }) => [hand, shape]);

  it('let two tiles change places in two drags, without the stock', () => {
    holding.lift(lying(56), 'drag');
    holding.moveTo(4.1, 2.2);
    holding.letGo('board');
    expect(holding.held).toMatchObject({ mode: 'rest', tile: tile('I3') });
    holding.lift(lying(38), 'drag');
    holding.moveTo(6.2, 2);
    holding.letGo('board');
    expect(held()).toEqual([]);
    expect(table.asked).toEqual([
      { type: 'PickUp', square: 56 },
      { type: 'PickUp', square: 38 },
      { type: 'Place', squares: [56, 57, 58, 59], hand: 'second' },
      { type: 'Place', squares: [38, 39, 40] },
    ]);
  });

  it('keep what came from the stock while something placed is moved', () => {
    holding.reach(tile('V5'), 'rest');
    holding.lift(lying(31), 'drag');
    expect(held()).toEqual([
      ['first', 'V5'],
      ['second', 'I1'],
    ]);
    holding.moveTo(3, 3);
    holding.letGo('board');
    expect(held()).toEqual([['first', 'V5']]);
    expect(lying(30).tile).toEqual(tile('I1'));
  });

  it('hold no third tile: the one not used last goes back to where it lay', () => {
    holding.lift(lying(38), 'rest');
    holding.lift(lying(56), 'rest');
    holding.lift(lying(47), 'rest');
    expect(held()).toEqual([
      ['first', 'I2'],
      ['second', 'I3'],
    ]);
    expect(lying(38).tile).toEqual(tile('I4'));
  });

  it('refuse a third tile where none can go back', () => {
    holding.reach(tile('V5'), 'rest');
    holding.lift(lying(38), 'rest');
    expect(holding.lift(lying(56), 'rest')).toBe(false);
    expect(full).toEqual(['both']);
    expect(bench.work).toMatchObject({ hand: tile('V5'), second: tile('I4') });
  });

  it('do not lose to the stock what was lifted from the board', () => {
    holding.lift(lying(38), 'rest');
    holding.reach(tile('V5'), 'rest');
    expect(held()).toEqual([['first', 'V5']]);
    expect(lying(38).tile).toEqual(tile('I4'));
    holding.putBack();
    holding.lift(lying(38), 'rest');
    holding.lift(lying(56), 'rest');
    holding.place({ row: 4, column: 2, squares: [38, 39, 40] });
    expect(holding.reach(tile('V5'), 'rest')).toBe(false);
    expect(full).toEqual(['first']);
    expect(held()).toEqual([['first', 'I4']]);
  });

  it('swap out of the stock with the first, whatever the second holds', () => {
    holding.reach(tile('V5'), 'rest');
    holding.lift(lying(38), 'rest');
    holding.reach(tile('T5'), 'rest');
    expect(held()).toEqual([
      ['first', 'T5'],
      ['second', 'I4'],
    ]);
    expect(bench.work).toMatchObject({ hand: tile('T5'), second: tile('I4') });
  });

  it('exchange at one touch: what lies there comes to hand, over the place that the other left', () => {
    holding.lift(lying(38), 'drag');
    holding.moveTo(6, 2);
    holding.letGo('board');
    expect(holding.spot).toBeNull();
    expect(holding.inTheWay?.placed.tile).toEqual(tile('I3'));
    holding.exchange();
    expect(lying(56).tile).toEqual(tile('I4'));
    expect(holding.held).toMatchObject({ hand: 'second', tile: tile('I3'), row: 4, column: 2 });
    expect(holding.place()).toBe(true);
    expect(table.asked.map(({ type }) => type)).toEqual(['PickUp', 'PickUp', 'Place', 'Place']);
  });

  it('go back to where each lay, or stay where they are if that is taken', () => {
    holding.lift(lying(38), 'rest');
    holding.lift(lying(56), 'drag');
    holding.place({ row: 4, column: 2, squares: [38, 39, 40] });
    holding.moveTo(0, 0);
    holding.giveUpMoving();
    expect(holding.held).toMatchObject({ hand: 'first', tile: tile('I4'), mode: 'rest' });
    holding.lift(lying(47), 'drag');
    holding.giveUpMoving();
    expect(lying(47).tile).toEqual(tile('I2'));
  });

  it('are used in turn: what is turned or placed is what was touched last', () => {
    holding.lift(lying(38), 'rest');
    holding.lift(lying(56), 'rest');
    holding.use('first', 'keys');
    holding.turn();
    expect(holding.all.map(({ way }) => way)).toEqual([1, 0]);
    expect(holding.other?.tile).toEqual(tile('I3'));
  });

  it('follow what the server says of each', () => {
    holding.follow({ hand: tile('V5'), second: tile('I4') });
    expect(held()).toEqual([
      ['first', 'V5'],
      ['second', 'I4'],
    ]);
    const [first, second] = holding.all;
    expect(first!.row + 3 <= second!.row || second!.row + 1 <= first!.row).toBe(true);
    holding.follow({ hand: null, second: tile('I4') });
    expect(held()).toEqual([['second', 'I4']]);
    holding.follow({ hand: null, second: null });
    expect(held()).toEqual([]);
  });

  it('do not let go of what a pointer draws along when the other has to hold something again', () => {
    holding.lift(lying(38), 'drag');
    holding.place({ row: 0, column: 0, squares: [0, 1, 2, 3] });
    holding.lift(lying(56), 'drag');
    holding.follow({ hand: tile('I3'), second: tile('I4') });
    expect(holding.held).toMatchObject({ tile: tile('I3'), mode: 'drag' });
    expect(holding.other).toMatchObject({ tile: tile('I4'), mode: 'rest' });
  });

  it('have again what may not lie there, with the place it came from', () => {
    holding.lift(lying(38), 'drag');
    holding.place({ row: 0, column: 0, squares: [0, 1, 2, 3] });
    holding.hover('first', tile('I4'), [0, 1, 2, 3]);
    expect(holding.held).toMatchObject({ row: 0, column: 0, from: { squares: [38, 39, 40, 41] } });
  });
});

describe('both hands, drawn ahead of the server', () => {
  const mine = mineOf(CROSSED)!;
  const start: Work = {
    ...mine,
    stock: CROSSED.phase.type === 'Placing' ? CROSSED.phase.stock : [],
  };
  const deeds: Handling[] = [
    { type: 'Take', tile: tile('V5') },
    { type: 'PickUp', square: 31 },
    { type: 'Place', squares: [30], hand: 'second' },
    { type: 'PutBack' },
    { type: 'PickUp', square: 56 },
    { type: 'PickUp', square: 38 },
    { type: 'Place', squares: [56, 57, 58, 59], hand: 'second' },
    { type: 'Place', squares: [38, 39, 40] },
    { type: 'PickUp', square: 63 },
    { type: 'PickUp', square: 47 },
    { type: 'PutBack', hand: 'second' },
  ];
  const positions = deeds.reduce<Work[]>((all, deed) => [...all, ahead(all.at(-1)!, deed)], [start]);
  const known = deeds.map((deed, index) => [deed, tileOf(positions[index]!, deed)] as const);
  const shape = ({ placed, hand, second }: Work) => ({
    hand,
    second,
    placed: placed.map(({ tile: { shape: of }, squares }) => `${of} ${squares.join()}`).sort(),
  });

  it('lift with whichever is free, and no third tile', () => {
    expect(positions[6]).toMatchObject({ hand: tile('I3'), second: tile('I4') });
    expect(ahead(positions[6]!, { type: 'PickUp', square: 63 })).toEqual(positions[6]);
    expect(shape(positions[8]!)).toMatchObject({ hand: null, second: null });
  });

  it('come out the same however much of it the server has done already', () => {
    positions.forEach((position, done) => {
      const again = known.reduce((work, [deed, meant]) => ahead(work, deed, meant), position);
      expect(shape(again), `the first ${done} done`).toEqual(shape(positions.at(-1)!));
    });
  });
});

describe('a tile that comes to hand', () => {
  it('does not cover the one that the other hand holds', () => {
    const taken = { row: 3, column: 3, rows: 2, columns: 2 };
    expect(beside({ row: 4, column: 4 }, { rows: 1, columns: 1 }, null)).toEqual({ row: 4, column: 4 });
    const { row, column } = beside({ row: 3, column: 3 }, { rows: 2, columns: 2 }, taken);
    expect(Math.abs(row - 3) === 2 || Math.abs(column - 3) === 2).toBe(true);
    expect(beside({ row: 8, column: 8 }, { rows: 2, columns: 3 }, null)).toEqual({ row: 7, column: 6 });
  });
});
