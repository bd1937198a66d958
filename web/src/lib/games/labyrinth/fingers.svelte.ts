import type { Ring } from '$lib/protocol/labyrinth';
import { ZONES } from './castle';
import { innerEdge, outerEdge, type Point } from './geometry';
import type { Local } from './local.svelte';
import { nearest } from './moves';

const SLOP = 7;
/** From the middle of a square to where it is no longer meant, in the castle's own measure. */
const NEAR = 62;
const HOVERED = 44;
/** What a finger can mean at all, in pixels: half of the side of a good button. */
const FINGER = 26;
const SQUARE = 70;

const angleAt = ({ x, y }: Point): number => (Math.atan2(x, -y) * 180) / Math.PI;

/**
 * Pointers on the castle. One turns a ring or moves the picture; two zoom it. While there are squares to choose from and
 * they are smaller than a fingertip, a finger aims: the nearest square is meant, a lens shows it, and sliding changes it.
 */
export class Fingers {
  doing = $state<'nothing' | 'turning' | 'panning' | 'aiming'>('nothing');
  /** Where a finger aims, in the field; null while none does. */
  aim = $state.raw<Point | null>(null);
  /** Whether the square that is looked at was chosen by a finger, which then needs something to confirm it with. */
  touched = $state(false);
  readonly #local: Local;
  readonly #held = new Map<number, Point>();
  #began: Point = { x: 0, y: 0 };
  #gripped: Ring | null = null;
  #moved = false;
  /** The square that was looked at before this finger came down. */
  #before: number | null = null;

  constructor(local: Local) {
    this.#local = local;
  }

  /** Point is the pointer's place in the field. */
  down(event: PointerEvent, point: Point, field: HTMLElement): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const { camera } = this.#local;
    this.touched = event.pointerType === 'touch';
    this.#held.set(event.pointerId, point);
    if (this.#held.size > 1) {
      if (this.doing === 'turning') this.#local.release();
      if (this.doing === 'aiming') this.#stopAiming(this.#before);
      this.doing = 'panning';
      this.#moved = true;
      return;
    }
    this.#began = point;
    this.#moved = false;
    this.#before = this.#local.goal;
    this.#gripped = this.ringAt(camera.under(point));
    if (!this.touched || this.#gripped || !this.#local.places.size || !this.#small) return;
    field.setPointerCapture(event.pointerId);
    this.doing = 'aiming';
    this.#aimAt(point);
  }

  move(event: PointerEvent, now: Point, field: HTMLElement): void {
    const { camera } = this.#local;
    if (event.pointerType === 'mouse' && this.#held.size === 0) this.#hover(camera.under(now));
    const before = this.#held.get(event.pointerId);
    if (!before) return;
    this.#held.set(event.pointerId, now);
    if (this.#held.size === 2) {
      const other = [...this.#held].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const far = Math.hypot(now.x - other.x, now.y - other.y);
      const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      camera.zoom(far / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      return;
    }
    if (!this.#moved && Math.hypot(now.x - this.#began.x, now.y - this.#began.y) < SLOP) return;
    if (!this.#moved) {
      this.#moved = true;
      field.setPointerCapture(event.pointerId);
      if (this.doing === 'nothing') {
        const ring = this.#gripped;
        const turns = ring !== null && this.#local.grip(ring, angleAt(camera.under(this.#began)));
        this.doing = turns ? 'turning' : 'panning';
      }
    }
    if (this.doing === 'aiming') this.#aimAt(now);
    else if (this.doing === 'turning') this.#local.drag(angleAt(camera.under(now)));
    else if (this.doing === 'panning') camera.pan(now.x - before.x, now.y - before.y);
  }

  up(event: PointerEvent): void {
    if (!this.#held.delete(event.pointerId)) return;
    if (this.doing === 'turning') this.#local.release();
    if (this.doing === 'aiming') {
      const meant = this.#local.goal;
      this.#stopAiming(event.type === 'pointercancel' ? this.#before : meant);
      // A tap on what is already looked at is the word that it is meant.
      if (event.type !== 'pointercancel' && !this.#moved && meant !== null && meant === this.#before)
        this.#local.go();
      this.#moved = true;
    }
    if (this.#held.size === 0) this.doing = 'nothing';
  }

  /** Whether a click is only the end of what fingers did. */
  endsDrag(): boolean {
    const ends = this.#moved;
    this.#moved = false;
    return ends;
  }

  /** On a ring that may be turned, the next notch; elsewhere the nearest square. */
  tap(point: Point): void {
    const local = this.#local;
    const under = local.camera.under(point);
    const ring = this.ringAt(under);
    if (ring) {
      local.nudge(ring, 1);
      return;
    }
    if (!local.places.size) return;
    const square = this.#nearest(under);
    if (square !== null && square === local.goal) local.go();
    else local.look(square);
  }

  /** The ring that may be turned under a point of the castle. */
  ringAt(point: Point): Ring | null {
    const far = Math.hypot(point.x, point.y);
    const zone = ZONES.find(({ index }) => far <= outerEdge(index) && far > innerEdge(index)) ?? null;
    const ring = far <= innerEdge(ZONES.length - 1) ? 'centre' : (zone?.ring ?? null);
    return ring && this.#local.offers.turns[ring].length ? ring : null;
  }

  get #small(): boolean {
    return SQUARE * this.#local.camera.scale < FINGER * 2 && this.#local.camera.fits;
  }

  #hover(point: Point): void {
    const local = this.#local;
    local.hovered = this.ringAt(point);
    const square = nearest(local.places, point, HOVERED);
    if (square !== null && square !== local.goal) local.look(square);
  }

  #nearest(point: Point): number | null {
    const { places, camera } = this.#local;
    return nearest(places, point, Math.max(NEAR, FINGER / camera.scale));
  }

  #aimAt(point: Point): void {
    const local = this.#local;
    const square = this.#nearest(local.camera.under(point));
    if (square !== null && square !== local.goal) local.table.play('tick');
    local.look(square);
    this.aim = point;
  }

  #stopAiming(goal: number | null): void {
    this.aim = null;
    this.#local.look(goal);
  }
}
