import type { AnyAction, AnyEvent, AnyView } from '../protocol/games';
import type * as table from '../protocol/table';

export type Replay = table.Replay<AnyView, AnyAction, AnyEvent>;
export type ReplayStep = table.ReplayStep<AnyAction, AnyEvent>;
export type Comparison = table.Comparison<AnyView, AnyAction>;
export type ComparedGame = table.ComparedGame<AnyView, AnyAction>;
export type ComparedDecision = table.ComparedDecision<AnyAction>;
