import { BOARD_SPAN, type Colour, type Gallery, type Placed } from '$lib/protocol/outofmine';
import { columnOf, rowOf, squareAt } from '../grid';
import { COLOUR_OF } from '../pieces';

export interface Standing {
  readonly colour: Colour;
  readonly square: number;
  /** The middle of the elf, in squares. */
  readonly x: number;
  readonly y: number;
  /** Towards its square; both 0 where no rock is free beside it and it stands in a corner of the square itself. */
  readonly dx: number;
  readonly dy: number;
  readonly happy: boolean;
}

const SIDES = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

/** Each elf stands on rock beside its square, no two on the same rock. */
export function standing({ squares, elves }: Gallery, placed: readonly Placed[]): readonly Standing[] {
  const taken = new Set(squares);
  return elves.map(({ colour, square }) => {
    const [row, column] = [rowOf(square), columnOf(square)];
    const tile = placed.find((other) => other.squares.includes(square))?.tile;
    const happy = tile !== undefined && COLOUR_OF[tile.shape] === colour;
    for (const [down, right] of SIDES) {
      const [y, x] = [row + down, column + right];
      if (y < 0 || x < 0 || y >= BOARD_SPAN || x >= BOARD_SPAN || taken.has(squareAt(y, x))) continue;
      taken.add(squareAt(y, x));
      return {
        colour,
        square,
        happy,
        x: x + 0.5 - right * 0.1,
        y: y + 0.5 - down * 0.1,
        dx: -right,
        dy: -down,
      };
    }
    return { colour, square, happy, x: column + 0.78, y: row + 0.22, dx: 0, dy: 0 };
  });
}
