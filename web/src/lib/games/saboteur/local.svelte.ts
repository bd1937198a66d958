import { tick, untrack } from 'svelte';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Card, Event, Face, Tool, View } from '$lib/protocol/saboteur';
import type { PlayTable } from '../types';
import { canTurn, isHidden } from './cards';
import type { Rect } from '$lib/play/glide';
import { fly } from './flights';
import { pointed, type Pointed } from './pointed';
import { laidBy, layerOf, roundOf, type Laid } from './laid';
import { Spots } from './spots';
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

/** Something secret that takes the stage over the maze before these eyes. Nobody waits for it. */
export type Scene =
  | { readonly kind: 'peek'; readonly face: Face; readonly at: Place }
  | { readonly kind: 'role'; readonly round: number };

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

interface PointedAt {
  readonly place: string | null;
  readonly empty: Place | null;
  readonly seats: readonly number[];
}
const NOTHING: PointedAt = { place: null, empty: null, seats: [] };
const NO_MOVES: CardMoves = { free: [], spots: [], targets: [], discard: null };

/** What the parts of the board share: the card in hand, its ghost, a drag, and the scene on the stage. */
export class Local {
  readonly table: Table;
  picked = $state<string | null>(null);
  /** How the card in hand lies now that it was turned, for those who do not see it. */
  said = $state('');
  turned = $state(false);
  ghost = $state.raw<Ghost | null>(null);
  /** The place that was chosen for the card in hand: pressed again, or confirmed by a button, it is played there. */
  aimed = $state.raw<Place | null>(null);
  drag = $state.raw<Drag | null>(null);
  scenes = $state.raw<readonly Scene[]>([]);
  /** The client point of the screen over a place of the maze; the board knows its camera. */
  placeUnder: (x: number, y: number) => [number, number] | null = () => null;
  /** For those who play by keys: where the focus goes when a card is taken in hand, and when it is put back. */
  enterPlaces: () => boolean = () => false;
  enterTargets: () => boolean = () => false;
  enterHand: () => void = () => {};
  /** Who was pressed while a card in hand could mend two of that player's tools. */
  asked = $state<number | null>(null);
  /** What somebody just did, in words, for those who do not have the log before them. The end has its own stage. */
  news = $state.raw<{ readonly id: number; readonly seat: number; readonly text: string } | null>(null);

  /** The laid card that somebody looks at closely, by its place. */
  inspected = $state<string | null>(null);
  readonly spots = new Spots();
  #lifted: Rect | null = null;

  constructor(table: Table) {
    this.table = table;
    let round = table.view.round.number;
    const fresh = round === 1 && table.view.results.length === 0 && table.view.round.maze.length === 1;
    if (table.seat !== null && table.playing && fresh && !table.exercise)
      this.scenes = [{ kind: 'role', round }];
    $effect(() => {
      const moment = table.moment;
      if (moment) untrack(() => this.#tell(moment.event, moment.id));
      if (moment) untrack(() => void this.#show(moment.event));
    });
    $effect.pre(() => {
      const { view } = table;
      if (view.phase.type !== 'Digging' && this.scenes.length) this.scenes = [];
      if (view.round.number !== round) {
        round = view.round.number;
        this.inspected = null;
        this.drop();
        if (table.seat !== null && !table.again) this.#push({ kind: 'role', round });
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
  readonly #laid = $derived.by(() => laidBy(this.table.deeds ?? []));
  readonly #tiles = $derived.by(
    () => new Map(this.table.view.round.maze.map((tile) => [placeKey(tile.at), tile])),
  );
  /** What a line of the log is about: a place of the maze, one where nothing lies any more, or players. */
  readonly pointed = $derived.by((): PointedAt => {
    const event = this.table.pointed ?? null;
    const past = event && roundOf(this.table.deeds ?? [], event);
    if (!event || (past !== null && past !== this.table.view.round.number)) return NOTHING;
    const seats = 'target' in event ? [event.target] : [];
    if (!('at' in event)) return { ...NOTHING, seats };
    const key = placeKey(event.at);
    const lies = this.#tiles.has(key) || event.type === 'GoalSeen';
    return { place: lies ? key : null, empty: lies ? null : event.at, seats };
  });

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

  /** Who laid the card at a place; null for the start, goals, and what is not known yet. */
  layerAt(key: string): Laid | null {
    const tile = this.#tiles.get(key);
    return tile ? layerOf(this.#laid, tile) : null;
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
    this.aimed = null;
    this.ghost = null;
    this.turned = false;
    this.drag = null;
  }

  turn(): void {
    if (!this.card || !canTurn(this.card)) return;
    if (this.aimed && !this.turnsHere) {
      this.said = m.saboteur_not_this_way();
      return;
    }
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

  isAimed(at: Place): boolean {
    return this.aimed !== null && samePlace(this.aimed, at);
  }

  /** Whether the card may lie both ways at the place that was chosen for it. */
  get turnsHere(): boolean {
    return this.aimed !== null && (this.freeAt(this.aimed)?.ways.length ?? 0) > 1;
  }

  /** Chooses a place for the card in hand, or plays it there if that place was chosen already. */
  aim(at: Place): void {
    if (this.isAimed(at)) {
      this.commit();
      return;
    }
    this.preview(at);
    this.aimed = this.ghost && at;
    this.table.play('tick');
  }

  unaim(): void {
    this.aimed = null;
    this.ghost = null;
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
    this.#lifted ??= this.spots.rectOf(`card:${this.picked}`);
    const { picked } = this;
    this.drag = null;
    void this.table.act(action).then((answer) => {
      this.#lifted = null;
      if (answer.type === 'Refused') this.unaim();
      else if (this.picked === picked) this.drop();
    });
  }

  /** Where a dragged card is let go, its flight begins. */
  liftFrom(rect: Rect): void {
    this.#lifted = rect;
  }

  /** What a dragged card is let go over. Where it may lie both ways, that is asked first. */
  letGo({ over }: Drag): void {
    const targets = this.moves.targets.filter(({ target }) => over === `seat:${target}`);
    const [only] = targets;
    const { ghost } = this;
    if (ghost && (this.freeAt(ghost.at)?.ways.length ?? 0) > 1) this.aimed = ghost.at;
    else if (ghost) this.commit();
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

  #tell(event: Event, id: number): void {
    const text = this.table.again ? null : tell(event, this.table);
    if (text && 'seat' in event) this.news = { id, seat: event.seat, text };
    else if (event.type === 'RoundEnded' || event.type === 'RoundDealt') this.news = null;
  }

  #push(scene: Scene): void {
    this.scenes = [...this.scenes.filter(({ kind }) => kind !== scene.kind), scene];
  }

  /** Mine leave from my hand, the others' from beside their marks. */
  #from(seat: number): Rect | null {
    return seat === this.table.seat
      ? (this.#lifted ?? this.spots.rectOf('hand') ?? this.spots.rectOf(`seat:${seat}`))
      : this.spots.rectOf(`seat:${seat}`);
  }

  async #show(event: Event): Promise<void> {
    if (event.type === 'GoalSeen' && !isHidden(event.face) && !this.table.again)
      this.#push({ kind: 'peek', face: event.face, at: event.at });
    // What turns up is seen by all, whatever lies before one's own eyes.
    if (event.type === 'GoalRevealed') this.closeScenes();
    if (this.table.lessMotion || document.hidden || this.scene) return;
    const from = 'seat' in event ? this.#from(event.seat) : null;
    await tick();
    fly(event, from, this.table.seat, this.spots);
  }
}
