import type { Placed, Shape } from '$lib/protocol/outofmine';

const tile = (shape: Shape, ...squares: number[]): Placed => ({ tile: { shape, find: 'plain' }, squares });

/** The back of this board, and tiles that fill it to the last square; the red one first. */
export const LANTERN_FACE = 2;
export const LANTERN_FILLED: readonly Placed[] = [
  tile('L4', 21, 22, 23, 32),
  tile('I4', 56, 57, 58, 59),
  tile('I3', 38, 39, 40),
  tile('I2', 47, 48),
  tile('F5', 41, 49, 50, 51, 60),
  tile('I1', 30),
  tile('I1', 42),
];
