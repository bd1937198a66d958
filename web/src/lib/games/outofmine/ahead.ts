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

/** The first takes from the stock; the second only lifts what lies on the board, while the first is full. */
export type Hand = NonNullable<Place['hand']>;

export interface Work {
  readonly placed: readonly Placed[];
  readonly hand: Tile | null;
  readonly second: Tile | null;
  readonly stock: readonly Heap[];
}

export const sameTile = (one: Tile, other: Tile): boolean =>
  one.shape === other.shape && one.find === other.find;
export const tileKey = ({ shape, find }: Tile): string => `${shape}:${find}`;

export const isHandling = (action: Action): action is Handling =>
  ['Take', 'Place', 'PutBack', 'Swap', 'PickUp', 'TakeOff'].includes(action.type);

export const inHand = (work: Pick<Work, 'hand' | 'second'>, hand: Hand): Tile | null =>
  hand === 'first' ? work.hand : work.second;

/** The hand that a tile of the board would be lifted with. */
export const freeHand = (work: Pick<Work, 'hand' | 'second'>): Hand | null =>
  !work.hand ? 'first' : work.second ? null : 'second';

const holding = (work: Work, hand: Hand, tile: Tile | null): Work =>
  hand === 'first' ? { ...work, hand: tile } : { ...work, second: tile };

const moved = (stock: readonly Heap[], tile: Tile, by: number): readonly Heap[] =>
  stock.map((heap) => (sameTile(heap.tile, tile) ? { ...heap, left: Math.max(0, heap.left + by) } : heap));

/** The tile that an action moves, as things stand. */
export function tileOf(work: Work, action: Handling): Tile | null {
  switch (action.type) {
    case 'Take':
    case 'Swap':
      return action.tile;
    case 'Place':
    case 'PutBack':
      return inHand(work, action.hand ?? 'first');
    case 'PickUp':
    case 'TakeOff':
      return work.placed.find(({ squares }) => squares[0] === action.square)?.tile ?? null;
  }
}

/**
 * The board as it will be if the server agrees. This is no judge: what cannot be drawn leaves everything as it is, and
 * what the server has done meanwhile is not done twice: `meant` is the tile that was moved when it was done here, and no
 * other is moved in its place.
 */
export function ahead(work: Work, action: Handling, meant: Tile | null = null): Work {
  const { placed, hand, stock } = work;
  const tile = tileOf(work, action);
  if (!tile || (meant && !sameTile(tile, meant))) return work;
  switch (action.type) {
    case 'Take':
      return hand ? work : { ...work, hand: tile, stock: moved(stock, tile, -1) };
    case 'Swap':
      if (!hand || sameTile(hand, tile)) return work;
      return { ...work, hand: tile, stock: moved(moved(stock, tile, -1), hand, +1) };
    case 'PutBack':
      return { ...holding(work, action.hand ?? 'first', null), stock: moved(stock, tile, +1) };
    case 'Place': {
      const emptied = holding(work, action.hand ?? 'first', null);
      const there = placed.some(({ squares }) => squares.join() === action.squares.join());
      return there ? emptied : { ...emptied, placed: [...placed, { tile, squares: action.squares }] };
    }
    case 'PickUp': {
      const free = freeHand(work);
      if (!free) return work;
      return { ...holding(work, free, tile), placed: without(placed, action.square) };
    }
    case 'TakeOff':
      return { ...work, placed: without(placed, action.square), stock: moved(stock, tile, +1) };
  }
}

const without = (placed: readonly Placed[], square: number): readonly Placed[] =>
  placed.filter(({ squares }) => squares[0] !== square);

/** The squares of a gallery that no tile lies on. */
export function emptySquares(gallery: readonly number[], placed: readonly Placed[]): readonly number[] {
  const covered = new Set(placed.flatMap(({ squares }) => squares));
  return gallery.filter((square) => !covered.has(square));
}
