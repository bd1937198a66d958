import { MARKS } from '../art/marks';
import type { GameClient, PlayTable, SeatPerson } from '../games/types';
import { m } from '../paraglide/messages.js';
import { atMyPace } from '../play/pace';
import { Playback } from '../play/playback.svelte';
import { FlyingStage } from '../play/stage.svelte';
import { preferences } from '../preferences.svelte';
import type { Answer, TurnSeen } from '../protocol/table';
import { play, type SoundName } from '../sound/sounds';
import type { Lesson } from './types';

/** A table for one learner: it shows written positions, and knows which action each of them asks for. */
export class Teacher<View, Action, Event extends { readonly type: string }, Local> implements PlayTable<
  View,
  Action,
  Event
> {
  readonly client: GameClient<View, Action, Event, Local>;
  readonly lesson: Lesson<View, Action, Event>;
  readonly stage = new FlyingStage(() => preferences.lessMotion);
  readonly people: readonly SeatPerson[];
  readonly seat: number;
  readonly playing = true;
  readonly outcome = null;
  readonly screen = false;
  readonly unhurried = true;
  readonly pending = null;
  readonly hint = null;
  readonly timers: readonly number[] = [];
  at = $state(0);
  /** Something lies before the learner that is sent away by a button of its own: the way on waits for it. */
  holding = $state(false);
  /** What to say to a try that was not asked for. */
  wrong = $state('');
  /** The step's action is done, and what follows is on the table. */
  done = $state(false);
  readonly #playback: Playback<View, Event, readonly Action[]>;

  constructor(client: GameClient<View, Action, Event, Local>, lesson: Lesson<View, Action, Event>) {
    this.client = client;
    this.lesson = lesson;
    this.seat = lesson.seat;
    this.people = lesson.people.map((name, seat) => ({
      seat,
      name,
      mark: MARKS[seat % MARKS.length]!,
      colour: `var(--p${seat % MARKS.length})`,
      isMe: seat === lesson.seat,
      bot: null,
      standIn: false,
      present: true,
    }));
    const first = lesson.steps[0];
    if (!first) throw new Error('a lesson has a first step');
    this.#playback = new Playback<View, Event, readonly Action[]>(
      first.view,
      first.legal,
      ({ sound }) => sound && play(sound),
      atMyPace,
    );
  }

  get step() {
    return this.lesson.steps[this.at];
  }
  get view(): View {
    return this.#playback.view;
  }
  get moment() {
    return this.#playback.moment;
  }
  get settled(): boolean {
    return this.#playback.settled;
  }
  get legal(): readonly Action[] {
    return this.done ? [] : this.#playback.extra;
  }
  get turns(): readonly TurnSeen[] {
    return this.legal.length ? [{ seat: this.seat, since: 0, deadline: null }] : [];
  }
  get lessMotion(): boolean {
    return preferences.lessMotion;
  }
  get last(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }
  now(): number {
    return Date.now();
  }
  play(sound: SoundName): void {
    play(sound);
  }

  act(action: Action): Promise<Answer<Action>> {
    const { step } = this;
    if (!step?.wanted?.(action)) {
      this.wrong = step?.wrong?.() ?? m.learn_other();
      play('wood');
      return Promise.resolve({
        type: 'Refused',
        id: null,
        code: 'lesson',
        reason: this.wrong,
        rule: null,
        field: null,
      });
    }
    this.wrong = '';
    this.done = true;
    if (step.then)
      this.#playback.push({
        steps: this.client.steps(this.#playback.last, step.then.events, step.then.view),
        view: step.then.view,
        extra: [],
      });
    return Promise.resolve({ type: 'Accepted', id: '', sequence: this.at });
  }

  go(to: number): void {
    const step = this.lesson.steps[to];
    if (!step) return;
    this.at = to;
    this.wrong = '';
    this.done = false;
    this.#playback.jump(step.view, step.legal);
  }
}
