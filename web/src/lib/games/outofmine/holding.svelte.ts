import { SvelteMap } from 'svelte/reactivity';
import { BOARD_SPAN, type Placed, type Shape, type Tile } from '$lib/protocol/outofmine';
import { inHand, sameTile, type Hand, type Work } from './ahead';
import type { Bench } from './bench.svelte';
import { bounds, lying, sizeOf, wayAfter, type Turning } from './grid';
import { beside, exactly, nearest, under, type Ground, type Spot } from './snap';

/** Drawn along by a pointer, lying over the board until somebody touches it again, or moved by keys. */
export type Mode = 'drag' | 'rest' | 'keys';

export interface Held {
  /** Another each time that a tile comes to hand. */
  readonly id: number;
  readonly hand: Hand;
  readonly tile: Tile;
  readonly way: number;
  /** Where on the board it lay before, if it did. */
  readonly from: Placed | null;
  readonly mode: Mode;
  /** The upper left corner of the tile's box, in squares from that of the board. */
  readonly row: number;
  readonly column: number;
  /** Let go over another tile: the place it falls into as soon as that one is out of the way. */
  readonly waits: Spot | null;
}

/** How far from its place a tile was let go that has just come to lie there, in squares. */
export interface Landing {
  readonly down: number;
  readonly right: number;
}

const HANDS: readonly Hand[] = ['first', 'second'];
const OTHER = { first: 'second', second: 'first' } as const;
const by = (hand: Hand): { hand?: 'second' } => (hand === 'second' ? { hand } : {});

