import { tick, untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Card, Event, Face, RoundResult, Tool, View } from '$lib/protocol/saboteur';
import type { PlayTable } from '../types';
import { canTurn, isHidden, isKnown } from './cards';
import type { Rect } from '$lib/play/glide';
import { glide, type Shown } from './flight';
import { pointed, type Pointed } from './hint';
import { tell } from './tell';
import { cardName } from './words';
import {
  movesOf,
  namedHand,
  placeKey,
  samePlace,
  wayAt,
  type CardMoves,
  type FreePlace,
  type Place,
} from './moves';

type Table = PlayTable<View, Action, Event>;

/** Something that takes the stage over the maze for a while. Nobody waits for it. */
export type Scene =
  | { readonly kind: 'peek'; readonly face: Face; readonly at: Place }
  | { readonly kind: 'role'; readonly round: number }
  | { readonly kind: 'result'; readonly result: RoundResult };

export interface Ghost {
  readonly at: Place;
  readonly turned: boolean;
}

/** A card that is being dragged; x and y are the middle of it on the screen. */
export interface Drag {
  readonly key: string;
  readonly card: Card;
  readonly x: number;
  readonly y: number;
  readonly over: string | null;
}

const NO_MOVES: CardMoves = { free: [], spots: [], targets: [], discard: null };

/** What the parts of the board share: the card in hand, its ghost, a drag, and the scene on the stage. */
export class Local {
  readonly table: Table;
  picked = $state<string | null>(null);
  /** How the card in hand lies now that it was turned, for those who do not see it. */
  said = $state('');
  turned = $state(false);
  ghost = $state.raw<Ghost | null>(null);
  drag = $state.raw<Drag | null>(null);
  scenes = $state.raw<readonly Scene[]>([]);
  /** The client point of the screen over a place of the maze; the board knows its camera. */
  placeUnder: (x: number, y: number) => [number, number] | null = () => null;
  /** For those who play by keys: where the focus goes when a card is taken in hand, and when it is put back. */
  enterPlaces: () => boolean = () => false;
  enterTargets: () => boolean = () => false;
  enterHand: () => void = () => {};
  /** The last round whose roles have all been turned up before these eyes. */
  unveiled = $state(0);
  /** Who was pressed while a card in hand could mend two of that player's tools. */
  asked = $state<number | null>(null);
  /** What somebody just did, in words, for those who do not have the log before them. */
  news = $state.raw<{ readonly id: number; readonly seat: number; readonly text: string } | null>(null);

  readonly #spots = new Map<string, Element>();
  #lifted: Rect | null = null;

