import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Answer } from '$lib/protocol/table';
import type { Action, Event, MineView, SheetView, Tile, View } from '$lib/protocol/outofmine';
import type { PlayTable } from '../types';
import { m } from '$lib/paraglide/messages.js';
import { inHand, sameTile, tileKey } from './ahead';
import { Bench, type Wish } from './bench.svelte';
import { explain, isLate } from './explain';
import type { Rect } from '$lib/play/glide';
import { glide } from './flight';
import { Gestures } from './gestures.svelte';
import { sizeOf } from './grid';
import { Holding, type Held } from './holding.svelte';
import type { Print } from './tally';
import { holder, taken } from './takers';

type Table = PlayTable<View, Action, Event>;

const OTHERS_MS = 300;
const BACK_MS = 260;

export interface Missed {
  readonly id: number;
  readonly tile: Tile;
  readonly seat: number | null;
}

/** What the parts of the board share. */
export class Local {
  readonly table: Table;
  readonly bench: Bench;
  readonly holding: Holding;
  readonly gestures: Gestures;
  /** Which print the hand reaches for, where tiles have one. */
  print = $state<Print>('best');
  /** The count of the round before, while somebody looks at it again. */
  sheet = $state.raw<SheetView | null>(null);
  /** Squares that somebody points out: the lesson. */
  hint = $state.raw<readonly number[] | null>(null);
  /** Why something did not work, beside the board. */
  reason = $state.raw<{ readonly id: number; readonly text: string } | null>(null);
  /** A tile that I reached for in vain, and who has it, if that can be told. */
  missed = $state.raw<Missed | null>(null);
  /** Whether stock and lantern lie round the board, which leaves nothing of them below it. */
  around = $state(false);
  /** Who came by the last of each tile, as far as I saw it. */
  readonly #takers = new Map<string, number>();
  /** For those who play by keys. */
  enterBoard: () => void = () => {};
  enterStock: (tile: Tile | null) => void = () => {};
  readonly #spots = new Map<string, Element>();

