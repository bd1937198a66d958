import { HEIGHT, WIDTH } from './art/passage';
import type { Place } from './moves';

/** From one card to the next in the world; a hair's breadth lies between two. */
export const STEP_X = WIDTH + 1.6;
export const STEP_Y = HEIGHT + 1.6;
const MARGIN = 9;
const LARGEST = 2.6;

/** Where a card of the world begins. */
export const leftOf = ([x]: Place): string => `${x * STEP_X - WIDTH / 2}px`;
export const topOf = ([, y]: Place): string => `${y * STEP_Y - HEIGHT / 2}px`;

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The places that must be seen. */
export function boxOf(places: readonly Place[]): Box {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

export interface Look {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** The look that shows the whole box, as large as it can and in the middle. */
export function fitted(box: Box, width: number, height: number): Look {
  const wide = (box.right - box.left) * STEP_X + WIDTH + MARGIN * 2;
  const high = (box.bottom - box.top) * STEP_Y + HEIGHT + MARGIN * 2;
  const scale = Math.min(width / wide, height / high, LARGEST);
  const middle = { x: ((box.left + box.right) / 2) * STEP_X, y: ((box.top + box.bottom) / 2) * STEP_Y };
  return { scale, x: width / 2 - middle.x * scale, y: height / 2 - middle.y * scale };
}

/** How the maze is looked at: whole by itself, until somebody zooms or pans; whole again when it grows. */
export class Camera {
  width = $state(360);
  height = $state(320);
  #chosen = $state.raw<Look | null>(null);
  readonly #box: () => Box;
  readonly #held: () => Box | null;

  /** `held`: what must be looked at just now, whatever was chosen. */
  constructor(box: () => Box, held: () => Box | null = () => null) {
    this.#box = box;
    this.#held = held;
    let before = '';
    $effect.pre(() => {
      const now = Object.values(box()).join();
      if (before && now !== before) this.#chosen = null;
      before = now;
    });
  }

  get whole(): Look {
    return fitted(this.#box(), this.width, this.height);
  }

  get look(): Look {
    const held = this.#held();
    return held ? fitted(held, this.width, this.height) : (this.#chosen ?? this.whole);
  }

  get fits(): boolean {
    return this.#chosen === null;
  }

  get nearest(): boolean {
    return this.look.scale >= LARGEST - 0.001;
  }

  fit(): void {
    this.#chosen = null;
  }

  /** Larger or smaller around a point of the field; by itself, around its middle. */
  zoom(by: number, x = this.width / 2, y = this.height / 2): void {
    const { scale, x: left, y: top } = this.look;
    const least = this.whole.scale;
    const next = Math.min(LARGEST, Math.max(least, scale * by));
    if (next <= least * 1.001) this.fit();
    else this.#set({ scale: next, x: x - ((x - left) / scale) * next, y: y - ((y - top) / scale) * next });
  }

  pan(dx: number, dy: number): void {
    if (this.fits) return;
    const { scale, x, y } = this.look;
    this.#set({ scale, x: x + dx, y: y + dy });
  }

  /** Brings a place into sight, for those who move by keys. */
  show([px, py]: Place): void {
    if (this.fits) return;
    const { scale, x, y } = this.look;
    const at = { x: px * STEP_X * scale + x, y: py * STEP_Y * scale + y };
    const half = { x: (WIDTH / 2) * scale + MARGIN, y: (HEIGHT / 2) * scale + MARGIN };
    const into = (value: number, room: number, size: number) =>
      Math.min(Math.max(value, room), Math.max(room, size - room)) - value;
    this.pan(into(at.x, half.x, this.width), into(at.y, half.y, this.height));
  }

  /** The box of a card of the world, in the field. */
  cardAt([x, y]: Place): { left: number; top: number; width: number; height: number } {
    const { scale, x: left, y: top } = this.look;
    return {
      left: (x * STEP_X - WIDTH / 2) * scale + left,
      top: (y * STEP_Y - HEIGHT / 2) * scale + top,
      width: WIDTH * scale,
      height: HEIGHT * scale,
    };
  }

  /** The point of the world under a point of the field, in cards. */
  placeUnder(x: number, y: number): [number, number] {
    const look = this.look;
    return [(x - look.x) / look.scale / STEP_X, (y - look.y) / look.scale / STEP_Y];
  }

  /** The maze never leaves the field altogether. */
  #set({ scale, x, y }: Look): void {
    const box = this.#box();
    const within = (value: number, least: number, most: number, size: number) => {
      const low = size / 2 - most * scale;
      const high = size / 2 - least * scale;
      return Math.min(Math.max(value, low), high);
    };
    this.#chosen = {
      scale,
      x: within(x, box.left * STEP_X, box.right * STEP_X, this.width),
      y: within(y, box.top * STEP_Y, box.bottom * STEP_Y, this.height),
    };
  }
}
