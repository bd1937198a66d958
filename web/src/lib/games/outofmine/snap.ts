import type { Shape } from '$lib/protocol/outofmine';
import { lay } from './grid';

export interface Spot {
  readonly row: number;
  readonly column: number;
  readonly squares: readonly number[];
}

interface Ground {
  /** Whether the tile may lie there. */
  fits(squares: readonly number[]): boolean;
  /** What hands aim at: a place on it draws a tile from a little further. */
  readonly gallery: ReadonlySet<number>;
}

/** How far from a place, in squares, a tile that is let go still falls into it. */
const REACH = 0.85;
const ON_GALLERY = 0.45;

/** The place that a tile held here would fall into, if any is near enough. */
export function nearest(shape: Shape, way: number, row: number, column: number, ground: Ground): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (let down = Math.floor(row); down <= Math.floor(row) + 1; down += 1)
    for (let right = Math.floor(column); right <= Math.floor(column) + 1; right += 1) {
      const away = Math.hypot(down - row, right - column);
      if (away > REACH) continue;
      const squares = lay(shape, way, down, right);
      if (!squares || !ground.fits(squares)) continue;
      const cost = away - (squares.every((square) => ground.gallery.has(square)) ? ON_GALLERY : 0);
      if (cost < least) {
        least = cost;
        best = { row: down, column: right, squares };
      }
    }
  return best;
}

/** Exactly here, or not at all: for keys, which move by whole squares. */
export function exactly(shape: Shape, way: number, row: number, column: number, ground: Ground): Spot | null {
  const squares = lay(shape, way, Math.round(row), Math.round(column));
  return squares && ground.fits(squares)
    ? { row: Math.round(row), column: Math.round(column), squares }
    : null;
}
