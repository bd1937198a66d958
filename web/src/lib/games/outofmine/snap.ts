import { BOARD_SPAN, type Shape } from '$lib/protocol/outofmine';
import { columnOf, lay, rowOf, sizeOf } from './grid';
import { WAYS } from './pieces';

export interface Spot {
  readonly row: number;
  readonly column: number;
  readonly squares: readonly number[];
}

export interface Ground {
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

/** Where a tile goes that is to cover this square: its place if there is one, and where to hover otherwise. */
export function under(
  square: number,
  shape: Shape,
  way: number,
  ground: Ground,
): { spot: Spot | null; corner: { row: number; column: number } } {
  const { rows, columns } = sizeOf(shape, way);
  const fromMiddle = ([down, right]: readonly [number, number]): number =>
    Math.hypot(down - (rows - 1) / 2, right - (columns - 1) / 2);
  const corners = [...(WAYS[shape][way]?.cells ?? [])]
    .sort((one, other) => fromMiddle(one) - fromMiddle(other))
    .map(([down, right]) => ({ row: rowOf(square) - down, column: columnOf(square) - right }));
  const spots = corners.flatMap(({ row, column }) => {
    const squares = lay(shape, way, row, column);
    return squares && ground.fits(squares) ? [{ row, column, squares }] : [];
  });
  const inside = spots.find(({ squares }) => squares.every((each) => ground.gallery.has(each)));
  return {
    spot: inside ?? spots[0] ?? null,
    corner: corners[0] ?? { row: rowOf(square), column: columnOf(square) },
  };
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** The corner nearest to this one from which a box of that size does not cover what hovers there already. */
export function beside(
  corner: { readonly row: number; readonly column: number },
  size: { readonly rows: number; readonly columns: number },
  taken: Area | null,
): { row: number; column: number } {
  const clear = (row: number, column: number) =>
    !taken ||
    row + size.rows <= taken.row ||
    taken.row + taken.rows <= row ||
    column + size.columns <= taken.column ||
    taken.column + taken.columns <= column;
  let best = { ...corner };
  let least = Infinity;
  for (let row = 0; row <= BOARD_SPAN - size.rows; row += 1)
    for (let column = 0; column <= BOARD_SPAN - size.columns; column += 1) {
      const away = Math.hypot(row - corner.row, column - corner.column);
      if (away >= least || !clear(row, column)) continue;
      least = away;
      best = { row, column };
    }
  return best;
}
