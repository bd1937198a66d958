import type { Card, Colour, Find, Heap, Placed, Shape, Tile } from '$lib/protocol/outofmine';
import { COLOUR_OF, COLOURS } from './pieces';

export interface Asked {
  readonly colour: Colour;
  /** How many the card grants. */
  readonly granted: number;
  /** How many lie on the board. */
  readonly placed: number;
}

/** What the card asks and what lies on the board; colours that are neither are left out. */
export function asked(card: Card, placed: readonly Placed[]): readonly Asked[] {
  return COLOURS.map((colour) => ({
    colour,
    granted: card.tiles[colour] ?? 0,
    placed: placed.filter(({ tile }) => COLOUR_OF[tile.shape] === colour).length,
  })).filter(({ granted, placed: laid }) => granted + laid > 0);
}

export interface ShapeHeap {
  readonly shape: Shape;
  readonly left: number;
  readonly heaps: readonly Heap[];
}

export interface ColourGroup {
  readonly colour: Colour;
  readonly shapes: readonly ShapeHeap[];
}

/** The stock as it lies on the table: by colour, then by shape, whatever is printed on the tiles. */
export function grouped(stock: readonly Heap[]): readonly ColourGroup[] {
  return COLOURS.map((colour) => {
    const heaps = stock.filter(({ tile }) => COLOUR_OF[tile.shape] === colour);
    const shapes = [...new Set(heaps.map(({ tile }) => tile.shape))];
    return {
      colour,
      shapes: shapes.map((shape) => {
        const own = heaps.filter(({ tile }) => tile.shape === shape);
        return { shape, heaps: own, left: own.reduce((sum, { left }) => sum + left, 0) };
      }),
    };
  });
}

/** Which print hands reach for: the one that is worth most by the card, or always the same. */
export type Print = 'best' | Find;

/** The tile of a shape that a hand comes back with; the first of its heaps where there is none of that print. */
export function reachFor({ heaps }: ShapeHeap, print: Print, card: Card): Tile | null {
  const there = heaps.filter(({ left }) => left > 0);
  const worth = ({ tile }: Heap): number => card.finds[tile.find] ?? 0;
  if (print === 'best')
    return (
      [...there].sort((one, other) => worth(other) - worth(one) || other.left - one.left)[0]?.tile ?? null
    );
  return there.find(({ tile }) => tile.find === print)?.tile ?? null;
}
