import type { Step } from '../games/types';

/** A position that has arrived, and the moments that lead to it. */
export interface Beat<View, Event, Extra> {
  readonly steps: readonly Step<View, Event>[];
  readonly view: View;
  readonly extra: Extra;
}

/** More than this waiting behind a move, and it hurries; far more, and all jumps. */
const HURRY_MS = 900;
const JUMP_MS = 4000;

/**
 * Shows moves one moment after the other, and catches up when late.
 *
 * `extra` (legal actions, clocks, the entry they belong to) takes effect when the last moment of its beat begins: then
 * everything needed to decide is on the table, and nobody waits for the rest of the movement.
 */
export class Playback<View, Event, Extra> {
  view: View;
  extra: Extra;
  moment = $state.raw<{ event: Event; id: number } | null>(null);
  settled = $state(true);
  /** Whether a great moment is being shown. */
  great = $state(false);

  readonly #onStep: (step: Step<View, Event>) => void;
  readonly #wait: (ms: number, then: () => void) => unknown;
  #queue: { beat: number; step: Step<View, Event> | null; extra: Extra | undefined; view: View }[] = [];
  #beats = 0;
  #count = 0;
  #running = false;
  #run = 0;

  constructor(
    view: View,
    extra: Extra,
    onStep: (step: Step<View, Event>) => void = () => {},
    wait: (ms: number, then: () => void) => unknown = (ms, then) => setTimeout(then, ms),
  ) {
    this.view = $state.raw(view);
    this.extra = $state.raw(extra);
    this.#onStep = onStep;
    this.#wait = wait;
  }

  /** The position that will be shown when all waiting moments are. */
  get last(): View {
    return this.#queue.at(-1)?.view ?? this.view;
  }

  jump(view: View, extra: Extra): void {
    this.#queue = [];
    this.#run += 1;
    this.#running = false;
    this.view = view;
    this.extra = extra;
    this.moment = null;
    this.settled = true;
    this.great = false;
  }

  push(beat: Beat<View, Event, Extra>): void {
    const { steps, view, extra } = beat;
    const number = ++this.#beats;
    steps.forEach((step, index) =>
      this.#queue.push({
        beat: number,
        step,
        extra: index === steps.length - 1 ? extra : undefined,
        view: index === steps.length - 1 ? view : step.view,
      }),
    );
    if (steps.length === 0) this.#queue.push({ beat: number, step: null, extra, view });
    if (this.#late || (typeof document !== 'undefined' && document.hidden)) {
      this.jump(view, extra);
      return;
    }
    if (!this.#running) this.#next(this.#run);
  }

  /** Goes on from a great moment before its time. */
  skip(): void {
    if (!this.great) return;
    this.#run += 1;
    this.#next(this.#run);
  }

  get #late(): boolean {
    return this.#waiting(0) > JUMP_MS && !this.great && !this.#queue.some(({ step }) => step?.great);
  }

  /** How long all later moves than this one would take; great moments take the time they take. */
  #waiting(than: number): number {
    return this.#queue.reduce(
      (sum, { beat, step }) => sum + (beat > than && !step?.great ? (step?.ms ?? 0) : 0),
      0,
    );
  }

  #next(run: number): void {
    if (run !== this.#run) return;
    const first = this.#queue.shift();
    if (!first) {
      this.#running = false;
      this.moment = null;
      this.settled = true;
      this.great = false;
      return;
    }
    this.#running = true;
    this.view = first.view;
    if (first.extra !== undefined) this.extra = first.extra;
    let ms = 0;
    if (first.step) {
      this.settled = false;
      this.moment = { event: first.step.event, id: ++this.#count };
      this.#onStep(first.step);
      const waiting = first.step.great ? 0 : this.#waiting(first.beat);
      ms = waiting > HURRY_MS ? first.step.ms * (HURRY_MS / (waiting + HURRY_MS)) : first.step.ms;
    }
    this.great = first.step?.great ?? false;
    if (ms === 0) this.#next(run);
    else this.#wait(ms, () => this.#next(run));
  }
}
