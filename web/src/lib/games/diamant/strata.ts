import { chance } from './gallery';

/** A layer of the mountain: the line of its upper edge, and how deep it counts, from 1 to 4. */
export interface Bed {
  readonly edge: string;
  readonly shape: string;
  readonly tone: 1 | 2 | 3 | 4;
}

/** The rarer ones once, the others as often as they shall be met. */
const FINDS = [
  'geode',
  'geode',
  'vein',
  'vein',
  'boulders',
  'boulders',
  'stones',
  'stones',
  'ammonite',
  'fern',
  'bones',
] as const;

/** Something that lies in the rock for nobody, in a place of its own. */
export interface Find {
  readonly kind: (typeof FINDS)[number];
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly size: number;
}

const THICK = 92;
const STRIDE = 44;
const CELL = 128;
const TONES = [1, 2, 1, 3, 2, 3, 4, 3, 4] as const;

/** The layers of a cut of that size, the highest first; each covers what is left below its edge. */
export function beds(cave: number, width: number, height: number): Bed[] {
  const dip = (chance(cave, 'dip') - 0.5) * 0.34;
  const lean = Math.abs(dip) * width;
  const count = Math.ceil((height + lean) / THICK) + 1;
  return Array.from({ length: count }, (_, bed) => {
    const top = bed * THICK - lean / 2 - THICK / 2 + (chance(cave, bed, 'top') - 0.5) * 34;
    const swell = 10 + chance(cave, bed, 'swell') * 16;
    const points = Array.from({ length: Math.ceil(width / STRIDE) + 2 }, (_, at) => {
      const x = at * STRIDE - STRIDE / 2;
      const wave = Math.sin(x / 130 + cave + bed * 1.7) * swell + (chance(cave, bed, at) - 0.5) * 9;
      return `${x} ${(top + dip * (x - width / 2) + wave).toFixed(1)}`;
    });
    const edge = `M${points.join('L')}`;
    const tone = TONES[Math.min(TONES.length - 1, bed)] ?? 4;
    return { edge, shape: `${edge}V${height + 40}H-40z`, tone };
  });
}

/** One find in most cells of a loose grid: nothing lies on top of another, nothing lies in rows. */
export function finds(cave: number, width: number, height: number): Find[] {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const draw = (what: string) => chance(cave, column, row, what);
    return {
      kind: FINDS[Math.floor(draw('kind') * FINDS.length)] ?? 'stones',
      x: (column + 0.25 + draw('x') * 0.5) * CELL,
      y: (row + 0.25 + draw('y') * 0.5) * CELL,
      turn: (draw('turn') - 0.5) * 70,
      size: 0.8 + draw('size') * 0.5,
    };
  });
}
