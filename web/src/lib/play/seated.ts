import type { AnyClient } from '../games/registry';
import type { PlayTable, SeatPerson } from '../games/types';
import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';

/** A game as those around the board need it, whether it is played or watched again. */
export interface Seated extends PlayTable<AnyView, AnyAction, AnyEvent> {
  readonly client: AnyClient;
  readonly me: SeatPerson | null;
}

/** What a tap goes on from. */
export interface Skippable {
  readonly great: boolean;
  skip(): void;
}
