import type { Rotation } from '$lib/protocol/labyrinth';
import { angleOf, turnedBy, zoneOf, ZONES, type Walks } from './castle';

/** Half of the drawing, moat and towers included. */
export const REACH = 566;
/** Outer edge of each zone, from the rim inwards; the last number is the well in the middle. */
export const EDGES = [512, 432, 352, 272, 190, 102, 24] as const;
export const RIM = EDGES[0];

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A place by its direction in degrees clockwise from the top, and its distance from the middle. */
export interface Polar {
  readonly angle: number;
  readonly radius: number;
}

export const outerEdge = (zone: number): number => EDGES[zone] ?? 0;
export const innerEdge = (zone: number): number => EDGES[zone + 1] ?? 0;

/** Where things stand on a square of a zone; in the centre, whose squares are wedges, a little further out. */
export const middle = (zone: number): number =>
  zone === ZONES.length - 1
    ? innerEdge(zone) + (outerEdge(zone) - innerEdge(zone)) * 0.52
    : (outerEdge(zone) + innerEdge(zone)) / 2;

const round = (value: number): number => Math.round(value * 100) / 100;

export function at({ angle, radius }: Polar): Point {
  const turn = (angle * Math.PI) / 180;
  return { x: round(radius * Math.sin(turn)), y: round(-radius * Math.cos(turn)) };
}

const written = (polar: Polar): string => {
  const { x, y } = at(polar);
  return `${x} ${y}`;
};

/** The angle to add to come from one direction to another by the shorter way round. */
export const shortest = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

/** Part of a circle as an SVG path, without its beginning. */
export function arcTo(radius: number, from: number, to: number): string {
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  return `A${radius} ${radius} 0 ${large} ${to > from ? 1 : 0} ${written({ angle: to, radius })}`;
}

export const arc = (radius: number, from: number, to: number): string =>
  `M${written({ angle: from, radius })}${arcTo(radius, from, to)}`;

export const spoke = (angle: number, from: number, to: number): string =>
  `M${written({ angle, radius: from })}L${written({ angle, radius: to })}`;

/** A piece of a ring between two directions and two circles. */
export const sector = (from: number, to: number, inner: number, outer: number): string =>
  `M${written({ angle: from, radius: outer })}${arcTo(outer, from, to)}L${written({ angle: to, radius: inner })}${arcTo(inner, to, from)}Z`;

export const placeOf = (square: number, rotation: Rotation): Polar => ({
  angle: angleOf(square, rotation),
  radius: middle(zoneOf(square).index),
});

/** The square under a point of the castle as it is drawn; null: the well, the moat and beyond. */
export function squareAt({ x, y }: Point, rotation: Rotation): number | null {
  const far = Math.hypot(x, y);
  const zone = ZONES.find(({ index }) => far <= outerEdge(index) && far > innerEdge(index));
  if (!zone) return null;
  const angle = (Math.atan2(x, -y) * 180) / Math.PI - turnedBy(zone, rotation);
  const turn = ((angle % 360) + 360) % 360;
  return zone.first + (Math.floor((turn * zone.count) / 360) % zone.count);
}

/** The floor of a square, a little inside its walls. */
export function floorOf(square: number, rotation: Rotation, inset = 7): string {
  const zone = zoneOf(square);
  const half = 180 / zone.count;
  const angle = angleOf(square, rotation);
  const [inner, outer] = [innerEdge(zone.index) + inset, outerEdge(zone.index) - inset];
  const side = (radius: number): number => half - (inset / radius) * (180 / Math.PI);
  const [near, far] = [side(inner), side(outer)];
  return `M${written({ angle: angle - far, radius: outer })}${arcTo(outer, angle - far, angle + far)}L${written({ angle: angle + near, radius: inner })}${arcTo(inner, angle + near, angle - near)}Z`;
}

/**
 * A walk as the corridors lead it: along each ring, and straight through the doors. Angles run on without a jump, so
 * that whatever follows them turns the right way.
 */
export function track(start: number, goal: number, walks: Walks, rotation: Rotation): Polar[] {
  const squares = [goal];
  const doors: (number | null)[] = [];
  for (let here = goal; here !== start;) {
    const step = walks.get(here);
    if (!step) return [];
    squares.unshift(step.from);
    doors.unshift(step.angle);
    here = step.from;
  }
  const corners: Polar[] = [placeOf(start, rotation)];
  const go = ({ angle, radius }: Polar): void => {
    const last = corners.at(-1)!;
    const next = { angle: last.angle + shortest(last.angle, angle), radius };
    if (next.angle !== last.angle || next.radius !== last.radius) corners.push(next);
  };
  squares.slice(1).forEach((square, index) => {
    const goal = placeOf(square, rotation);
    const door = doors[index] ?? null;
    if (door !== null) {
      go({ angle: door, radius: corners.at(-1)!.radius });
      go({ angle: door, radius: goal.radius });
    }
    go(goal);
  });
  return corners;
}

/** A track as an SVG path. */
export function trackPath(corners: readonly Polar[]): string {
  return corners
    .map((corner, index) => {
      const before = corners[index - 1];
      if (!before) return `M${written(corner)}`;
      return before.radius === corner.radius
        ? arcTo(corner.radius, before.angle, corner.angle)
        : `L${written(corner)}`;
    })
    .join('');
}

/** How long each leg of a track is. */
export const legs = (corners: readonly Polar[]): number[] =>
  corners.slice(1).map((corner, index) => {
    const before = corners[index]!;
    return before.radius === corner.radius
      ? (Math.abs(corner.angle - before.angle) * Math.PI * corner.radius) / 180
      : Math.abs(corner.radius - before.radius);
  });

/** The place on a track after a share of its length, from 0 to 1. */
export function along(corners: readonly Polar[], share: number): Polar {
  const lengths = legs(corners);
  let left = lengths.reduce((sum, leg) => sum + leg, 0) * Math.min(1, Math.max(0, share));
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [corners[index]!, corners[index + 1]!];
    if (left <= length) {
      const part = length ? left / length : 1;
      return {
        angle: from.angle + (to.angle - from.angle) * part,
        radius: from.radius + (to.radius - from.radius) * part,
      };
    }
    left -= length;
  }
  return corners.at(-1) ?? { angle: 0, radius: 0 };
}
