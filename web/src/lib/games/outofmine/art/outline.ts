import type { Cell } from '../pieces';

export type Point = readonly [x: number, y: number];
/** A closed line round squares, clockwise round what is inside; corners only. */
export type Loop = readonly Point[];

const key = (row: number, column: number): string => `${row},${column}`;
const clean = (value: number): string => String(Math.round(value * 100) / 100);
const at = ([x, y]: Point): string => `${clean(x)} ${clean(y)}`;

/** The outlines of a set of squares, each of side 1: one round each part, one round each hole. */
export function trace(cells: readonly Cell[]): readonly Loop[] {
  const inside = new Set(cells.map(([row, column]) => key(row, column)));
  const edges = new Map<string, { to: Point; dx: number; dy: number }[]>();
  const add = (x: number, y: number, dx: number, dy: number) => {
    const from = key(y, x);
    edges.set(from, [...(edges.get(from) ?? []), { to: [x + dx, y + dy], dx, dy }]);
  };
  for (const [row, column] of cells) {
    if (!inside.has(key(row - 1, column))) add(column, row, 1, 0);
    if (!inside.has(key(row, column + 1))) add(column + 1, row, 0, 1);
    if (!inside.has(key(row + 1, column))) add(column + 1, row + 1, -1, 0);
    if (!inside.has(key(row, column - 1))) add(column, row + 1, 0, -1);
  }
  const loops: Loop[] = [];
  for (const [start, first] of edges) {
    while (first.length) {
      const corners: Point[] = [];
      let from = start;
      let heading: { dx: number; dy: number } | null = null;
      let [y = 0, x = 0] = from.split(',').map(Number);
      do {
        const ways = edges.get(from) ?? [];
        // Where two parts touch at a corner only, keep to the same part: turn right.
        const next = Math.max(
          0,
          ways.findIndex(({ dx, dy }) => heading && dx === -heading.dy && dy === heading.dx),
        );
        const [edge] = ways.splice(next, 1);
        if (!edge) break;
        if (!heading || heading.dx !== edge.dx || heading.dy !== edge.dy) corners.push([x, y]);
        heading = edge;
        [x, y] = edge.to;
        from = key(y, x);
      } while (from !== start);
      loops.push(straightened(corners));
    }
  }
  return loops;
}

/** Without the first corner where the line only goes straight on. */
function straightened(corners: Point[]): Loop {
  const [first, second] = corners;
  const last = corners.at(-1);
  if (!first || !second || !last) return corners;
  const straight =
    (first[0] === second[0] && first[0] === last[0]) || (first[1] === second[1] && first[1] === last[1]);
  return straight ? corners.slice(1) : corners;
}

/** The same line moved inwards (outwards, if negative), and scaled first. */
export function inset(loop: Loop, by: number, scale: number): Loop {
  return loop.map(([x, y], index) => {
    const before = loop.at(index - 1) ?? [x, y];
    const after = loop[(index + 1) % loop.length] ?? [x, y];
    const [ax, ay] = [Math.sign(x - before[0]), Math.sign(y - before[1])];
    const [bx, by_] = [Math.sign(after[0] - x), Math.sign(after[1] - y)];
    return [x * scale + (-ay - by_) * by, y * scale + (ax + bx) * by];
  });
}

export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}Z`;

/** A closed line with its corners rounded. */
export function rounded(loop: Loop, radius: number): string {
  const parts = loop.map((corner, index) => {
    const before = loop.at(index - 1) ?? corner;
    const after = loop[(index + 1) % loop.length] ?? corner;
    return `${at(towards(corner, before, radius))}Q${at(corner)} ${at(towards(corner, after, radius))}`;
  });
  return `M${parts.join('L')}Z`;
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const part = whole === 0 ? 0 : Math.min(length, whole / 2) / whole;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** A line as a pick leaves it: broken every half square or so, never quite straight. */
export function hewn(loop: Loop, scale: number, random: () => number, rough: number): string {
  const points: Point[] = [];
  loop.forEach(([x, y], index) => {
    const [nextX, nextY] = loop[(index + 1) % loop.length] ?? [x, y];
    const pieces = Math.max(2, Math.round(Math.hypot(nextX - x, nextY - y) * 2));
    for (let piece = 0; piece < pieces; piece += 1) {
      const part = piece === 0 ? 0 : (piece + (random() - 0.5) * 0.5) / pieces;
      const wobble = () => (random() - 0.5) * 2 * rough;
      points.push([(x + (nextX - x) * part) * scale + wobble(), (y + (nextY - y) * part) * scale + wobble()]);
    }
  });
  return rounded(points, scale * 0.14);
}
