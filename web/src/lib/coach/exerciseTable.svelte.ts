import type { AnyClient } from '../games/registry';
import type { Deed, SeatPerson } from '../games/types';
import type { Seated } from '../play/seated';
import { FlyingStage } from '../play/stage.svelte';
import { preferences } from '../preferences.svelte';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type { Answer, TurnSeen } from '../protocol/table';
import { play, type SoundName } from '../sound/sounds';
import { seated } from './people';
import type { Player } from './wire';

/** A position as its seat knew it, with what could be done. */
export interface Asked {
  readonly seat: number;
  readonly players: readonly Player[];
  readonly view: AnyView;
  readonly legal: readonly AnyAction[];
  readonly deeds?: readonly Deed<AnyEvent>[];
}

/** A table for one decision: there is no server behind it, and whatever is done changes nothing but the answer. */
export class ExerciseTable implements Seated {
  readonly client: AnyClient;
  readonly me: SeatPerson | null;
  readonly stage = new FlyingStage(() => preferences.lessMotion);
  readonly people: readonly SeatPerson[];
  readonly seat: number;
  readonly view: AnyView;
  readonly legal: readonly AnyAction[];
  readonly deeds: readonly Deed<AnyEvent>[];
  readonly turns: readonly TurnSeen[];
  readonly timers: readonly number[] = [];
  readonly moment = null;
  readonly settled = true;
  readonly playing = true;
  readonly exercise = true;
  readonly outcome = null;
  readonly screen = false;
  readonly pending = null;
  /** What the board lets glow: the best action, once it may be known. */
  readonly hint: AnyAction | null;
  holding = $state(false);
  readonly #answered: (action: AnyAction) => void;

  /** `answered` is told each action that is taken; with a `hint` the answer lies open. */
  constructor(
    client: AnyClient,
    asked: Asked,
    answered: (action: AnyAction) => void,
    hint: AnyAction | null = null,
  ) {
    this.client = client;
    this.seat = asked.seat;
    this.view = asked.view;
    this.legal = asked.legal;
    this.deeds = asked.deeds ?? [];
    this.people = seated(asked.players, asked.seat);
    this.me = this.people[asked.seat] ?? null;
    this.turns = [{ seat: asked.seat }];
    this.hint = hint;
    this.#answered = answered;
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
  act(action: AnyAction): Promise<Answer<AnyAction>> {
    this.#answered(action);
    return Promise.resolve({ type: 'Accepted', id: '', sequence: 0 });
  }
}
