/** The stones of the castle as SVG paths, each zone standing at position 0. Made once; the same for everybody. */
import { STARTS, ZONES, zoneOf, type Zone } from '../castle';
import { arc, at, innerEdge, outerEdge, sector, spoke } from '../geometry';

/** Half the thickness of a wall between two zones: each brings its own side. */
const SIDE = 5;
const MORTAR = 1.5;
export const TONES = 4;

/** A little irregularity that is always the same for the same seed. */
export function irregular(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const degrees = (length: number, radius: number): number => ((length / radius) * 180) / Math.PI;

/** Cuts a stretch into uneven parts of about the wanted size. */
function cuts(length: number, size: number, random: () => number): number[] {
  const count = Math.max(1, Math.round(length / size));
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    index === 0 || index === count ? index / count : (index + (random() - 0.5) * 0.5) / count,
  );
  return edges;
}

function stones(zone: Zone, index: number, random: () => number): { tone: number; path: string }[] {
  const [inner, outer] = [innerEdge(zone.index) + SIDE, outerEdge(zone.index) - SIDE];
  const step = 360 / zone.count;
  const courses =
    zone.index === ZONES.length - 1
      ? [0, 0.36, 0.68, 1]
      : [0, 0.34 + random() * 0.05, 0.67 + random() * 0.05, 1];
  return courses.slice(1).flatMap((top, course) => {
    const low = inner + (outer - inner) * (courses[course] ?? 0) + MORTAR;
    const high = inner + (outer - inner) * top - MORTAR;
    const radius = (low + high) / 2;
    const width = (step * Math.PI * radius) / 180;
    const edges = cuts(width, 25 + random() * 7, random);
    return edges.slice(1).map((edge, stone) => {
      const gap = degrees(MORTAR, radius);
      const from = (index + (edges[stone] ?? 0)) * step + gap;
      const to = (index + edge) * step - gap;
      return { tone: Math.floor(random() * TONES), path: sector(from, to, low, high) };
    });
  });
}

/** The floor of a zone: as many paths as there are tones. */
function floor(zone: Zone): string[] {
  const paths = Array.from({ length: TONES }, () => '');
  const random = irregular(zone.index * 97 + 5);
  for (let index = 0; index < zone.count; index += 1)
    for (const { tone, path } of stones(zone, index, random)) paths[tone] += path;
  return paths;
}

const opening = (radius: number, doors: number): number =>
  degrees(Math.min(21, ((Math.PI * 2 * radius) / doors) * 0.31), radius);

/** One side of a border: walls with their openings, the jambs beside each opening and the doorstep in it. */
function border(open: readonly boolean[], radius: number): { walls: string; steps: string; jambs: string } {
  const doors = open.length;
  const half = opening(radius, doors);
  const middles = open.flatMap((free, door) => (free ? [((door + 0.5) * 360) / doors] : []));
  const walls = middles.map((from, index) => {
    const next = middles[index + 1] ?? (middles[0] ?? 0) + 360;
    return arc(radius, from + half, next - half);
  });
  return {
    walls: walls.join(''),
    steps: middles.map((angle) => sector(angle - half, angle + half, radius - SIDE, radius + SIDE)).join(''),
    jambs: middles
      .flatMap((angle) => [angle - half, angle + half])
      .map((angle) => spoke(angle, radius - SIDE + 1, radius + SIDE - 1))
      .join(''),
  };
}

export interface Stonework {
  readonly floor: readonly string[];
  readonly walls: string;
  readonly steps: string;
  readonly jambs: string;
  /** The bare ground under the stones. */
  readonly ground: string;
}

const ringPath = (inner: number, outer: number): string =>
  [outer, inner]
    .map(
      (radius) =>
        `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`,
    )
    .join('');

function stonework(zone: Zone): Stonework {
  const [inner, outer] = [innerEdge(zone.index), outerEdge(zone.index)];
  const far = border(zone.outward, outer - SIDE);
  const near = border(zone.inward, inner + SIDE);
  const step = 360 / zone.count;
  const spokes = zone.clockwise
    .map((open, index) => (open ? '' : spoke((index + 1) * step, inner + SIDE, outer - SIDE)))
    .join('');
  return {
    floor: floor(zone),
    walls: (zone.outward.length ? far.walls : '') + (zone.inward.length ? near.walls : '') + spokes,
    steps: far.steps + near.steps,
    jambs: far.jambs + near.jambs,
    ground: ringPath(inner, outer),
  };
}

export const STONEWORK: readonly Stonework[] = ZONES.map(stonework);

/** The rugs of the start chambers. */
export const RUGS = STARTS.map((square) => {
  const zone = zoneOf(square);
  const step = 360 / zone.count;
  const angle = (square - zone.first + 0.5) * step;
  return {
    square,
    angle,
    path: sector(angle - step * 0.36, angle + step * 0.36, innerEdge(0) + 17, outerEdge(0) - 15),
  };
});

/** Battlements round the rim. */
export const MERLONS = Array.from({ length: 96 }, (_, index) => {
  const angle = (index * 360) / 96;
  return sector(angle + 0.7, angle + 2.55, outerEdge(0) + 3, outerEdge(0) + 15);
}).join('');

/** Ripples of the moat. */
export const RIPPLES = (() => {
  const random = irregular(11);
  return Array.from({ length: 64 }, (_, index) => {
    const from = index * 5.625 + random() * 3;
    return arc(534 + random() * 19, from, from + 1.5 + random() * 3);
  }).join('');
})();

/** Torches on walls that never move: in the rim between the chambers, and round the two inner fixed zones. */
export const TORCHES = [
  ...[0, 90, 180, 270].map((angle) => ({ angle: angle - 7.5, radius: 500 })),
  ...[45, 135, 225, 315].map((angle) => ({ angle: angle + 15, radius: 340 })),
  ...[0, 120, 240].map((angle) => ({ angle: angle + 30, radius: 178 })),
].map((place) => ({ ...place, ...at(place) }));