  constructor(table: Table) {
    this.table = table;
    this.bench = new Bench(table, (action, answer) => this.#refused(action, answer));
    this.holding = new Holding(this.bench);
    this.gestures = new Gestures(this.holding);
    this.holding.onreturn = (held) => this.#glideHome(held);
    this.holding.onfull = (why) => {
      this.say(why === 'both' ? m.outofmine_hands_full() : m.outofmine_place_taken());
      table.play('lose');
    };

    this.holding.onmissed = (tile) => this.#miss(tile);

    let phase = table.view.phase.type;
    let mines: readonly MineView[] = this.bench.placing?.mines ?? [];
    $effect.pre(() => {
      const { view } = table;
      if (view.phase.type !== phase) {
        phase = view.phase.type;
        untrack(() => this.#newPhase());
      }
    });
    $effect.pre(() => {
      const { work } = this.bench;
      untrack(() => this.holding.follow(work));
    });
    $effect(() => {
      const now = this.bench.placing?.mines ?? [];
      for (const [key, seat] of taken(mines, now)) this.#takers.set(key, seat);
      untrack(() => this.#showOthers(mines, now));
      mines = now;
    });
    $effect(() => () => this.gestures.stop());
  }

  /** Squares to look at: what the lesson points out, or a hint: where to lay a tile, or which one to lift. */
  readonly pointed: readonly number[] | null = $derived.by(() => {
    if (this.hint) return this.hint;
    const { hint } = this.table;
    if (hint?.type === 'Place') return hint.squares;
    if (hint?.type !== 'PickUp' && hint?.type !== 'TakeOff') return null;
    return this.bench.work.placed.find(({ squares }) => squares.includes(hint.square))?.squares ?? null;
  });
  /** The tile of the stock that a hint is about. */
  readonly advised: Tile | null = $derived.by(() => {
    const { hint } = this.table;
    return hint?.type === 'Take' || hint?.type === 'Swap' ? hint.tile : null;
  });

  /** When the table itself will act next, on the server's clock: the signal, or the end of the round. */
  get bell(): number | null {
    const { timers } = this.table;
    return timers.length ? Math.min(...timers) : null;
  }

  get given(): boolean {
    return this.bench.mine?.mine.given_up ?? false;
  }

  /** Whether I am at work in the mine. */
  get working(): boolean {
    return this.table.playing && this.bench.mine !== null && !this.given;
  }

  say(text: string): void {
    this.reason = { id: (this.reason?.id ?? 0) + 1, text };
  }

  spot(name: string): Attachment<Element> {
    return (node) => {
      this.#spots.set(name, node);
      return () => {
        if (this.#spots.get(name) === node) this.#spots.delete(name);
      };
    };
  }

  rectOf(name: string): Rect | null {
    const box = this.#spots.get(name)?.getBoundingClientRect();
    return box && box.width > 0 ? box : null;
  }

  /** For those who play by keys: on with what the other hand holds, or else to the stock. */
  goOn(tile: Tile): void {
    if (!this.holding.held) this.enterStock(tile);
    else {
      this.holding.mode('keys');
      this.enterBoard();
    }
  }

  /** The box of a tile in hand on the screen. */
  rectOfHeld({ tile, way, row, column }: Held): Rect {
    const { left, top, unit } = this.gestures.box;
    const { rows, columns } = sizeOf(tile.shape, way);
    return { left: left + column * unit, top: top + row * unit, width: columns * unit, height: rows * unit };
  }

  /** Who has these tiles, of which none is left. */
  whoHas(tiles: readonly Tile[]): string {
    const seats = tiles.flatMap((tile) => this.#holder(tile) ?? []);
    const person = this.table.people[seats[0] ?? -1];
    if (!person) return m.outofmine_none_left();
    return m.outofmine_has_it({ who: person.isMe ? 'me' : 'other', name: person.name });
  }

  #holder(tile: Tile): number | null {
    return holder(this.bench.placing?.mines ?? [], tile, this.#takers.get(tileKey(tile)) ?? null);
  }

  #miss(tile: Tile): void {
    const seat = this.#holder(tile);
    this.missed = { id: (this.missed?.id ?? 0) + 1, tile, seat };
    this.table.play('lose');
  }

  #newPhase(): void {
    this.#takers.clear();
    this.missed = null;
    this.bench.clear();
    this.gestures.stop();
    this.holding.loseAll();
    this.sheet = null;
  }

  #glideHome(held: Held): void {
    const home = this.rectOf(`heap:${held.tile.shape}`);
    if (home && !this.table.lessMotion) glide(held.tile, held.way, this.rectOfHeld(held), home, BACK_MS);
  }

  #refused(action: Wish, answer: Answer<Action>): void {
    if (answer.type !== 'Refused') return;
    const reached = action.type === 'Take' || action.type === 'Swap';
    // What has a rule the shell tells, with it; of a race that is lost it is said at the tile.
    if (reached && isLate(answer)) this.#miss(action.tile);
    else if (!answer.rule) this.say(explain(answer, this.table) ?? answer.reason);
    this.table.play('lose');
    if (reached) {
      const held = this.holding.all.find(({ hand }) => hand === 'first');
      if (!held || !sameTile(held.tile, action.tile)) return;
      this.#glideHome(held);
      if (held.mode === 'drag') this.gestures.stop();
      this.holding.lose('first');
    } else if (action.type === 'Place') {
      const hand = action.hand ?? 'first';
      const tile = this.bench.mine && inHand(this.bench.mine.mine, hand);
      if (tile) this.holding.hover(hand, tile, action.squares);
    }
  }

  /** Others' tiles travel between the stock and their boards; nothing of mine waits for it. */
  #showOthers(before: readonly MineView[], now: readonly MineView[]): void {
    if (this.table.lessMotion || before.length !== now.length) return;
    now.forEach(({ mine }, seat) => {
      const { hand, placed } = before[seat]?.mine ?? mine;
      if (seat === this.table.seat || mine.hand === hand) return;
      const there = this.rectOf(`mini:${seat}`);
      const taken = mine.hand && (!hand || tileKey(hand) !== tileKey(mine.hand)) ? mine.hand : null;
      const fromBoard = placed.length > mine.placed.length;
      const heap = taken && this.rectOf(`heap:${taken.shape}`);
      if (taken && !fromBoard && heap && there) glide(taken, 0, heap, there, OTHERS_MS);
      const back = hand && !mine.hand && mine.placed.length === placed.length ? hand : null;
      const home = back && this.rectOf(`heap:${back.shape}`);
      if (back && home && there) glide(back, 0, there, home, OTHERS_MS);
    });
  }
}
