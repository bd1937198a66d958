import { seeded } from '$lib/art/seeded';
import { SIDES, type Openings, type Side } from '../cards';

/** The field a card is drawn on. */
export const WIDTH = 80;
export const HEIGHT = 108;
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 };
/** Every passage leaves its card here, so that two cards always meet. */
const HALF = 14.5;
const TRODDEN = 6.5;
/** Outlines run past the edge of the card, which hides their ends. */
const BEYOND = 4;

export type Point = readonly [x: number, y: number];
export type Chance = () => number;

const round = (value: number): number => Math.round(value * 10) / 10;
const spell = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** A closed curve through the points, soft at each of them. */
export function smooth(points: readonly Point[], softness = 0.17): string {
  const at = (index: number): Point => points[(index + points.length) % points.length]!;
  let path = `M${spell(at(0))}`;
  for (let index = 0; index < points.length; index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${spell([b[0] + (c[0] - a[0]) * softness, b[1] + (c[1] - a[1]) * softness])} ${spell([
      c[0] - (d[0] - b[0]) * softness,
      c[1] - (d[1] - b[1]) * softness,
    ])} ${spell(c)}`;
  }
  return `${path}z`;
}

export const straight = (points: readonly Point[]): string => `M${points.map(spell).join('L')}z`;

/** From the frame of a side (along its edge, inwards from it) to the card's. */
function onSide(side: Side, along: number, depth: number): Point {
  switch (side) {
    case 'N':
      return [CENTRE.x + along, depth];
    case 'E':
      return [WIDTH - depth, CENTRE.y + along];
    case 'S':
      return [CENTRE.x - along, HEIGHT - depth];
    case 'W':
      return [depth, CENTRE.y - along];
  }
}

const depthOf = (side: Side): number => (side === 'N' || side === 'S' ? CENTRE.y : CENTRE.x);

/** Points on the way, each a little off it: how a wall is when it was dug by hand. */
function roughly(from: Point, to: Point, chance: Chance, rough: number): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const steps = Math.max(1, Math.round(length / 9));
  const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  return Array.from({ length: steps - 1 }, (_, index) => {
    const share = (index + 1) / steps;
    const off = (chance() - 0.5) * 2 * rough;
    return [
      from[0] + (to[0] - from[0]) * share + normal[0] * off,
      from[1] + (to[1] - from[1]) * share + normal[1] * off,
    ];
  });
}

function roughened(
  corners: readonly Point[],
  fixed: ReadonlySet<Point>,
  chance: Chance,
  rough: number,
): Point[] {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    const edge = fixed.has(corner) && fixed.has(next);
    return edge ? [corner] : [corner, ...roughly(corner, next, chance, rough)];
  });
}

/** All openings meet: one shape that runs round the card, side by side. */
function through(sides: readonly Side[], half: number, heart: Point, chance: Chance, rough: number): string {
  const corners: Point[] = [];
  const fixed = new Set<Point>();
  const fix = (point: Point): void => {
    corners.push(point);
    fixed.add(point);
  };
  SIDES.forEach((side, index) => {
    const next = SIDES[(index + 1) % 4]!;
    if (sides.includes(side)) {
      for (const [along, depth] of [
        [-half, 3],
        [-half, -BEYOND],
        [half, -BEYOND],
        [half, 3],
      ] as const)
        fix(onSide(side, along, depth));
    } else {
      const [x, y] = onSide(side, 0, depthOf(side) - half);
      corners.push([x + heart[0], y + heart[1]]);
    }
    const reach = sides.includes(side) || sides.includes(next) ? 1 : 0.74;
    const along = half * reach;
    const [x, y] = onSide(side, along, depthOf(side) - along);
    corners.push([x + heart[0], y + heart[1]]);
  });
  return smooth(roughened(corners, fixed, chance, rough));
}

/** One opening that ends before the others are reached. */
function stub(side: Side, depth: number, half: number, chance: Chance, rough: number): string {
  const corners: Point[] = [
    onSide(side, -half, 3),
    onSide(side, -half, -BEYOND),
    onSide(side, half, -BEYOND),
    onSide(side, half, 3),
  ];
  const fixed = new Set(corners);
  const end = depth + (chance() - 0.5) * 3;
  corners.push(
    onSide(side, half * 0.92, end - half * 0.55),
    onSide(side, half * 0.35 + (chance() - 0.5) * 3, end),
    onSide(side, -half * 0.45, end - 1),
    onSide(side, -half * 0.95, end - half * 0.6),
  );
  return smooth(roughened(corners, fixed, chance, rough));
}

export interface Timber {
  readonly at: Point;
  readonly angle: number;
  readonly length: number;
}

export interface Passage {
  /** The dug ground, and the lighter way that boots have trodden in its middle. */
  readonly floor: readonly string[];
  readonly trodden: readonly string[];
  readonly posts: readonly Timber[];
  readonly planks: readonly Timber[];
  readonly pebbles: readonly { readonly at: Point; readonly size: number }[];
  /** Where the heart of the card lies: a few steps beside its middle. */
  readonly heart: Point;
}

const ANGLE: Record<Side, number> = { N: 0, E: 90, S: 180, W: 270 };

export function passage({ sides, joined }: Openings, seed: string): Passage {
  const chance = seeded(seed);
  const drift: Point = [(chance() - 0.5) * 6, (chance() - 0.5) * 7];
  const lone = sides.length === 1;
  const depth = (side: Side): number => (lone ? depthOf(side) + 4 : depthOf(side) * 0.58);
  const dug = (half: number, rough: number): string[] =>
    joined
      ? [through(sides, half, drift, chance, rough)]
      : sides.map((side) => stub(side, depth(side) - (HALF - half) * 0.5, half, chance, rough));
  const floor = dug(HALF, 1.9);
  const trodden = dug(TRODDEN, 1.6);

  const posts = sides.flatMap((side) =>
    [-1, 1].map((way) => ({
      at: onSide(side, way * (HALF + 0.6), 9.5 + (chance() - 0.5) * 3),
      angle: ANGLE[side] + (chance() - 0.5) * 16,
      length: 9 + chance() * 3,
    })),
  );
  const planks = joined
    ? SIDES.filter((side) => !sides.includes(side)).map((side) => {
        const [x, y] = onSide(side, (chance() - 0.5) * 6, depthOf(side) - HALF - 2.2);
        return {
          at: [x + drift[0], y + drift[1]] as const,
          angle: ANGLE[side] + 90 + (chance() - 0.5) * 7,
          length: 25 + chance() * 7,
        };
      })
    : [];
  const pebbles = sides.flatMap((side) =>
    Array.from({ length: 3 }, () => ({
      at: onSide(
        side,
        (chance() < 0.5 ? -1 : 1) * (HALF - 2.6 - chance() * 3),
        5 + chance() * (joined ? depthOf(side) * 0.6 : depth(side) - 13),
      ),
      size: 0.9 + chance() * 1.1,
    })),
  );
  return { floor, trodden, posts, planks, pebbles, heart: [CENTRE.x + drift[0], CENTRE.y + drift[1]] };
}

export interface Stone {
  readonly path: string;
  readonly tone: number;
}

/** A stone with five to seven corners. */
export function boulder(at: Point, size: number, chance: Chance): string {
  const corners = 5 + Math.floor(chance() * 3);
  const start = chance() * Math.PI;
  return straight(
    Array.from({ length: corners }, (_, index) => {
      const angle = start + ((index + (chance() - 0.5) * 0.5) / corners) * Math.PI * 2;
      const reach = size * (0.8 + chance() * 0.35);
      return [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach * 0.88];
    }),
  );
}

/** The rock that the passage is dug into: coarse stones in an untidy bond. */
export function rock(seed: string): Stone[] {
  const chance = seeded(`${seed}|rock`);
  const stones: Stone[] = [];
  for (let row = 0; row < 6; row += 1)
    for (let column = 0; column < 4; column += 1)
      stones.push({
        path: boulder(
          [
            ((column + 0.5 + (row % 2 ? 0.3 : -0.2) + (chance() - 0.5) * 0.5) / 4) * WIDTH,
            ((row + 0.5 + (chance() - 0.5) * 0.5) / 6) * HEIGHT,
          ],
          8 + chance() * 5,
          chance,
        ),
        tone: Math.floor(chance() * 3),
      });
  return stones;
}