/** The tiles in my hands: which way they are turned, where they hover, and what becomes of them. */
export class Holding {
  readonly #bench: Bench;
  #hands = $state.raw<Readonly<Record<Hand, Held | null>>>({ first: null, second: null });
  /** The hand that was used last: what is turned, moved by keys or placed is what it holds. */
  #used = $state<Hand>('first');
  #count = 0;
  /** How a tile was last turned, for whoever draws the turning. */
  turned = $state.raw<{ readonly of: number; readonly how: Turning } | null>(null);
  readonly landings = new Map<string, Landing>();
  /** Each shape comes to hand as it was left. */
  readonly #ways = new SvelteMap<Shape, number>();
  /** What each hand placed last, for the case that the server does not let it lie there. */
  readonly #left: Record<Hand, Held | null> = { first: null, second: null };
  /** Told before a tile leaves the hand for the stock, so that its way back can be drawn. */
  onreturn: (held: Held) => void = () => {};
  /** Told why nothing more can be held: both hands are full, or the one for the stock cannot be emptied. */
  onfull: (why: 'both' | 'first') => void = () => {};
  /** Told of a tile that somebody else has. */
  onmissed: (tile: Tile) => void = () => {};

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  readonly held: Held | null = $derived.by(() => this.#hands[this.#used] ?? this.#hands[OTHER[this.#used]]);
  /** What the other hand holds meanwhile. */
  readonly other: Held | null = $derived.by(() => this.held && this.#hands[OTHER[this.held.hand]]);
  readonly all: readonly Held[] = $derived.by(() => HANDS.flatMap((hand) => this.#hands[hand] ?? []));
  readonly size = $derived.by(() =>
    this.held ? sizeOf(this.held.tile.shape, this.held.way) : { rows: 0, columns: 0 },
  );
  /** The place the tile would fall into if it were let go now. */
  readonly spot: Spot | null = $derived.by(() => {
    if (!this.held) return null;
    const { tile, way, mode, row, column } = this.held;
    return (mode === 'keys' ? exactly : nearest)(tile.shape, way, row, column, this.#ground(this.held));
  });
  /** The one tile that lies where this one would go, as long as a hand is free to lift it. */
  readonly inTheWay: { readonly placed: Placed; readonly spot: Spot } | null = $derived.by(() => {
    if (!this.held || this.spot || !this.#bench.freeHand) return null;
    const spot = this.#aim(this.held);
    const [placed, ...more] = spot ? this.#bench.lyingOn(spot.squares) : [];
    return spot && placed && !more.length ? { placed, spot } : null;
  });

  get row(): number {
    return this.held?.row ?? 0;
  }
  get column(): number {
    return this.held?.column ?? 0;
  }
  /** The way round in which a tile of the stock comes to hand: as the last of its shape was left. */
  wayOf(shape: Shape): number {
    return this.#ways.get(shape) ?? 0;
  }
  /** Whether a quarter turn, or turning it over, makes any difference. */
  get turns(): boolean {
    return this.#differs('turn');
  }
  get flips(): boolean {
    return this.#differs('over');
  }

  /**
   * Takes a tile of the stock in the first hand, in place of the one that may be there; one that lay on the board goes
   * back to where it lay. False if it is not to be had.
   */
  reach(tile: Tile, mode: Mode): boolean {
    const { first } = this.#hands;
    if (first && !first.from && sameTile(first.tile, tile)) {
      this.use('first', mode);
      return true;
    }
    if (!this.#bench.left(tile)) {
      this.onmissed(tile);
      return false;
    }
    if (!this.#bench.offers(tile)) {
      void this.#bench.table.act({ type: this.#bench.work.hand ? 'Swap' : 'Take', tile });
      return false;
    }
    if (first?.from && !this.#goHome(first)) {
      this.onfull('first');
      return false;
    }
    this.#bench.do({ type: this.#bench.work.hand ? 'Swap' : 'Take', tile });
    this.#come('first', tile, mode);
    this.#bench.table.play('stone');
    return true;
  }

  /** Lifts a tile off the board with a free hand. Where none is, the tile not used last goes back to where it lay. */
  lift(placed: Placed, mode: Mode): boolean {
    const [square] = placed.squares;
    if (square === undefined) return false;
    if (!this.#bench.freeHand && this.other) this.#goHome(this.other);
    const hand = this.#bench.freeHand;
    if (!hand) {
      this.onfull('both');
      return false;
    }
    this.#bench.do({ type: 'PickUp', square });
    const { tile } = placed;
    this.#hold({ hand, tile, ...lying(tile.shape, placed.squares), from: placed, mode });
    this.#bench.table.play('stone');
    return true;
  }

  /** Straight from the board into the stock, whatever is in hand. */
  takeOff({ squares: [square] }: Placed): void {
    if (square !== undefined) this.#bench.do({ type: 'TakeOff', square });
    this.#bench.table.play('stone');
    this.#fall();
  }

  /** From now on it is this hand that turns, moves and places. */
  use(hand: Hand, mode: Mode): void {
    const held = this.#hands[hand];
    if (held) this.#set({ ...held, mode, waits: null });
  }

  mode(mode: Mode): void {
    if (this.held) this.use(this.held.hand, mode);
  }

  moveTo(row: number, column: number): void {
    if (this.held) this.#set({ ...this.held, row, column });
  }

  /** By keys: a square in some direction, never off the board. */
  nudge(down: number, right: number): void {
    this.mode('keys');
    this.#keepOn(Math.round(this.row) + down, Math.round(this.column) + right);
  }

  turn(how: Turning = 'turn'): void {
    const { held } = this;
    if (!held) return;
    const way = wayAfter(held.tile.shape, held.way, how);
    const before = this.size;
    const after = sizeOf(held.tile.shape, way);
    this.#ways.set(held.tile.shape, way);
    const row = held.row + (before.rows - after.rows) / 2;
    const column = held.column + (before.columns - after.columns) / 2;
    this.#set({ ...held, way, row, column, waits: null });
    if (held.mode === 'keys') this.#keepOn(Math.floor(row), Math.floor(column));
    this.turned = { of: held.id, how };
    this.#bench.table.play('tick');
  }

  /** Puts the tile where it would fall; false if there is no such place. */
  place(spot: Spot | null = this.spot): boolean {
    if (!this.held || !spot) return false;
    this.#put(this.held, spot);
    this.#fall();
    return true;
  }

  /** Puts the tile where another lies, which comes to the other hand, over the place that this one left. */
  exchange(): void {
    const { held, inTheWay } = this;
    if (!held || !inTheWay || !this.lift(inTheWay.placed, 'rest')) return;
    this.#put(held, inTheWay.spot);
    const { row, column } = held.from
      ? lying(held.from.tile.shape, held.from.squares)
      : this.#overEmpty(this.size);
    this.#keepOn(row, column);
  }

  /** A finger points at a square: the tile goes there, with whichever of its squares lets it fit. */
  pointAt(square: number): void {
    if (!this.held) return;
    const { spot, corner } = under(square, this.held.tile.shape, this.held.way, this.#ground(this.held));
    if (!this.place(spot)) this.#keepOn(corner.row, corner.column);
  }

  /** Into the stock. */
  putBack(): void {
    const { held } = this;
    if (!held) return;
    this.onreturn(held);
    this.lose(held.hand);
    this.#bench.do({ type: 'PutBack', ...by(held.hand) });
    this.#bench.table.play('stone');
    this.#fall();
  }

  /** As if nothing had been touched: onto the board where it lay, or into the stock. */
  giveUpMoving(): void {
    const { held } = this;
    if (held && !held.from) this.putBack();
    else if (held && !this.#goHome(held)) this.#rest(held);
  }

  /** A pointer lets go of the tile. */
  letGo(over: 'stock' | 'board' | 'elsewhere'): void {
    if (this.held?.mode !== 'drag' || this.place()) return;
    if (over === 'stock') this.putBack();
    else if (over === 'board') this.#rest(this.held);
    else this.giveUpMoving();
  }

  /** Nothing is in this hand any more. */
  lose(hand: Hand): void {
    this.#hands = { ...this.#hands, [hand]: null };
  }
  loseAll(): void {
    this.#hands = { first: null, second: null };
  }

  /** Keeps to what the hands hold by the server's word and mine. */
  follow(work: Pick<Work, 'hand' | 'second'>): void {
    for (const hand of HANDS) {
      const tile = inHand(work, hand);
      const held = this.#hands[hand];
      if (!tile && held) this.lose(hand);
      else if (tile && (!held || !sameTile(held.tile, tile))) this.#come(hand, tile, 'rest');
    }
  }

  /** The server did not let it lie there: it hovers above that place again. */
  hover(hand: Hand, tile: Tile, squares: readonly number[]): void {
    const left = this.#left[hand];
    const from = left && sameTile(left.tile, tile) ? left.from : null;
    if (!this.#hands[hand]) this.#hold({ hand, tile, ...lying(tile.shape, squares), from, mode: 'rest' });
  }

  #differs(how: Turning): boolean {
    const { held } = this;
    return held !== null && wayAfter(held.tile.shape, held.way, how) !== held.way;
  }

  /** What comes to hand is what is used from now on, unless a pointer is drawing the other along. */
  #set(held: Held): void {
    if (this.held?.mode !== 'drag') this.#used = held.hand;
    this.#hands = { ...this.#hands, [held.hand]: held };
  }

  #hold(held: Omit<Held, 'id' | 'waits'>): void {
    this.#count += 1;
    this.#set({ ...held, id: this.#count, waits: null });
  }

  /** Comes to hand over the middle of what is still empty. */
  #come(hand: Hand, tile: Tile, mode: Mode): void {
    const way = this.wayOf(tile.shape);
    const other = this.#hands[OTHER[hand]];
    const size = sizeOf(tile.shape, way);
    const taken = other && { ...other, ...sizeOf(other.tile.shape, other.way) };
    this.#hold({ hand, tile, way, from: null, mode, ...beside(this.#overEmpty(size), size, taken) });
  }

  #overEmpty({ rows, columns }: { rows: number; columns: number }): { row: number; column: number } {
    const free = this.#bench.empty.length ? this.#bench.empty : [...this.#bench.gallery];
    const area = bounds(free.length ? free : [40]);
    return {
      row: Math.round(area.top + (area.rows - rows) / 2),
      column: Math.round(area.left + (area.columns - columns) / 2),
    };
  }

  #ground({ hand }: Held): Ground {
    return {
      fits: (squares) => this.#bench.fits(squares, hand),
      gallery: this.#bench.gallery,
    };
  }

  /** The place of the gallery that it is held over, whatever lies there. */
  #aim({ tile, way, row, column }: Held): Spot | null {
    const { gallery } = this.#bench;
    const fits = (squares: readonly number[]) => squares.every((square) => gallery.has(square));
    return nearest(tile.shape, way, row, column, { fits, gallery });
  }

  #rest(held: Held): void {
    this.#set({ ...held, mode: 'rest', waits: this.#aim(held) });
    this.#keepOn(held.row, held.column);
  }

  #put(held: Held, { row, column, squares }: Spot): void {
    this.#ways.set(held.tile.shape, held.way);
    this.#left[held.hand] = held;
    this.landings.set(squares.join(), { down: held.row - row, right: held.column - column });
    this.lose(held.hand);
    this.#bench.do({ type: 'Place', squares, ...by(held.hand) });
    this.#bench.table.play('snap');
  }

  /** Back to where it lay; false if it did not, or something lies there now. */
  #goHome(held: Held): boolean {
    if (!held.from || !this.#bench.fits(held.from.squares, held.hand)) return false;
    const { tile, squares } = held.from;
    this.#put(held, { ...lying(tile.shape, squares), squares });
    return true;
  }

  /** What was let go over another tile falls, now that this one is gone. */
  #fall(): void {
    const { held } = this;
    if (held?.waits && this.#bench.fits(held.waits.squares, held.hand)) this.#put(held, held.waits);
  }

  #keepOn(row: number, column: number): void {
    this.moveTo(
      Math.min(BOARD_SPAN - this.size.rows, Math.max(0, row)),
      Math.min(BOARD_SPAN - this.size.columns, Math.max(0, column)),
    );
  }
}
