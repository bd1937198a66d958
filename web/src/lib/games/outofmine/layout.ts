/**
 * Where everything lies round my face: the stock in two rows above and below it or in columns at both sides, the card
 * and the lantern at the left or on top. Of all ways the one is taken that leaves face and stock largest.
 */
export interface Arrangement {
  readonly stock: 'rows' | 'columns';
  readonly head: 'left' | 'top';
  /** The width of a heap's place, in pixels; it is a little higher. */
  readonly slot: number;
  /** The side of the face. */
  readonly side: number;
}

/** Below this width the stock lies in the hand's reach, under the board. */
export const LEAST_WIDTH = 600;
/** On a window so low everything else lies beside the board already. */
export const LEAST_HEIGHT = 599;

/** A heap has a line below its shape that says how many there are, and what is printed on them. */
export const SLOT_FOOT = 8;
export const HEAD_WIDTH = 184;
const HEAD_HEIGHT = 76;
const GAP = 10;
const SLOTS = [52, 56, 60, 64, 68, 72, 76, 80, 84, 88] as const;
/** Heaps in the longer row, and rows and columns at each side. */
const LONGEST = 10;
const DOWN = 5;
const ACROSS = 2;
/** What a pixel of a place is worth in pixels of the face, of which a large one needs no more. */
const WEIGHT = 2;
const LARGE = 520;
const BEYOND = 0.3;
const LEAST_SIDE = 180;

export function arrange(width: number, height: number): Arrangement {
  let best: Arrangement = { stock: 'rows', head: 'left', slot: SLOTS[0], side: LEAST_SIDE };
  let most = -Infinity;
  for (const slot of SLOTS)
    for (const stock of ['rows', 'columns'] as const)
      for (const head of ['left', 'top'] as const) {
        const free = {
          width: width - 2 * GAP - (head === 'left' ? HEAD_WIDTH + 2 * GAP : 0),
          height: height - 2 * GAP - (head === 'top' ? HEAD_HEIGHT + GAP : 0),
        };
        const high = slot + SLOT_FOOT;
        if (stock === 'rows') {
          if (LONGEST * slot + 4 * GAP > width) continue;
          free.height -= 2 * (high + GAP);
        } else {
          if (DOWN * high + 2 * GAP > free.height) continue;
          free.width -= 2 * (ACROSS * slot + 2 * GAP);
        }
        const side = Math.floor(Math.min(free.width, free.height));
        const worth = Math.min(side, LARGE) + BEYOND * Math.max(0, side - LARGE) + WEIGHT * slot;
        if (worth <= most || side < LEAST_SIDE) continue;
        most = worth;
        best = { stock, head, slot, side };
      }
  return best;
}
