import type { Turned } from '$lib/protocol/diamant';

/** A place in the gallery, on a grid whose rows go down into the mountain. */
export interface Spot {
  readonly column: number;
  readonly row: number;
}

type Heading = 'right' | 'left' | 'down';

/** Straight down this far at most, so that a run without a hazard still winds; less where there is width to use. */
const deepest = (columns: number): number => (columns > 4 ? 1 : 2);

/**
 * Where each card lies. The gallery bends at every hazard and at the edge of the field, and never climbs: cards of
 * different rows cannot meet, and within a row it keeps its direction. A card's place depends only on those before it,
 * so nothing moves when one is added.
 */
export function lay(gallery: readonly Turned[], columns: number): Spot[] {
  const spots: Spot[] = [];
  let column = 0;
  let row = 0;
  let heading = 'right' as Heading;
  let down = 0;
  const roomy = (): 'right' | 'left' => (column <= (columns - 1) / 2 ? 'right' : 'left');
  const bend = (): void => {
    if (heading === 'down') {
      heading = roomy();
    } else {
      heading = 'down';
      down = 0;
    }
  };
  for (const [index, { card }] of gallery.entries()) {
    if (index > 0) {
      const edge = heading === 'right' ? columns - 1 : 0;
      if (heading === 'down' ? down >= deepest(columns) : column === edge) bend();
      if (heading === 'down') {
        row += 1;
        down += 1;
      } else column += heading === 'right' ? 1 : -1;
    }
    spots.push({ column, row });
    if (card.type === 'Danger') bend();
  }
  return spots;
}

/** On a telephone held upright the way leads in from above, and winds down a narrow shaft with large cards. */
export const isTall = (width: number, height: number): boolean => width < height * 0.85;

/** As many columns as make the drawing's shape most like the field's. */
export function columnsFor(width: number, height: number): number {
  const shape = width / Math.max(1, height);
  if (shape > 2.2) return 7;
  if (shape > 1.95) return 6;
  if (shape > 1.45) return 5;
  return isTall(width, height) ? 3 : 4;
}

/** A number from 0 to 1 that is always the same for the same words: irregular, but never flickering. */
export function chance(...seed: readonly (number | string)[]): number {
  let hash = 2166136261;
  for (const letter of seed.join('|')) {
    hash ^= letter.charCodeAt(0);
    hash = Math.imul(hash, 16777619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4294967296;
}