  constructor(table: Table) {
    this.table = table;
    let round = table.view.round.number;
    let results = table.view.results.length;
    if (
      table.seat !== null &&
      table.playing &&
      round === 1 &&
      results === 0 &&
      table.view.round.maze.length === 1
    )
      this.scenes = [{ kind: 'role', round }];
    $effect(() => {
      const moment = table.moment;
      if (moment) untrack(() => this.#tell(moment.event, moment.id));
      if (moment) untrack(() => void this.#show(moment.event));
    });
    $effect.pre(() => {
      const { view } = table;
      const result = view.results.at(-1);
      if (view.results.length > results && result) this.#push({ kind: 'result', result });
      else if (view.results.length < results) this.scenes = [];
      results = view.results.length;
      if (view.round.number !== round) {
        round = view.round.number;
        this.drop();
        if (table.seat !== null) this.#push({ kind: 'role', round });
      }
    });
    $effect(() => {
      if (this.mayPlay) untrack(() => (this.scenes = this.scenes.filter(({ kind }) => kind !== 'peek')));
    });
    $effect.pre(() => {
      if (this.picked !== null && !this.hand.some(({ key }) => key === this.picked)) this.drop();
    });
  }

  readonly hand = $derived.by(() => namedHand(this.table.view.round.hand));
  readonly card = $derived.by(() => this.hand.find(({ key }) => key === this.picked)?.card ?? null);
  readonly moves = $derived.by(() => (this.card ? movesOf(this.card, this.table.legal) : NO_MOVES));
  /** What a hint points at. */
  readonly advice = $derived.by((): Pointed | null => pointed(this.table.hint));
  readonly scene = $derived.by(() => this.scenes[0] ?? null);

  /** Whether the roles are being turned up one by one: until then nothing else may give them away. */
  get unveiling(): boolean {
    return this.scene?.kind === 'result' && this.unveiled < this.scene.result.round;
  }

  get myBroken(): readonly Tool[] {
    const { seat, view } = this.table;
    return seat === null ? [] : (view.round.broken[seat] ?? []);
  }

  /** Whether the server offers anything at all just now. */
  get mayPlay(): boolean {
    return this.table.legal.length > 0 && this.table.pending === null;
  }

  /** Whether the card in hand is the one the hint is about. */
  get advises(): boolean {
    return this.card !== null && this.card === this.advice?.card;
  }

  pick(key: string): void {
    if (this.picked === key) {
      this.drop();
      return;
    }
    this.drop();
    this.picked = key;
    // The card of a hint comes to hand as the hint means it to lie.
    if (this.advises) this.turned = this.advice?.turned ?? false;
    this.closeScenes();
  }

  /** Puts the card in hand back among the others. */
  drop(): void {
    this.said = '';
    this.picked = null;
    this.asked = null;
    this.ghost = null;
    this.turned = false;
    this.drag = null;
  }

  turn(): void {
    if (!this.card || !canTurn(this.card)) return;
    this.turned = !this.turned;
    this.table.play('card');
    const ghost = this.ghost;
    const fits = !ghost || (this.freeAt(ghost.at)?.ways.includes(this.turned) ?? false);
    this.said = fits ? cardName(this.card, this.turned) : m.saboteur_not_this_way();
    if (ghost) this.ghost = fits ? { at: ghost.at, turned: this.turned } : null;
  }

  freeAt(at: Place): FreePlace | null {
    return this.moves.free.find((free) => placeKey(free.at) === placeKey(at)) ?? null;
  }

  /** The places of the table that the card in hand may go to. */
  get places(): readonly Place[] {
    const { free, spots } = this.moves;
    return [...free, ...spots].map(({ at }) => at);
  }

  /** Shows how the card would lie there, or what it would hit. */
  preview(at: Place | null): void {
    const free = at && this.freeAt(at);
    if (free) this.ghost = { at: free.at, turned: wayAt(free, this.turned) };
    else this.ghost = at && this.places.some((place) => samePlace(place, at)) ? { at, turned: false } : null;
  }

  isGhost(at: Place): boolean {
    return this.ghost !== null && samePlace(this.ghost.at, at);
  }

  /** Does what the ghost shows. */
  commit(): void {
    const { card, ghost } = this;
    if (!card || !ghost) return;
    const spot = this.moves.spots.find(({ at }) => samePlace(at, ghost.at));
    this.play(spot ?? { type: 'PlacePath', card, at: ghost.at, turned: ghost.turned });
  }

  play(action: Action): void {
    if (!this.mayPlay) return;
    this.#lifted ??= this.rectOf(`card:${this.picked}`);
    const { picked } = this;
    this.drag = null;
    void this.table.act(action).then((answer) => {
      this.#lifted = null;
      if (answer.type === 'Refused') this.ghost = null;
      else if (this.picked === picked) this.drop();
    });
  }

  /** Where a dragged card is let go, its flight begins. */
  liftFrom(rect: Rect): void {
    this.#lifted = rect;
  }

  /** What a dragged card is let go over. */
  letGo({ over }: Drag): void {
    const targets = this.moves.targets.filter(({ target }) => over === `seat:${target}`);
    const [only] = targets;
    if (this.ghost) this.commit();
    else if (over === 'discards' && this.moves.discard) this.play(this.moves.discard);
    else if (targets.length === 1 && only) this.play(only);
    else if (only) this.asked = only.target;
    if (this.table.pending === null) this.#lifted = null;
  }

  showRole(): void {
    this.#push({ kind: 'role', round: this.table.view.round.number });
  }

  closeScene(): void {
    this.scenes = this.scenes.slice(1);
  }

  /** Whoever reaches for a card has seen enough. The gold must be chosen before its scene goes. */
  closeScenes(): void {
    this.scenes = [];
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

  #tell(event: Event, id: number): void {
    const text = tell(event, this.table);
    const seat = 'seat' in event ? event.seat : event.type === 'RoundEnded' ? event.last : null;
    if (text && seat !== null) this.news = { id, seat, text };
    else if (event.type === 'RoundDealt') this.news = null;
  }

  #push(scene: Scene): void {
    this.scenes = [...this.scenes.filter(({ kind }) => kind !== scene.kind), scene];
  }

  /** Mine leave from my hand, the others' from beside their marks. */
  #from(seat: number): Rect | null {
    return seat === this.table.seat
      ? (this.#lifted ?? this.rectOf('hand') ?? this.rectOf(`seat:${seat}`))
      : this.rectOf(`seat:${seat}`);
  }

  async #show(event: Event): Promise<void> {
    if (event.type === 'GoalSeen' && !isHidden(event.face))
      this.#push({ kind: 'peek', face: event.face, at: event.at });
    if (this.table.lessMotion || document.hidden || this.scene) return;
    const from = 'seat' in event ? this.#from(event.seat) : null;
    await tick();
    const fly = (shown: Shown, start: Rect | null, to: string, ms: number) => {
      const end = this.rectOf(to);
      if (start && end) glide(shown, start, end, ms);
    };
    switch (event.type) {
      case 'PathPlaced':
        fly(
          { card: event.card, turned: event.turned, seed: placeKey(event.at) },
          from,
          `tile:${placeKey(event.at)}`,
          280,
        );
        return;
      case 'ToolBroken':
        fly({ card: `broken_${event.tool}` }, from, `seat:${event.target}`, 300);
        return;
      case 'ToolRepaired':
        fly({ card: event.card }, from, `seat:${event.target}`, 300);
        return;
      case 'RocksFell':
        fly({ card: 'rockfall' }, from, `fallen:${placeKey(event.at)}`, 200);
        return;
      case 'GoalSeen':
        fly({ card: 'map' }, from, `tile:${placeKey(event.at)}`, 300);
        return;
      case 'CardDiscarded':
        fly({ back: 'deck' }, from, 'discards', 260);
        return;
      case 'CardDrawn': {
        const mine = event.seat === this.table.seat;
        fly(
          mine && isKnown(event.card) ? { card: event.card } : { back: 'deck' },
          this.rectOf('pile'),
          mine ? 'newest' : `seat:${event.seat}`,
          320,
        );
        return;
      }
      case 'GoldTaken':
        fly({ back: 'gold' }, this.rectOf('gold') ?? this.rectOf('discards'), `seat:${event.seat}`, 320);
        return;
      case 'GoldPaid':
        for (const { seat } of event.payments)
          fly({ back: 'gold' }, this.rectOf('pile'), `seat:${seat}`, 420);
        return;
      default:
    }
  }
}
