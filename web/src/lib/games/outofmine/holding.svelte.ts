import { BOARD_SPAN, type Placed, type Shape, type Tile } from '$lib/protocol/outofmine';
import { sameTile } from './ahead';
import type { Bench } from './bench.svelte';
import { bounds, columnOf, lay, lying, rowOf, sizeOf } from './grid';
import { WAYS } from './pieces';
import { exactly, nearest, type Spot } from './snap';

/** Drawn along by a pointer, lying over the board until somebody touches it again, or moved by keys. */
export type Mode = 'drag' | 'rest' | 'keys';

export interface Held {
  readonly tile: Tile;
  readonly way: number;
  /** Where on the board it lay before, if it did. */
  readonly from: Placed | null;
  readonly mode: Mode;
}

/** A tile that has just come to lie on the board, and how far from there it was let go, in squares. */
export interface Landing {
  readonly key: string;
  readonly down: number;
  readonly right: number;
}

/** The one tile in my hand: which way it is turned, where it hovers, and what becomes of it. */
export class Holding {
  readonly #bench: Bench;
  held = $state.raw<Held | null>(null);
  /** The upper left corner of the tile's box, in squares from that of the board. */
  row = $state(0);
  column = $state(0);
  /** How the tile was last turned, for whoever draws the turning. */
  turned = $state.raw<{ readonly id: number; readonly how: 'turn' | 'back' | 'over' } | null>(null);
  landing: Landing | null = null;
  /** Each shape comes to hand as it was left. */
  readonly #ways = new Map<Shape, number>();
  /** Told before a tile leaves the hand for the stock, so that its way back can be drawn. */
  onreturn: (held: Held) => void = () => {};

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  readonly size = $derived.by(() =>
    this.held ? sizeOf(this.held.tile.shape, this.held.way) : { rows: 0, columns: 0 },
  );
  /** The place the tile would fall into if it were let go now. */
  readonly spot: Spot | null = $derived.by(() => {
    if (!this.held) return null;
    const { tile, way, mode } = this.held;
    const ground = { fits: this.#bench.fits, gallery: this.#bench.gallery };
    return (mode === 'keys' ? exactly : nearest)(tile.shape, way, this.row, this.column, ground);
  });

  /** Whether a quarter turn, or turning it over, makes any difference. */
  get turns(): boolean {
    return this.held !== null && WAYS[this.held.tile.shape][this.held.way]?.turned !== this.held.way;
  }
  get flips(): boolean {
    return this.held !== null && WAYS[this.held.tile.shape][this.held.way]?.over !== this.held.way;
  }

  /** Takes a tile of the stock in hand, in place of the one that may be there. False if it is not to be had. */
  reach(tile: Tile, mode: Mode): boolean {
    const { held } = this;
    if (held && !held.from && sameTile(held.tile, tile)) {
      this.held = { ...held, mode };
      return true;
    }
    if (!this.#bench.offers(tile)) {
      void this.#bench.table.act({ type: this.#bench.work.hand ? 'Swap' : 'Take', tile });
      return false;
    }
    if (held?.from) this.#bench.do({ type: 'Place', squares: held.from.squares });
    this.#bench.do({ type: this.#bench.work.hand ? 'Swap' : 'Take', tile });
    this.#hold({ tile, way: this.#ways.get(tile.shape) ?? 0, from: null, mode });
    this.#bench.table.play('stone');
    return true;
  }

  /** Lifts a tile off the board. */
  lift(placed: Placed, mode: Mode): void {
    if (this.held?.from) this.#bench.do({ type: 'Place', squares: this.held.from.squares });
    else if (this.held) return;
    const [square] = placed.squares;
    if (square === undefined) return;
    const { way, row, column } = lying(placed.tile.shape, placed.squares);
    this.#bench.do({ type: 'PickUp', square });
    this.held = { tile: placed.tile, way, from: placed, mode };
    this.row = row;
    this.column = column;
    this.#bench.table.play('stone');
  }

  /** Straight from the board into the stock, whatever is in hand. */
  takeOff({ squares: [square] }: Placed): void {
    if (square !== undefined) this.#bench.do({ type: 'TakeOff', square });
    this.#bench.table.play('stone');
  }

  mode(mode: Mode): void {
    if (this.held) this.held = { ...this.held, mode };
  }

  moveTo(row: number, column: number): void {
    this.row = row;
    this.column = column;
  }

  /** By keys: a square in some direction, never off the board. */
  nudge(down: number, right: number): void {
    if (!this.held) return;
    this.mode('keys');
    this.#keepOn(Math.round(this.row) + down, Math.round(this.column) + right);
  }

  turn(how: 'turn' | 'back' | 'over' = 'turn'): void {
    const { held } = this;
    if (!held) return;
    const ways = WAYS[held.tile.shape];
    const next = (way: number, by: 'turned' | 'over') => ways[way]?.[by] ?? 0;
    const way =
      how === 'over'
        ? next(held.way, 'over')
        : [...Array(how === 'turn' ? 1 : 3)].reduce<number>((now) => next(now, 'turned'), held.way);
    const before = this.size;
    const after = sizeOf(held.tile.shape, way);
    this.#ways.set(held.tile.shape, way);
    this.held = { ...held, way };
    this.row += (before.rows - after.rows) / 2;
    this.column += (before.columns - after.columns) / 2;
    if (held.mode === 'keys') this.#keepOn(Math.floor(this.row), Math.floor(this.column));
    this.turned = { id: (this.turned?.id ?? 0) + 1, how };
    this.#bench.table.play('tick');
  }

  /** Puts the tile where it would fall; false if there is no such place. */
  place(spot: Spot | null = this.spot): boolean {
    const { held } = this;
    if (!held || !spot) return false;
    this.#ways.set(held.tile.shape, held.way);
    this.landing = { key: spot.squares.join(), down: this.row - spot.row, right: this.column - spot.column };
    this.#bench.do({ type: 'Place', squares: spot.squares });
    this.held = null;
    this.#bench.table.play('snap');
    return true;
  }

  /** A finger points at a square: the tile goes there, with whichever of its squares lets it fit. */
  pointAt(square: number): void {
    const { held } = this;
    if (!held) return;
    const { shape } = held.tile;
    const middle = { row: (this.size.rows - 1) / 2, column: (this.size.columns - 1) / 2 };
    const cells = [...(WAYS[shape][held.way]?.cells ?? [])].sort(
      (one, other) =>
        Math.hypot(one[0] - middle.row, one[1] - middle.column) -
        Math.hypot(other[0] - middle.row, other[1] - middle.column),
    );
    const corners = cells.map(([down, right]) => ({
      row: rowOf(square) - down,
      column: columnOf(square) - right,
    }));
    const lays = corners.flatMap(({ row, column }) => {
      const squares = lay(shape, held.way, row, column);
      return squares && this.#bench.fits(squares) ? [{ row, column, squares }] : [];
    });
    const inside = lays.find(({ squares }) => squares.every((each) => this.#bench.gallery.has(each)));
    const spot = inside ?? lays[0] ?? null;
    const [first] = corners;
    if (spot) this.place(spot);
    else if (first) this.#keepOn(first.row, first.column);
  }

  /** Into the stock. */
  putBack(): void {
    const { held } = this;
    if (!held) return;
    this.onreturn(held);
    this.held = null;
    this.#bench.do({ type: 'PutBack' });
    this.#bench.table.play('stone');
  }

  /** As if nothing had been touched: onto the board where it lay, or into the stock. */
  giveUpMoving(): void {
    const from = this.held?.from;
    if (!from) {
      this.putBack();
      return;
    }
    const { row, column } = lying(from.tile.shape, from.squares);
    this.place({ row, column, squares: from.squares });
  }

  /** A pointer lets go of the tile. */
  letGo(over: 'stock' | 'board' | 'elsewhere'): void {
    if (!this.held || this.place()) return;
    if (over === 'stock') this.putBack();
    else if (over === 'board') {
      this.mode('rest');
      this.#keepOn(this.row, this.column);
    } else this.giveUpMoving();
  }

  /** Keeps to what the hand holds by the server's word and mine. */
  follow(hand: Tile | null): void {
    if (!hand) this.held = null;
    else if (!this.held || !sameTile(this.held.tile, hand))
      this.#hold({ tile: hand, way: this.#ways.get(hand.shape) ?? 0, from: null, mode: 'rest' });
  }

  /** The server did not let it lie there: it hovers above that place again. */
  hover(tile: Tile, squares: readonly number[]): void {
    const { way, row, column } = lying(tile.shape, squares);
    this.held = { tile, way, from: null, mode: 'rest' };
    this.moveTo(row, column);
  }

  /** Over the middle of what is still empty. */
  #hold(held: Held): void {
    this.held = held;
    const { rows, columns } = sizeOf(held.tile.shape, held.way);
    const free = this.#bench.empty.length ? this.#bench.empty : [...this.#bench.gallery];
    const area = bounds(free.length ? free : [40]);
    this.#keepOn(
      Math.round(area.top + (area.rows - rows) / 2),
      Math.round(area.left + (area.columns - columns) / 2),
    );
  }

  #keepOn(row: number, column: number): void {
    this.row = Math.min(BOARD_SPAN - this.size.rows, Math.max(0, row));
    this.column = Math.min(BOARD_SPAN - this.size.columns, Math.max(0, column));
  }
}
