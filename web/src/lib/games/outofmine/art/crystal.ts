import type { GemName } from '$lib/art/gems';
import type { Colour } from '$lib/protocol/outofmine';
import type { Cell } from '../pieces';
import { inset, polygon, rounded, trace, type Point } from './outline';

/** The side of a square in all drawings of this game. */
export const SIDE = 20;

export const GEM_OF: Readonly<Record<Colour, GemName>> = {
  yellow: 'amber',
  blue: 'sapphire',
  green: 'emerald',
  red: 'ruby',
  white: 'quartz',
};

/** How much light a facet catches, from -2 (shade) to 3 (glint). */
type Light = -2 | -1 | 0 | 1 | 2 | 3;
export type Facet = readonly [shape: string, light: Light];

export interface Crystal {
  readonly outline: string;
  readonly facets: readonly Facet[];
  /** Where two squares of the tile meet. */
  readonly seams: string;
}

const EDGE = 0.7;
const BEVEL = 3.4;

/** Light falls from the upper left, whichever way the tile lies. */
function slope(dx: number, dy: number): Light {
  if (dx > 0) return 2;
  if (dy < 0) return 1;
  return dy > 0 ? -1 : -2;
}

const square = (x: number, y: number, points: readonly Point[]): string =>
  polygon(points.map(([right, down]) => [x + right, y + down]));

/** The cut of one square of the table, a pattern for each kind of stone. */
const CUTS: Readonly<Record<GemName, (x: number, y: number) => readonly Facet[]>> = {
  // A brilliant: a hexagon, half of it lit.
  ruby: (x, y) => [
    [
      square(x, y, [
        [10, 4.6],
        [14.8, 7.3],
        [14.8, 12.7],
        [10, 15.4],
        [5.2, 12.7],
        [5.2, 7.3],
      ]),
      1,
    ],
    [
      square(x, y, [
        [10, 10],
        [14.8, 7.3],
        [14.8, 12.7],
        [10, 15.4],
      ]),
      -1,
    ],
    [
      square(x, y, [
        [10, 4.6],
        [10, 10],
        [5.2, 12.7],
        [5.2, 7.3],
      ]),
      2,
    ],
    [
      square(x, y, [
        [9.2, 5.6],
        [6, 7.4],
        [6, 9.8],
      ]),
      3,
    ],
  ],
  // Smooth, with what was caught in it long ago.
  amber: (x, y) => [
    [`M${x + 10} ${y + 4.4}a5.6 5.6 0 1 1-.01 0z`, 1],
    [`M${x + 6.1} ${y + 9.6}c.2-2.300 1.700-3.700 3.900-3.900-1.500 1-2.900 2.200-3.900 3.900z`, 3],
    [`M${x + 11.6} ${y + 10.2}a1.300 1.300 0 1 1-.01 0z`, -2],
    [`M${x + 8.4} ${y + 12}a.8.8 0 1 1-.01 0z`, -2],
  ],
  // Cut in steps.
  emerald: (x, y) => [
    [
      square(x, y, [
        [6.4, 4.8],
        [13.6, 4.8],
        [15.2, 6.4],
        [15.2, 13.6],
        [13.6, 15.2],
        [6.4, 15.2],
        [4.8, 13.6],
        [4.8, 6.4],
      ]),
      -1,
    ],
    [
      square(x, y, [
        [6.4, 4.8],
        [13.6, 4.8],
        [12.4, 7.4],
        [7.6, 7.4],
      ]),
      2,
    ],
    [
      square(x, y, [
        [4.8, 6.4],
        [7.4, 7.6],
        [7.4, 12.4],
        [4.8, 13.6],
      ]),
      1,
    ],
    [
      square(x, y, [
        [7.6, 7.4],
        [12.4, 7.4],
        [12.6, 12.6],
        [7.4, 12.6],
      ]),
      0,
    ],
    [
      square(x, y, [
        [7.6, 7.4],
        [10.6, 7.4],
        [7.5, 11.4],
      ]),
      3,
    ],
  ],
  // A kite, split down the middle.
  sapphire: (x, y) => [
    [
      square(x, y, [
        [10, 3.8],
        [15.6, 10],
        [10, 16.2],
        [4.4, 10],
      ]),
      0,
    ],
    [
      square(x, y, [
        [10, 3.8],
        [10, 10],
        [4.4, 10],
      ]),
      2,
    ],
    [
      square(x, y, [
        [15.6, 10],
        [10, 16.2],
        [10, 10],
      ]),
      -2,
    ],
    [
      square(x, y, [
        [4.4, 10],
        [10, 10],
        [10, 16.2],
      ]),
      1,
    ],
    [
      square(x, y, [
        [9.3, 5.6],
        [9.3, 8.6],
        [6.6, 8.6],
      ]),
      3,
    ],
  ],
  // Four flat sides that meet in a point.
  quartz: (x, y) => [
    [
      square(x, y, [
        [4.2, 4.2],
        [15.8, 4.2],
        [10, 10],
      ]),
      3,
    ],
    [
      square(x, y, [
        [4.2, 4.2],
        [10, 10],
        [4.2, 15.8],
      ]),
      1,
    ],
    [
      square(x, y, [
        [15.8, 4.2],
        [15.8, 15.8],
        [10, 10],
      ]),
      -1,
    ],
    [
      square(x, y, [
        [4.2, 15.8],
        [10, 10],
        [15.8, 15.8],
      ]),
      -2,
    ],
  ],
};

/** A tile as one cut stone: a bevel all round that takes the light, and the cut of its kind on each square. */
export function crystal(gem: GemName, cells: readonly Cell[]): Crystal {
  const facets: Facet[] = [];
  const [loop] = trace(cells);
  if (!loop) return { outline: '', facets, seams: '' };
  const outer = inset(loop, EDGE, SIDE);
  const inner = inset(loop, BEVEL, SIDE);
  outer.forEach((from, index) => {
    const next = (index + 1) % outer.length;
    const [to, innerTo, innerFrom] = [outer[next], inner[next], inner[index]];
    if (!to || !innerTo || !innerFrom) return;
    facets.push([
      polygon([from, to, innerTo, innerFrom]),
      slope(Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])),
    ]);
  });
  for (const [row, column] of cells) facets.push(...CUTS[gem](column * SIDE, row * SIDE));
  const has = new Set(cells.map(([row, column]) => `${row},${column}`));
  const seams = cells
    .flatMap(([row, column]) => [
      has.has(`${row},${column + 1}`)
        ? `M${(column + 1) * SIDE} ${row * SIDE + BEVEL}v${SIDE - 2 * BEVEL}`
        : '',
      has.has(`${row + 1},${column}`)
        ? `M${column * SIDE + BEVEL} ${(row + 1) * SIDE}h${SIDE - 2 * BEVEL}`
        : '',
    ])
    .join('');
  return { outline: rounded(outer, 2.6), facets, seams };
}
