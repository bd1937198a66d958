import { REACH, type Point } from './geometry';

const LARGEST = 3.2;

/** How the castle is looked at: whole by itself, until somebody zooms. */
export class Camera {
  width = $state(360);
  height = $state(360);
  /** How many times larger than whole, and what is in the middle of the field. */
  #zoom = $state(1);
  #middle = $state.raw<Point>({ x: 0, y: 0 });

  get scale(): number {
    return (Math.min(this.width, this.height) / (REACH * 2)) * this.#zoom;
  }
  get fits(): boolean {
    return this.#zoom === 1;
  }
  get nearest(): boolean {
    return this.#zoom >= LARGEST;
  }
  get x(): number {
    return this.width / 2 - this.#middle.x * this.scale;
  }
  get y(): number {
    return this.#level - this.#middle.y * this.scale;
  }
  /**
   * How far down the field its middle is meant to be. In a field higher than it is wide the castle stays at the top: the
   * controls below come and go with the turns, and the castle must not move with them.
   */
  get #level(): number {
    return Math.min(this.width, this.height) / 2;
  }

  /** The point of the castle under a point of the field. */
  under({ x, y }: Point): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  fit(): void {
    this.#zoom = 1;
    this.#middle = { x: 0, y: 0 };
  }

  /** Larger or smaller around a point of the field; by itself, around its middle. */
  zoom(by: number, around: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const fixed = this.under(around);
    const zoom = Math.min(LARGEST, Math.max(1, this.#zoom * by));
    if (zoom <= 1.001) {
      this.fit();
      return;
    }
    this.#zoom = zoom;
    this.#look({
      x: fixed.x - (around.x - this.width / 2) / this.scale,
      y: fixed.y - (around.y - this.#level) / this.scale,
    });
  }

  pan(dx: number, dy: number): void {
    if (this.fits) return;
    this.#look({ x: this.#middle.x - dx / this.scale, y: this.#middle.y - dy / this.scale });
  }

  /** Brings a point into sight, for those who move by keys. */
  show({ x, y }: Point): void {
    if (this.fits) return;
    const margin = 60;
    const half = { x: this.width / 2 / this.scale - margin, y: this.#level / this.scale - margin };
    const near = (value: number, middle: number, room: number): number =>
      value < middle - room ? value + room : value > middle + room ? value - room : middle;
    this.#look({ x: near(x, this.#middle.x, half.x), y: near(y, this.#middle.y, half.y) });
  }

  /** The castle never leaves the field. */
  #look({ x, y }: Point): void {
    const within = (value: number, before: number, after: number): number => {
      const least = Math.min(0, before / this.scale - REACH);
      return Math.max(least, Math.min(REACH - after / this.scale, value));
    };
    const half = this.width / 2;
    this.#middle = {
      x: within(x, half, half),
      y: within(y, this.#level, this.height - this.#level),
    };
  }
}
