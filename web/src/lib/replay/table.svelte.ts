import { MARKS } from '../art/marks';
import { elided } from '../elision';
import type { AnyClient } from '../games/registry';
import type { Deed, PlayTable, SeatPerson, Telling } from '../games/types';
import { patched } from '../net/patch';
import { m } from '../paraglide/messages.js';
import { botName } from '../play/people';
import { Playback } from '../play/playback.svelte';
import { FlyingStage } from '../play/stage.svelte';
import { preferences } from '../preferences.svelte';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type { Answer, Outcome, TurnSeen } from '../protocol/table';
import { play, type SoundName } from '../sound/sounds';
import { atSpeed } from './speed';
import type { Replay, ReplayStep } from './types';

/**
 * A game that is watched again: the positions of a replay, one at a time, on the boards of live play. Forwards each
 * move is shown as it was; anything else jumps. A position has as many steps behind it as its number says: 0 is the deal.
 */
export class ReplayTable implements PlayTable<AnyView, AnyAction, AnyEvent> {
  readonly client: AnyClient;
  readonly stage = new FlyingStage(() => preferences.lessMotion);
  readonly again = true;
  readonly me = null;
  readonly playing = false;
  readonly screen = false;
  readonly legal: readonly AnyAction[] = [];
  readonly timers: readonly number[] = [];
  readonly pending = null;
  replay: Replay;
  /** The position that is shown, or that what is shown leads to. */
  at = $state(0);
  /** The furthest position that was ever shown. */
  reached = $state(0);
  /** Whether it goes on by itself. */
  running = $state(false);
  speed = $state(1);
  /** What has not been reached stays untold. */
  veiled = $state(false);
  /** Whether the position was come to by a jump: then the last move is marked, which nobody saw. */
  #jumped = $state(false);
  #views: AnyView[] = [];
  readonly #playback: Playback<AnyView, AnyEvent, number>;
  readonly #people: readonly SeatPerson[];
  readonly #deeds: readonly Deed<AnyEvent>[];
  readonly #all: readonly Deed<AnyEvent>[];

