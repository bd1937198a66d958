import { ask, request } from '../net/api';
import type { AnyAction } from '../protocol/games';
import type { Attempt, MyRecord } from '../protocol/table';
import type { Replay } from '../replay/types';
import type { AnalysisState, Daily, DailyAnswer, Position } from './wire';

const of = (table: string, number: number) => `/tables/${encodeURIComponent(table)}/games/${number}`;
const puzzle = (game: string) => `/daily/${encodeURIComponent(game)}`;

/** What the pages after a game ask the server: no part of the first load of a table's page. */
export const coachApi = {
  /** Asks for it, once for all who sat there; whoever asks again is told how far it is. */
  analyse: (table: string, number: number) => ask<AnalysisState>('POST', `${of(table, number)}/analysis`, {}),
  analysis: (table: string, number: number) => ask<AnalysisState>('GET', `${of(table, number)}/analysis`),
  cancelAnalysis: (table: string, number: number) => request('DELETE', `${of(table, number)}/analysis`),
  /** The whole game with nothing hidden: who sat there, and the positions that were decided in. */
  replay: (table: string, number: number) => ask<Replay>('GET', `${of(table, number)}/replay?eyes=truth`),
  /** The position before a step, as whoever acted knew it. */
  position: (table: string, number: number, step: number) =>
    ask<Position>('GET', `${of(table, number)}/positions/${step}`),
  record: () => ask<MyRecord>('GET', '/me/record'),
  forgetRecord: () => request('DELETE', '/me/record'),
  daily: (game: string) => ask<Daily>('GET', puzzle(game)),
  tryDaily: (game: string, day: string, action: AnyAction) =>
    ask<DailyAnswer>('POST', `${puzzle(game)}/${day}`, { action } satisfies Attempt<AnyAction>),
};
