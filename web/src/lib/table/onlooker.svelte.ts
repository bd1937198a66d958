import type { PlayTable, SeatPerson, Stage } from '../games/types';
import { FlyingStage } from '../play/stage.svelte';
import type { Session } from '../play/session.svelte';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type { Answer, Outcome, TurnSeen } from '../protocol/table';

/** A table as everybody around it may look at it, while the device is on its way from one player to the next. */
export class Onlooker implements PlayTable<AnyView, AnyAction, AnyEvent> {
  readonly stage: Stage = new FlyingStage(() => this.#session.lessMotion);
  readonly seat = null;
  readonly playing = false;
  readonly legal: readonly AnyAction[] = [];
  readonly screen = false;
  readonly pending = null;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get view(): AnyView {
    return this.#session.view;
  }
  get moment() {
    return this.#session.moment;
  }
  get settled(): boolean {
    return this.#session.settled;
  }
  get turns(): readonly TurnSeen[] {
    return this.#session.turns;
  }
  get timers(): readonly number[] {
    return this.#session.timers;
  }
  get people(): readonly SeatPerson[] {
    return this.#session.people;
  }
  get outcome(): Outcome | null {
    return this.#session.outcome;
  }
  get lessMotion(): boolean {
    return this.#session.lessMotion;
  }
  now(): number {
    return this.#session.now();
  }
  play(): void {
    // Whoever holds the device hears it when it has been taken.
  }
  act(): Promise<Answer<AnyAction>> {
    return Promise.reject(new Error('whoever only looks does nothing'));
  }
}
