import { BOARD_SPAN, type Shape } from '$lib/protocol/outofmine';
import { WAYS, type Cell } from './pieces';

export const rowOf = (square: number): number => Math.floor(square / BOARD_SPAN);
export const columnOf = (square: number): number => square % BOARD_SPAN;
export const cellOf = (square: number): Cell => [rowOf(square), columnOf(square)];
export const squareAt = (row: number, column: number): number => row * BOARD_SPAN + column;

/** `c4`: a letter for the column from the left, a number for the row from the top. */
export const squareName = (square: number): string =>
  'abcdefghi'[columnOf(square)] + String(rowOf(square) + 1);

export const squareNamed = (name: string): number =>
  squareAt(Number(name.slice(1)) - 1, 'abcdefghi'.indexOf(name.charAt(0)));

/** How many rows and columns a tile takes that lies this way. */
export function sizeOf(shape: Shape, way: number): { rows: number; columns: number } {
  const cells = WAYS[shape][way]?.cells ?? [];
  return {
    rows: Math.max(...cells.map(([row]) => row)) + 1,
    columns: Math.max(...cells.map(([, column]) => column)) + 1,
  };
}

/** The squares under a tile whose box has its corner here; null if it would not lie wholly on the board. */
export function lay(shape: Shape, way: number, row: number, column: number): readonly number[] | null {
  const { rows, columns } = sizeOf(shape, way);
  if (row < 0 || column < 0 || row + rows > BOARD_SPAN || column + columns > BOARD_SPAN) return null;
  return (WAYS[shape][way]?.cells ?? []).map(([down, right]) => squareAt(row + down, column + right));
}

/** Which way a tile lies that covers these squares, and where its box has its corner. */
export function lying(
  shape: Shape,
  squares: readonly number[],
): { way: number; row: number; column: number } {
  const row = Math.min(...squares.map(rowOf));
  const column = Math.min(...squares.map(columnOf));
  const key = squares.join();
  const way = WAYS[shape].findIndex((_, index) => lay(shape, index, row, column)?.join() === key);
  return { way: Math.max(0, way), row, column };
}

/** Rows and columns that hold all of these squares. */
export function bounds(squares: readonly number[]): {
  top: number;
  left: number;
  rows: number;
  columns: number;
} {
  const rows = squares.map(rowOf);
  const columns = squares.map(columnOf);
  const top = Math.min(...rows);
  const left = Math.min(...columns);
  return { top, left, rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1 };
}

/** A quarter turn clockwise, one the other way, or turned over like a pancake. */
export type Turning = 'turn' | 'back' | 'over';

/** Which way a tile lies once it is turned. */
export function wayAfter(shape: Shape, way: number, how: Turning): number {
  const next = (at: number): number => WAYS[shape][at]?.turned ?? 0;
  if (how === 'over') return WAYS[shape][way]?.over ?? 0;
  return how === 'turn' ? next(way) : next(next(next(way)));
}
