import { untrack } from 'svelte';
import { m } from '$lib/paraglide/messages.js';
import type { Action, Event, Ring, View } from '$lib/protocol/labyrinth';
import { toasts } from '$lib/ui/toasts.svelte';
import type { PlayTable } from '../types';
import FlyingCard from './art/FlyingCard.svelte';
import { allFound } from './arrival';
import { Camera } from './camera.svelte';
import { notch, RINGS, turned, walksFrom, zoneOfRing, type Walks } from './castle';
import type { Asked } from './deeds';
import { at, placeOf, track, type Point, type Polar } from './geometry';
import { Motion } from './motion.svelte';
import { dragBounds, offersOf, turnBy } from './moves';
import { Newsroom } from './news.svelte';
import { ringRefusal, squareRefusal, type Refusal } from './refuse';
import { sceneAt, type Scene } from './scene';
import { newsOf } from './tell';
import { keepTrial } from './trial';

type Table = PlayTable<View, Action, Event>;

const WALK_MS = 420;

/** What the parts of the board share: the turn being tried on, the square being looked at, what just happened. */
export class Local {
  readonly table: Table;
  readonly camera = new Camera();
  readonly motion: Motion;
  /** A turn as it would be; nothing is sent before it is confirmed. */
  preview = $state.raw<{ readonly ring: Ring; readonly steps: number } | null>(null);
  /** The square to go to or to put a pawn on, before it is confirmed. */
  goal = $state<number | null>(null);
  /** A ring under the pointer, or the focus. */
  hovered = $state<Ring | null>(null);
  readonly news = new Newsroom();
  /** A duel or a swap that is being shown; while it is, nothing is offered. */
  scene = $state.raw<Scene | null>(null);
  /** A number the die just showed. */
  rolled = $state.raw<{ readonly id: number; readonly cards: number } | null>(null);
  /** A pawn or a ring that somebody points at, to know what was last done with it. */
  asked = $state.raw<Asked | null>(null);
  /** Whether the last thing pressed was a key: then the focus goes where there is something to do. */
  byKeys = false;
  /** For those who play by keys: where the focus goes when there are squares to choose from, and after that. */
  enterSquares: () => boolean = () => false;
  enterControls: () => void = () => {};

  #pawns: readonly number[];
  #grip: { readonly ring: Ring; readonly base: number; at: number; turned: number } | null = null;

  constructor(table: Table) {
    this.table = table;
    this.motion = new Motion(table.view.rotation, () => table.lessMotion);
    this.#pawns = table.view.pawns;
    $effect.pre(() => {
      const moment = table.moment;
      untrack(() => {
        this.scene = moment && sceneAt(this.scene, moment.event, table.view);
        if (moment) this.#show(moment.event, moment.id);
      });
    });
    keepTrial(table, () => (this.preview ? this.rotation : null));
    $effect.pre(() => {
      this.#pawns = table.view.pawns;
    });
    $effect.pre(() => {
      const { rotation } = this;
      untrack(() => RINGS.forEach((ring) => this.motion.aim(ring, rotation[ring])));
    });
    $effect.pre(() => {
      const { preview, goal, offers } = this;
      if (preview && !offers.turns[preview.ring].includes(preview.steps)) this.preview = null;
      if (goal !== null && !offers.squares.includes(goal)) this.goal = null;
    });
    $effect(() => () => this.motion.stop());
  }

  readonly offers = $derived.by(() => offersOf(this.scene ? [] : this.table.legal));
  /** How the castle is drawn: as it stands, or as the turn being tried on would leave it. */
  readonly rotation = $derived.by(() => {
    const { rotation } = this.table.view;
    return this.preview ? turned(rotation, this.preview.ring, this.preview.steps) : rotation;
  });
  /** The pawn that what is offered is about. */
  readonly mover = $derived.by(() => {
    const { view, seat, playing } = this.table;
    const { phase } = view;
    if (phase.type === 'Placing') return phase.winner === seat && playing ? phase.loser : null;
    // An animal may be turned up by somebody who won the card in another player's turn, LAB-5.6.
    const acting = phase.type === 'AnimalTurned' || phase.type === 'Fetched' ? phase.seat : view.on_turn;
    return seat === acting && playing ? seat : null;
  });
  readonly canTurn = $derived.by(() => RINGS.some((ring) => this.offers.turns[ring].length > 0));
  readonly walking = $derived.by(() => !this.offers.placing && this.offers.squares.length > 0);
  /** The ways from my pawn as the castle is drawn; while a zone is to be turned, as a help. */
  readonly walks = $derived.by((): Walks => {
    const { mover } = this;
    const from = mover === null ? undefined : this.table.view.pawns[mover];
    if (from === undefined || !(this.canTurn || this.walking || this.offers.stay)) return new Map();
    return walksFrom(from, this.rotation);
  });
  readonly places = $derived.by(
    (): ReadonlyMap<number, Point> =>
      new Map(this.offers.squares.map((square) => [square, at(placeOf(square, this.table.view.rotation))])),
  );
  /** The way to the square being looked at. */
  readonly way = $derived.by((): readonly Polar[] => {
    const { goal, mover } = this;
    const from = mover === null ? undefined : this.table.view.pawns[mover];
    if (goal === null || from === undefined || this.offers.placing) return [];
    return track(from, goal, this.walks, this.table.view.rotation);
  });

  get mayAct(): boolean {
    return this.table.legal.length > 0 && this.table.pending === null && this.scene === null;
  }

  act(action: Action | null | undefined): void {
    if (!action || !this.mayAct) return;
    void this.table.act(action).then((answer) => {
      if (answer.type === 'Refused') this.putBack();
    });
  }

