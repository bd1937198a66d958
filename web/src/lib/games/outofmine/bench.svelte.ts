import type { Answer } from '$lib/protocol/table';
import type { Action, Call, Event, MineView, Placed, PlacingView, Tile, View } from '$lib/protocol/outofmine';
import type { PlayTable } from '../types';
import {
  ahead,
  emptySquares,
  freeHand,
  sameTile,
  tileOf,
  type Hand,
  type Handling,
  type Work,
} from './ahead';

type Table = PlayTable<View, Action, Event>;

/** What leaves in the order in which I did it: whoever lays the last tile and calls wants both. */
export type Wish = Handling | Call;

/** Something I did that the server has not answered yet. */
interface Deed {
  readonly action: Wish;
  /** The tile that I moved by it. */
  readonly tile: Tile | null;
  sent: boolean;
}

const NOTHING: Work = { placed: [], hand: null, second: null, stock: [] };
const NO_PLACES: Readonly<Record<Hand, ReadonlySet<string> | null>> = { first: null, second: null };
const NO_SQUARES: ReadonlySet<number> = new Set();

/**
 * My board as I see it: what the server says, and on top of it what I did since.
 *
 * Deeds leave at once, except that nothing follows a tile that I may not get: if somebody was faster, what I did with
 * it afterwards is forgotten here and never sent.
 */
export class Bench {
  readonly table: Table;
  #deeds = $state.raw<readonly Deed[]>([]);
  readonly #refused: (action: Wish, answer: Answer<Action>) => void;

  constructor(table: Table, refused: (action: Wish, answer: Answer<Action>) => void) {
    this.table = table;
    this.#refused = refused;
  }

  readonly placing: PlacingView | null = $derived.by(() => {
    const { phase } = this.table.view;
    return phase.type === 'Placing' ? phase : null;
  });
  readonly mine: MineView | null = $derived.by(() => {
    const { seat } = this.table;
    return seat === null ? null : (this.placing?.mines[seat] ?? null);
  });
  readonly work: Work = $derived.by(() => {
    if (!this.placing) return NOTHING;
    const { placed = [], hand = null, second = null } = this.mine?.mine ?? {};
    const start: Work = { placed, hand, second, stock: this.placing.stock };
    return this.#deeds.reduce(
      (work, { action, tile }) => (action.type === 'Call' ? work : ahead(work, action, tile)),
      start,
    );
  });
  readonly gallery: ReadonlySet<number> = $derived.by(() =>
    this.mine ? new Set(this.mine.gallery.squares) : NO_SQUARES,
  );
  readonly empty: readonly number[] = $derived.by(() =>
    this.mine ? emptySquares(this.mine.gallery.squares, this.work.placed) : [],
  );
  /** Where the server says that the tile of each hand may lie; null while I am ahead of it. */
  readonly #places: Readonly<Record<Hand, ReadonlySet<string> | null>> = $derived.by(() => {
    if (this.#deeds.length) return NO_PLACES;
    const of = (hand: Hand): ReadonlySet<string> | null => {
      const places = this.table.legal.flatMap((action) =>
        action.type === 'Place' && (action.hand ?? 'first') === hand ? [action.squares.join()] : [],
      );
      return places.length ? new Set(places) : null;
    };
    return { first: of('first'), second: of('second') };
  });
  readonly #covered: ReadonlySet<number> = $derived.by(
    () => new Set(this.work.placed.flatMap(({ squares }) => squares)),
  );

  /** Whether all I did has been answered. */
  get inStep(): boolean {
    return this.#deeds.length === 0;
  }

  /** While the answer is on its way, all that can be seen is whether something lies there already. */
  fits(squares: readonly number[], hand: Hand): boolean {
    const places = this.#places[hand];
    return places ? places.has(squares.join()) : !squares.some((square) => this.#covered.has(square));
  }

  /** The tiles that lie on any of these squares. */
  lyingOn(squares: readonly number[]): readonly Placed[] {
    return this.work.placed.filter((tile) => tile.squares.some((square) => squares.includes(square)));
  }

  /** The hand that would lift a tile of the board. */
  get freeHand(): Hand | null {
    return freeHand(this.work);
  }

  /** How many of a tile lie in the stock. */
  left(tile: Tile): number {
    return this.work.stock.find((heap) => sameTile(heap.tile, tile))?.left ?? 0;
  }

  /** Whether the server would let me have the tile, as far as that can be known. */
  offers(tile: Tile): boolean {
    if (!this.left(tile)) return false;
    if (!this.inStep || this.table.legal.length === 0) return true;
    return this.table.legal.some(
      (action) => (action.type === 'Take' || action.type === 'Swap') && sameTile(action.tile, tile),
    );
  }

  do(action: Wish): void {
    const tile = action.type === 'Call' ? null : tileOf(this.work, action);
    this.#deeds = [...this.#deeds, { action, tile, sent: false }];
    this.#send();
  }

  /** The round is over: what was not sent never happened. */
  clear(): void {
    this.#deeds = this.#deeds.filter(({ sent }) => sent);
  }

  #send(): void {
    for (const deed of this.#deeds) {
      if (!deed.sent) {
        deed.sent = true;
        void this.table.act(deed.action).then((answer) => this.#answered(deed, answer));
      }
      if (deed.action.type === 'Take' || deed.action.type === 'Swap') return;
    }
  }

  #answered(deed: Deed, answer: Answer<Action>): void {
    if (answer.type === 'Refused') {
      const after = this.#deeds.slice(this.#deeds.indexOf(deed) + 1);
      this.#refused(deed.action, answer);
      this.#deeds = this.#deeds.filter((other) => other !== deed && (other.sent || !after.includes(other)));
    } else this.#deeds = this.#deeds.filter((other) => other !== deed);
    this.#send();
  }
}
