import type { Placed, Tile } from '$lib/protocol/outofmine';
import type { Hand } from './ahead';
import { squareAt, type Turning } from './grid';
import type { Holding } from './holding.svelte';

/** What a pointer came down on. */
export type Touched =
  | { readonly kind: 'heap'; readonly tile: Tile | null }
  | { readonly kind: 'placed'; readonly placed: Placed }
  | { readonly kind: 'held'; readonly hand: Hand }
  | { readonly kind: 'square'; readonly square: number };

/** Where the board is on the screen, and how large its squares are, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly unit: number;
}

const MOVED = { mouse: 4, pen: 6, touch: 8 } as const;
/** A finger hides what is under it, so the tile floats so many squares above it. */
const ABOVE_FINGER = 0.9;
const WHEEL_REST_MS = 110;
const CLICK_FOLLOWS_MS = 700;

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly type: keyof typeof MOVED;
  readonly touched: Touched;
}

/**
 * Pointers on tiles. The listeners are the window's, so that nothing that is drawn anew meanwhile, by my own hand or by
 * others' moves, can interrupt a drag.
 */
export class Gestures {
  readonly #holding: Holding;
  box = $state.raw<Box>({ left: 0, top: 0, unit: 40 });
  /** Looks where the board is at this moment; told by whoever draws it. */
  look: () => void = () => {};
  dragging = $state(false);
  /** When a pointer last did something here: the click that may follow it is no further wish. */
  #done = 0;
  #press: Press | null = null;
  /** From the pointer to the tile's corner, in squares. */
  #grab = { row: 0, column: 0 };
  #at = { x: 0, y: 0 };
  #wheeled = 0;

  constructor(holding: Holding) {
    this.#holding = holding;
  }

  down(event: PointerEvent, touched: Touched): void {
    if (this.#press) return;
    if (event.button === 2 && this.#holding.held) this.#holding.turn('over');
    if (event.button !== 0) return;
    this.look();
    this.#press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      type: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse',
      touched,
    };
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#up);
    addEventListener('pointercancel', this.#cancel);
    addEventListener('touchstart', this.#keep, { passive: false });
    addEventListener('pointerdown', this.#second, { capture: true });
  }

  /** Whether a click comes from something other than a pointer that was already heard: keys, a screen reader. */
  isFresh(click: MouseEvent): boolean {
    return click.detail === 0 || click.timeStamp - this.#done > CLICK_FOLLOWS_MS;
  }

  /** The square of the board at a point of the screen. */
  squareAt(x: number, y: number): number | null {
    const row = Math.floor((y - this.box.top) / this.box.unit);
    const column = Math.floor((x - this.box.left) / this.box.unit);
    return row >= 0 && column >= 0 && row < 9 && column < 9 ? squareAt(row, column) : null;
  }

  wheel(event: WheelEvent): void {
    if (!this.#holding.held) return;
    event.preventDefault();
    if (event.timeStamp - this.#wheeled < WHEEL_REST_MS) return;
    this.#wheeled = event.timeStamp;
    this.turn(event.shiftKey ? 'over' : event.deltaY + event.deltaX > 0 ? 'turn' : 'back');
  }

  /** Turning keeps the tile's middle where it is, unless a finger would then hide it. */
  turn(how: Turning): void {
    const { row, column } = this.#holding;
    this.#holding.turn(how);
    if (!this.dragging) return;
    if (this.#press?.type === 'touch') {
      this.#grab = this.#overFinger();
      this.#carry();
    } else {
      this.#grab.row += this.#holding.row - row;
      this.#grab.column += this.#holding.column - column;
    }
  }

  stop(): void {
    this.#press = null;
    this.dragging = false;
    removeEventListener('pointermove', this.#move);
    removeEventListener('pointerup', this.#up);
    removeEventListener('pointercancel', this.#cancel);
    removeEventListener('touchstart', this.#keep);
    removeEventListener('pointerdown', this.#second, { capture: true });
  }

  #column = (x: number): number => (x - this.box.left) / this.box.unit;
  #row = (y: number): number => (y - this.box.top) / this.box.unit;

  /** From a point of the screen to the tile's corner, as they are now. */
  #from({ x, y }: { readonly x: number; readonly y: number }): { row: number; column: number } {
    return { row: this.#holding.row - this.#row(y), column: this.#holding.column - this.#column(x) };
  }

  #overFinger(): { row: number; column: number } {
    const { rows, columns } = this.#holding.size;
    return { row: -rows - ABOVE_FINGER, column: -columns / 2 };
  }

  #carry(): void {
    const { x, y } = this.#at;
    this.#holding.moveTo(this.#row(y) + this.#grab.row, this.#column(x) + this.#grab.column);
  }

  #begin(press: Press): boolean {
    const { touched, type } = press;
    const holding = this.#holding;
    switch (touched.kind) {
      case 'square':
        return false;
      case 'heap':
        if (!touched.tile || !holding.reach(touched.tile, 'drag')) return false;
        break;
      case 'placed':
        if (!holding.lift(touched.placed, 'drag')) return false;
        break;
      case 'held':
        holding.use(touched.hand, 'drag');
    }
    if (!holding.held) return false;
    const { rows, columns } = holding.size;
    if (type === 'touch') this.#grab = this.#overFinger();
    else if (touched.kind === 'heap') this.#grab = { row: -rows / 2, column: -columns / 2 };
    else this.#grab = this.#from(press);
    return true;
  }

  #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#at = { x: event.clientX, y: event.clientY };
    if (!this.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < MOVED[press.type]) return;
      this.#done = event.timeStamp;
      if (!this.#begin(press)) {
        this.stop();
        return;
      }
      this.dragging = true;
    }
    if (this.#holding.held?.mode !== 'drag') {
      this.stop();
      return;
    }
    this.#carry();
  };

  #up = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const { dragging } = this;
    this.#done = event.timeStamp;
    this.stop();
    if (dragging) this.#holding.letGo(this.#over(event.clientX, event.clientY));
    else this.#tap(press.touched);
  };

  #tap(touched: Touched): void {
    const holding = this.#holding;
    switch (touched.kind) {
      case 'held':
        if (holding.held?.hand !== touched.hand) holding.use(touched.hand, 'rest');
        else if (holding.turns) holding.turn();
        else holding.place();
        return;
      case 'placed':
        holding.lift(touched.placed, 'rest');
        return;
      case 'square':
        holding.pointAt(touched.square);
        return;
      case 'heap':
        if (touched.tile) holding.reach(touched.tile, 'rest');
    }
  }

  #cancel = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press?.id) return;
    const { dragging } = this;
    this.stop();
    if (dragging) this.#holding.giveUpMoving();
  };

  /** A tile let go at speed is no page thrown along: browsers take no tap until such a throw is over. */
  #keep = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
  };

  /** Another finger while one drags: a quarter turn. The right button turns the tile over. */
  #second = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || !this.dragging) return;
    if (event.pointerId === press.id && event.button === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(event.button === 2 ? 'over' : 'turn');
  };

  #over(x: number, y: number): 'stock' | 'board' | 'elsewhere' {
    const { row, column, size } = this.#holding;
    const middle = { row: row + size.rows / 2, column: column + size.columns / 2 };
    if (middle.row > -0.5 && middle.row < 9.5 && middle.column > -0.5 && middle.column < 9.5) return 'board';
    return document.elementsFromPoint(x, y).some((element) => element.closest('[data-stock]'))
      ? 'stock'
      : 'elsewhere';
  }
}
