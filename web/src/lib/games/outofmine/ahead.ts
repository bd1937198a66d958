import type {
  Action,
  Heap,
  PickUp,
  Place,
  Placed,
  PutBack,
  Swap,
  Take,
  TakeOff,
  Tile,
} from '$lib/protocol/outofmine';

/** What moves tiles. These are drawn before the server has answered. */
export type Handling = Take | Place | PutBack | Swap | PickUp | TakeOff;

export interface Work {
  readonly placed: readonly Placed[];
  readonly hand: Tile | null;
  readonly stock: readonly Heap[];
}

export const sameTile = (one: Tile, other: Tile): boolean =>
  one.shape === other.shape && one.find === other.find;
export const tileKey = ({ shape, find }: Tile): string => `${shape}:${find}`;

export const isHandling = (action: Action): action is Handling =>
  ['Take', 'Place', 'PutBack', 'Swap', 'PickUp', 'TakeOff'].includes(action.type);

const moved = (stock: readonly Heap[], tile: Tile, by: number): readonly Heap[] =>
  stock.map((heap) => (sameTile(heap.tile, tile) ? { ...heap, left: Math.max(0, heap.left + by) } : heap));

/**
 * The board as it will be if the server agrees. This is no judge: what cannot be drawn leaves everything as it is, and
 * what the server has done meanwhile is not done twice.
 */
export function ahead(work: Work, action: Handling): Work {
  const { placed, hand, stock } = work;
  switch (action.type) {
    case 'Take':
      return hand ? work : { ...work, hand: action.tile, stock: moved(stock, action.tile, -1) };
    case 'Swap':
      if (!hand || sameTile(hand, action.tile)) return work;
      return { ...work, hand: action.tile, stock: moved(moved(stock, action.tile, -1), hand, +1) };
    case 'PutBack':
      return hand ? { ...work, hand: null, stock: moved(stock, hand, +1) } : work;
    case 'Place': {
      const there = placed.some(({ squares }) => squares.join() === action.squares.join());
      if (!hand || there) return { ...work, hand: null };
      return { ...work, hand: null, placed: [...placed, { tile: hand, squares: action.squares }] };
    }
    case 'PickUp': {
      const lifted = placed.find(({ squares }) => squares[0] === action.square);
      if (!lifted || hand) return work;
      return { ...work, hand: lifted.tile, placed: placed.filter((other) => other !== lifted) };
    }
    case 'TakeOff': {
      const gone = placed.find(({ squares }) => squares[0] === action.square);
      if (!gone) return work;
      return {
        ...work,
        placed: placed.filter((other) => other !== gone),
        stock: moved(stock, gone.tile, +1),
      };
    }
  }
}

/** The squares of a gallery that no tile lies on. */
export function emptySquares(gallery: readonly number[], placed: readonly Placed[]): readonly number[] {
  const covered = new Set(placed.flatMap(({ squares }) => squares));
  return gallery.filter((square) => !covered.has(square));
}
