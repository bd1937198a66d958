import { MARKS } from '$lib/art/marks';
import { m } from '$lib/paraglide/messages.js';
import { FlyingStage } from '$lib/play/stage.svelte';
import { preferences } from '$lib/preferences.svelte';
import type { Action, Event, View } from '$lib/protocol/outofmine';
import type { Answer } from '$lib/protocol/table';
import { play, type SoundName } from '$lib/sound/sounds';
import type { PlayTable, SeatPerson } from '../types';
import { after, LESSON, mineOf, START, type LessonStep } from './lesson';
import { told } from './steps';

/** A table for one learner, without a server: written positions, and what may be done in each. */
export class Pupil implements PlayTable<View, Action, Event> {
  readonly stage = new FlyingStage(() => preferences.lessMotion);
  readonly people: readonly SeatPerson[];
  readonly moment = null;
  readonly settled = true;
  readonly seat = 0;
  readonly playing = true;
  readonly turns = [];
  readonly timers = [];
  readonly outcome = null;
  readonly screen = false;
  readonly pending = null;
  at = $state(0);
  view = $state.raw<View>(START);
  done = $state(false);
  #waits: ReturnType<typeof setTimeout> | undefined;

  constructor(names: readonly string[]) {
    this.people = names.map((name, seat) => ({
      seat,
      name,
      mark: MARKS[seat % MARKS.length]!,
      colour: `var(--p${seat})`,
      isMe: seat === 0,
      bot: null,
      standIn: false,
      present: true,
    }));
    this.go(0);
  }

  get step(): LessonStep {
    return LESSON[this.at]!;
  }
  get last(): boolean {
    return this.at === LESSON.length - 1;
  }
  /** Only a face is offered as such; of tiles the board finds out by trying. */
  get legal(): readonly Action[] {
    const { phase } = this.view;
    return phase.type === 'Choosing' && !this.done ? [{ type: 'ChooseFace', side: 'back' }] : [];
  }
  get lessMotion(): boolean {
    return preferences.lessMotion;
  }

  now(): number {
    return Date.now();
  }
  play(sound: SoundName): void {
    play(sound);
  }

  go(to: number): void {
    const step = LESSON[to];
    if (!step) return;
    clearTimeout(this.#waits);
    this.at = to;
    this.view = step.view ?? this.view;
    this.done = step.done === undefined;
  }

  /** The count is told in its order, as at a table. */
  #show(view: View): void {
    clearTimeout(this.#waits);
    const { last } = view;
    if (view.phase.type !== 'Counted' || !last) {
      this.view = view;
      return;
    }
    const moments = told(this.view, { type: 'RoundCounted', round: view.round, sheet: last.sheet }, view);
    const go = (at: number): void => {
      const moment = moments[at];
      if (!moment) return;
      this.view = moment.view;
      if (moment.sound) play(moment.sound);
      this.#waits = setTimeout(() => go(at + 1), moment.ms);
    };
    go(0);
  }

  act(action: Action): Promise<Answer<Action>> {
    const { step } = this;
    if (this.done || !step.allows?.(action, this.view)) {
      play('wood');
      const reason = this.done ? m.outofmine_learn_next() : m.outofmine_learn_other();
      return Promise.resolve({ type: 'Refused', id: null, code: 'lesson', reason, rule: null, field: null });
    }
    this.#show(after(this.view, action));
    this.done = step.done?.(mineOf(this.view), this.view) ?? true;
    if (this.done) play('chime');
    return Promise.resolve({ type: 'Accepted', id: '', sequence: this.at });
  }
}
