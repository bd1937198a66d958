/** A drawing on a 64 by 64 field, from the back to the front: a filled shape, or a line of a width. */
export type Layer =
  | { readonly fill: string; readonly d: string; /** Not part of the dark outline. */ readonly flat?: true }
  | { readonly line: string; readonly width: number; readonly d: string };

export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A shape that takes part in the outline. */
export const solid = (fill: string, d: string): Layer => ({ fill, d });
/** Shade, gleam or detail on a shape. */
export const detail = (fill: string, d: string): Layer => ({ fill, d, flat: true });
export const line = (colour: string, width: number, d: string): Layer => ({ line: colour, width, d });
