import type { Ring, Rotation } from '$lib/protocol/labyrinth';
import { notch, RINGS } from './castle';
import { along, shortest, type Polar } from './geometry';

const TURN_MS = 460;

/** A heavy stone: it starts slowly, goes a little too far and settles. From 0 to 1 in time and in way. */
export function inertia(time: number): number {
  if (time >= 1) return 1;
  return 1 - Math.exp(-6 * time) * (Math.cos(7 * time) + (6 / 7) * Math.sin(7 * time));
}

const smooth = (time: number): number => time * time * (3 - 2 * time);

interface Swing {
  readonly from: number;
  readonly to: number;
  readonly began: number;
}
interface Walk {
  readonly track: readonly Polar[];
  readonly began: number;
  readonly ms: number;
}

/** Where rings and walking pawns are drawn at this very moment. Angles run on past 360, so that nothing spins back. */
export class Motion {
  angles = $state.raw<Readonly<Record<Ring, number>>>({ outer: 0, inner: 0, centre: 0 });
  /** Pawns on their way, by seat. */
  walking = $state.raw<ReadonlyMap<number, Polar>>(new Map());
  turning = $state(false);
  /** The ring that a finger holds. */
  held = $state<Ring | null>(null);
  readonly #still: () => boolean;
  readonly #swings = new Map<Ring, Swing>();
  readonly #walks = new Map<number, Walk>();
  #frame = 0;

  constructor(rotation: Rotation, still: () => boolean) {
    this.#still = still;
    this.angles = Object.fromEntries(RINGS.map((ring) => [ring, rotation[ring] * notch(ring)])) as Record<
      Ring,
      number
    >;
  }

  /** Turns a ring to a position, by the shorter way from where it is drawn now. */
  aim(ring: Ring, position: number): void {
    if (this.held === ring) return;
    const from = this.angles[ring];
    const goal = this.#swings.get(ring)?.to ?? from;
    const target = position * notch(ring);
    const to = goal + shortest(goal, target);
    if (Math.abs(to - from) < 0.01) return;
    if (this.#still()) {
      this.angles = { ...this.angles, [ring]: to };
      return;
    }
    this.#swings.set(ring, { from, to, began: performance.now() });
    this.#start();
  }

  /** Follows a finger. */
  hold(ring: Ring, angle: number): void {
    this.held = ring;
    this.#swings.delete(ring);
    this.turning = true;
    this.angles = { ...this.angles, [ring]: angle };
  }

  letGo(): void {
    this.held = null;
    if (!this.#swings.size) this.turning = false;
  }

  walk(seat: number, track: readonly Polar[], ms: number): void {
    const first = track[0];
    if (!first || this.#still() || ms <= 0) return;
    this.#walks.set(seat, { track, ms, began: performance.now() });
    this.walking = new Map(this.walking).set(seat, first);
    this.#start();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #start(): void {
    this.turning = this.#swings.size > 0 || this.held !== null;
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (this.#swings.size) {
      const angles = { ...this.angles };
      for (const [ring, { from, to, began }] of this.#swings) {
        const time = (now - began) / TURN_MS;
        angles[ring] = from + (to - from) * inertia(Math.max(0, time));
        if (time >= 1) {
          angles[ring] = to;
          this.#swings.delete(ring);
        }
      }
      this.angles = angles;
    }
    if (this.#walks.size) {
      const walking = new Map<number, Polar>();
      for (const [seat, { track, began, ms }] of this.#walks) {
        const time = (now - began) / ms;
        if (time >= 1) this.#walks.delete(seat);
        else walking.set(seat, along(track, smooth(Math.max(0, time))));
      }
      this.walking = walking;
    }
    if (this.#swings.size || this.#walks.size) this.#start();
    else this.turning = this.held !== null;
  }
}
