import type { Ring } from '$lib/protocol/labyrinth';
import { ZONES } from './castle';
import { isSameAsked, type Asked } from './deeds';
import { at, innerEdge, outerEdge, placeOf, RIM, squareAt, type Point } from './geometry';
import type { Local } from './local.svelte';
import { nearest } from './moves';

const SLOP = 7;
/** From the middle of a square to where it is no longer meant, in the castle's own measure. */
const NEAR = 62;
const HOVERED = 44;
/** What a finger can mean at all, in pixels: half of the side of a good button. */
const FINGER = 26;
const SQUARE = 70;
/** Around a pawn, which stands a little aside of its square's middle. */
const PAWN = 40;
const HELD_MS = 500;

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
  #hold: ReturnType<typeof setTimeout> | undefined;

  constructor(local: Local) {
    this.#local = local;
  }

  /** Point is the pointer's place in the field. */
  down(event: PointerEvent, point: Point, field: HTMLElement): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const { camera } = this.#local;
    this.touched = event.pointerType !== 'mouse';
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
    if (this.touched) this.#holdOn(point);
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
      clearTimeout(this.#hold);
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

  /** Point is where the pointer left. */
  up(event: PointerEvent, point: Point): void {
    if (!this.#held.delete(event.pointerId)) return;
    clearTimeout(this.#hold);
    const cancelled = event.type === 'pointercancel';
    if (this.doing === 'turning') this.#local.release();
    if (this.doing === 'aiming') {
      const meant = this.#local.goal;
      this.#stopAiming(cancelled ? this.#before : meant);
      // A tap on what is already looked at is the word that it is meant.
      if (!cancelled && !this.#moved && meant !== null && meant === this.#before) this.#local.go();
      else if (!cancelled && !this.#moved && meant === null) this.#refuse(this.#local.camera.under(point));
      this.#moved = true;
    }
    // A finger on the castle makes no click: see `keep`.
    if (this.touched && !cancelled && !this.#moved) this.tap(point);
    if (this.#held.size === 0) this.doing = 'nothing';
  }

  /** The mouse is elsewhere. */
  leave(): void {
    this.#local.hovered = null;
    this.#local.asked = null;
  }

  /** Whether a click is only the end of what fingers did. */
  endsDrag(): boolean {
    const ends = this.#moved;
    this.#moved = false;
    return ends;
  }

  /**
   * Keeps a touch on the castle from being taken for the beginning of a page's movement: a browser that waits for a
   * throw to end takes no tap for a second and more. Such a touch makes no click either.
   */
  keep(event: TouchEvent): void {
    if (event.target instanceof Element && event.target.closest('.tools, button')) return;
    if (event.cancelable) event.preventDefault();
  }

  /** On a ring that may be turned, the next notch; elsewhere the square that is meant, or why it cannot be. */
  tap(point: Point): void {
    const local = this.#local;
    const under = local.camera.under(point);
    if (local.canTurn) {
      const ring = this.ringAt(under);
      if (ring) local.nudge(ring, 1);
      else if (Math.hypot(under.x, under.y) <= RIM) local.refuseRing(turningAt(under));
      return;
    }
    if (!local.places.size) {
      const asked = this.askedAt(under);
      local.asked = isSameAsked(asked, local.asked) ? null : asked;
      return;
    }
    const square = this.#meant(under);
    if (square === null) this.#refuse(under);
    else if (square === local.goal) local.go();
    else local.look(square);
  }

  /** The pawn or the turning ring under a point of the castle. */
  askedAt(point: Point): Asked | null {
    const { table, rotation } = this.#local;
    const pawns = new Map(
      table.view.pawns.map((square, seat) => [seat, at(placeOf(square, rotation))] as const),
    );
    const seat = nearest(pawns, point, PAWN);
    if (seat !== null) return { kind: 'pawn', seat };
    const ring = turningAt(point);
    return ring && { kind: 'ring', ring };
  }

  /** The ring that may be turned under a point of the castle. */
  ringAt(point: Point): Ring | null {
    const ring = turningAt(point);
    return ring && this.#local.offers.turns[ring].length ? ring : null;
  }

  /** A finger that rests on a pawn or a ring asks about it. */
  #holdOn(point: Point): void {
    clearTimeout(this.#hold);
    this.#local.asked = null;
    this.#hold = setTimeout(() => {
      this.#local.asked = this.askedAt(this.#local.camera.under(point));
      // Where nothing is aimed at, lifting it is then no tap.
      if (this.#local.asked && this.doing === 'nothing') this.#moved = true;
    }, HELD_MS);
  }

  /** A mouse means the square it is on; a finger the nearest that may be chosen. */
  #meant(point: Point): number | null {
    const { places, rotation } = this.#local;
    const under = squareAt(point, rotation);
    if (under !== null && places.has(under)) return under;
    return this.touched || under === null ? this.#nearest(point) : null;
  }

  #refuse(point: Point): void {
    const square = squareAt(point, this.#local.rotation);
    this.#local.look(null);
    if (square !== null) this.#local.refuseSquare(square);
  }

  get #small(): boolean {
    return SQUARE * this.#local.camera.scale < FINGER * 2 && this.#local.camera.fits;
  }

  #hover(point: Point): void {
    const local = this.#local;
    local.hovered = this.ringAt(point);
    const asked = this.askedAt(point);
    // Whoever looks for a way crosses rings all the time.
    const wanted = asked?.kind === 'ring' && local.places.size ? null : asked;
    if (!isSameAsked(wanted, local.asked)) local.asked = wanted;
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

/** The ring under a point that turns at all, whether or not it may be turned now; the well belongs to the centre. */
function turningAt(point: Point): Ring | null {
  const far = Math.hypot(point.x, point.y);
  if (far <= innerEdge(ZONES.length - 1)) return 'centre';
  return ZONES.find(({ index }) => far <= outerEdge(index) && far > innerEdge(index))?.ring ?? null;
}