  /** Tries a ring on one notch further than it is drawn. */
  nudge(ring: Ring, by: 1 | -1): void {
    const before = this.preview?.ring === ring ? this.preview.steps : 0;
    this.tryOn(ring, before + by);
  }

  tryOn(ring: Ring, notches: number): void {
    if (!this.mayAct) return;
    const steps = turnBy(this.offers.turns[ring], notches, zoneOfRing(ring).positions);
    if (steps === undefined) {
      this.#refuse(ringRefusal(this.table.view, ring, notches));
      return;
    }
    this.preview = steps === null ? null : { ring, steps };
    this.table.play('tick');
  }

  putBack(): void {
    this.preview = null;
    this.goal = null;
  }

  confirmTurn(): void {
    const { preview } = this;
    if (preview) this.act({ type: 'Turn', ...preview });
  }

  /** Whether this square may be gone to, looked at first. */
  look(square: number | null): void {
    this.goal = square !== null && this.offers.squares.includes(square) ? square : null;
  }

  /** Says why a ring or a square that was pressed does nothing, and what works. */
  refuseRing(ring: Ring | null): void {
    if (this.mayAct) this.#refuse(ringRefusal(this.table.view, ring, 1));
  }

  refuseSquare(square: number): void {
    const here = this.mover === null ? undefined : this.table.view.pawns[this.mover];
    if (this.mayAct) this.#refuse(squareRefusal(square, { placing: this.offers.placing, here }));
  }

  #refuse({ text, rule }: Refusal): void {
    this.table.play('wood');
    toasts.show(text, { tone: 'bad', rule: { number: rule, href: `/rules/labyrinth#${rule}` } });
  }

  go(): void {
    const { goal } = this;
    if (goal === null) return;
    this.act({ type: this.offers.placing ? 'Place' : 'Move', to: goal });
  }

  /** A finger takes hold of a ring. Angles in degrees, as seen from the middle. */
  grip(ring: Ring, angle: number): boolean {
    if (!this.mayAct || this.offers.turns[ring].length === 0) return false;
    if (this.preview && this.preview.ring !== ring) this.preview = null;
    this.#grip = { ring, base: this.table.view.rotation[ring] * notch(ring), at: angle, turned: 0 };
    const shown = this.preview?.steps ?? 0;
    const { positions } = zoneOfRing(ring);
    this.#grip.turned = (shown > positions / 2 ? shown - positions : shown) * notch(ring);
    return true;
  }

  drag(angle: number): void {
    const grip = this.#grip;
    if (!grip) return;
    const moved = ((((angle - grip.at) % 360) + 540) % 360) - 180;
    grip.at = angle;
    grip.turned += moved;
    const one = notch(grip.ring);
    const [least, most] = dragBounds(this.offers.turns[grip.ring], zoneOfRing(grip.ring).positions);
    // Past its last notch the stone gives way a little, and no more.
    const low = least * one;
    const high = most * one;
    const bound =
      grip.turned > high
        ? high + give(grip.turned - high)
        : grip.turned < low
          ? low - give(low - grip.turned)
          : grip.turned;
    this.motion.hold(grip.ring, nearby(this.motion.angles[grip.ring], grip.base + bound));
  }

  /** Where it is let go, it falls into the nearest notch. */
  release(): void {
    const grip = this.#grip;
    if (!grip) return;
    this.#grip = null;
    const one = notch(grip.ring);
    const [least, most] = dragBounds(this.offers.turns[grip.ring], zoneOfRing(grip.ring).positions);
    const notches = Math.round(Math.min(most, Math.max(least, grip.turned / one)));
    this.motion.letGo();
    this.tryOn(grip.ring, notches);
    this.motion.aim(grip.ring, this.rotation[grip.ring]);
  }

  #show(event: Event, id: number): void {
    const { table } = this;
    const { view } = table;
    const news = newsOf(event, table);
    const last = event.type === 'SecretTaken' && event.complete === null && allFound(view);
    if (news)
      this.news.tell(last ? { ...news, text: `${news.text}. ${m.labyrinth_news_all_found()}` } : news, id);
    switch (event.type) {
      case 'RingTurned':
        if (this.preview?.ring === event.ring) this.preview = null;
        return;
      case 'PawnMoved': {
        const from = this.#pawns[event.seat] ?? event.to;
        this.motion.walk(
          event.seat,
          track(from, event.to, walksFrom(from, view.rotation), view.rotation),
          WALK_MS,
        );
        return;
      }
      case 'AnimalFetched':
        this.#fly(event.seat, event.to, view);
        return;
      case 'PawnPlaced':
        this.#fly(event.loser, event.to, view);
        return;
      case 'SecretTaken':
        // The prize of a duel travels on the stage.
        if (!this.scene) this.#send(`secret:${event.secret}`, event.seat, 1);
        return;
      case 'Challenged':
        this.rolled = event.stake === 'die' ? { id, cards: event.cards } : null;
        return;
      case 'SecretContested':
        this.rolled = null;
        return;
      default:
    }
  }

  /** Cards go to somebody, face down. */
  #send(from: string, seat: number, count: number): void {
    if (count) this.table.stage.fly({ from, to: `seat:${seat}`, art: FlyingCard, count, size: 44 });
  }

  #fly(seat: number, to: number, view: View): void {
    const from = placeOf(this.#pawns[seat] ?? to, view.rotation);
    const goal = placeOf(to, view.rotation);
    const turn = ((((goal.angle - from.angle) % 360) + 540) % 360) - 180;
    this.motion.walk(seat, [from, { angle: from.angle + turn, radius: goal.radius }], WALK_MS);
  }
}

const give = (beyond: number): number => 5 * (1 - Math.exp(-beyond / 12));
const nearby = (from: number, to: number): number => from + (((((to - from) % 360) + 540) % 360) - 180);
