/** What comes over the wire, of whichever game it is. */
import type { AnyAction, AnyInsight, AnyView } from '../protocol/games';
import type * as table from '../protocol/table';

export type Analysis = table.Analysis<AnyAction, AnyInsight>;
export type AnalysisState = table.AnalysisState<AnyAction, AnyInsight>;
export type Decision = table.Decision<AnyAction>;
export type Option = table.Option<AnyAction>;
export type Daily = table.Daily<AnyView, AnyAction>;
export type DailyAnswer = table.DailyAnswer<AnyAction>;
export type Puzzle = table.Puzzle<AnyView, AnyAction>;
export type Player = table.SeatName;
export type Position = table.Position<AnyView, AnyAction>;
export type { Parts, TurningPoint } from '../protocol/table';