  constructor(client: AnyClient, replay: Replay, { at = 0, veiled = false } = {}) {
    this.client = client;
    this.replay = $state.raw(replay);
    this.veiled = veiled;
    this.#views = [replay.view];
    this.#playback = new Playback<AnyView, AnyEvent, number>(
      replay.view,
      0,
      ({ sound }) => sound && this.play(sound),
      (ms, then) => atSpeed(ms, this.speed, then),
    );
    this.#people = $derived(peopleOf(this.replay));
    this.#all = $derived.by(() => {
      const { steps, ended_at: end } = this.replay;
      const dealt = (end ?? Date.now()) - (steps.at(-1)?.after_ms ?? 0);
      return steps.map((step) => deedOf(step, dealt));
    });
    this.#deeds = $derived(this.#all.slice(0, this.#playback.extra));
    if (at) this.go(at);
  }

  get view(): AnyView {
    return this.#playback.view;
  }
  get moment() {
    return this.#playback.moment;
  }
  get settled(): boolean {
    return this.#playback.settled;
  }
  /** Whether a great moment is being shown, from which a tap goes on. */
  get great(): boolean {
    return this.#playback.great;
  }
  get seat(): number | null {
    return this.replay.seat;
  }
  /** Whose move comes next, while they think. */
  get turns(): readonly TurnSeen[] {
    const seat = this.replay.steps[this.#playback.extra]?.seat ?? null;
    return seat !== null && this.client.turnBased ? [{ seat }] : [];
  }
  get people(): readonly SeatPerson[] {
    return this.#people;
  }
  get outcome(): Outcome | null {
    return this.#playback.extra === this.steps && this.settled ? this.replay.outcome : null;
  }
  get deeds(): readonly Deed<AnyEvent>[] {
    return this.#deeds;
  }
  get pointed(): AnyEvent | null {
    if (!this.#jumped || !this.settled) return null;
    return this.replay.steps[this.at - 1]?.events.find(({ type }) => type !== 'GameEnded') ?? null;
  }
  get lessMotion(): boolean {
    return preferences.lessMotion;
  }
  /** How many steps the game has: the number of its last position. */
  get steps(): number {
    return this.replay.steps.length;
  }
  /** The last position that may be spoken of. */
  get end(): number {
    return this.veiled ? this.reached : this.steps;
  }
  get telling(): Telling {
    const { people, seat } = this;
    const name = (of: number) => (people[of]?.isMe ? m.you() : (people[of]?.name ?? ''));
    return {
      people,
      seat,
      name,
      names: (seats) => new Intl.ListFormat(preferences.locale).format(seats.map(name)),
    };
  }
  /** A sentence as the reader's language writes it before the names of those at the table. */
  written(sentence: string): string {
    return elided(
      sentence,
      this.people.map(({ name }) => name),
      preferences.locale,
    );
  }

  /** What these eyes saw after so many steps; folded once, so that going back costs nothing. */
  viewAt(position: number): AnyView {
    for (let next = this.#views.length; next <= position; next += 1) {
      const before = this.#views[next - 1]!;
      const patch = this.replay.steps[next - 1]?.patch ?? null;
      this.#views.push(patch ? patched(before, patch) : before);
    }
    return this.#views[position]!;
  }

  /** The position before a step of the game's file: where a link to that moment leads. */
  before(step: number): number {
    const position = this.replay.steps.findIndex((one) => one.step >= step);
    return position < 0 ? this.steps : position;
  }
  /** The step of the file that comes after a position; after the last one, the number that would follow. */
  stepAt(position: number): number {
    return this.replay.steps[position]?.step ?? (this.replay.steps.at(-1)?.step ?? -1) + 1;
  }

  go(to: number): void {
    this.at = Math.min(Math.max(0, to), this.steps);
    this.reached = Math.max(this.reached, this.at);
    this.#jumped = true;
    this.#playback.jump(this.viewAt(this.at), this.at);
  }

  /** One move on, shown as it was; what is still being shown is over at once. */
  forward(): void {
    if (!this.settled) this.#playback.jump(this.viewAt(this.at), this.at);
    if (this.at >= this.steps) return;
    const to = this.#next(1);
    const before = this.viewAt(this.at);
    const view = this.viewAt(to);
    const events = this.replay.steps.slice(this.at, to).flatMap((step) => step.events);
    this.at = to;
    this.reached = Math.max(this.reached, to);
    this.#jumped = false;
    this.#playback.push({ steps: this.client.steps(before, events, view), view, extra: to });
  }
  back(): void {
    if (this.at > 0) this.go(this.#next(-1));
  }

  /** Goes on from a great moment before its time. */
  skip(): void {
    this.#playback.skip();
  }

  /** The same game, as other eyes saw it: at the same place. */
  see(replay: Replay): void {
    this.#views = [replay.view];
    this.replay = replay;
    this.#playback.jump(this.viewAt(this.at), this.at);
  }

  now(): number {
    return Date.now();
  }
  play(sound: SoundName): void {
    play(sound);
  }
  act(): Promise<Answer<AnyAction>> {
    return Promise.reject(new Error('what is watched again has been played'));
  }

  /** The nearest position, that way, at which these eyes see something new; or else the last one. */
  #next(way: 1 | -1): number {
    let to = this.at + way;
    while (to > 0 && to < this.steps && !this.#shows(to)) to += way;
    return to;
  }
  #shows(position: number): boolean {
    const step = this.replay.steps[position - 1];
    return step !== undefined && (step.events.length > 0 || step.patch !== null);
  }
}

const peopleOf = ({ players, mine }: Replay): readonly SeatPerson[] =>
  players.map(({ name, bot }, seat) => ({
    seat,
    name: bot === null ? name : botName(seat),
    mark: MARKS[seat % MARKS.length]!,
    colour: `var(--p${seat % MARKS.length})`,
    isMe: seat === mine,
    bot,
    standIn: false,
    present: true,
  }));

const deedOf = ({ sequence, after_ms, seat, events }: ReplayStep, dealt: number): Deed<AnyEvent> => ({
  sequence,
  at: dealt + after_ms,
  seat,
  events,
});
