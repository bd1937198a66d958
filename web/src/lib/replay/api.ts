import { ask } from '../net/api';
import type {
  ContinueFrom,
  DealLink,
  DealShared,
  PlayDealAgainst,
  ShareDeal,
  TableInfo,
} from '../protocol/table';
import type { Look } from './looks';
import type { Comparison, Replay } from './types';

const gamePath = (table: string, number: number): string =>
  `/tables/${encodeURIComponent(table)}/games/${number}`;
const dealPath = (code: string): string => `/deals/${encodeURIComponent(code)}`;

const query = (look: Look): string => {
  const wanted = new URLSearchParams({ eyes: look.eyes });
  if (look.eyes !== 'public' && look.seat !== null) wanted.set('seat', String(look.seat));
  return wanted.toString();
};

export const replays = {
  game: (table: string, number: number, look: Look) =>
    ask<Replay>('GET', `${gamePath(table, number)}/replay?${query(look)}`),
  /** The round that ended last in the game that goes on. */
  round: (table: string) => ask<Replay>('GET', `/tables/${encodeURIComponent(table)}/replay/round`),
  goOn: (table: string, number: number, from: ContinueFrom) =>
    ask<TableInfo>('POST', `${gamePath(table, number)}/continue`, from),
  shareDeal: (table: string, number: number, seat: number) =>
    ask<DealLink>('POST', `${gamePath(table, number)}/deal-links`, { seat } satisfies ShareDeal),
  deal: (code: string) => ask<DealShared>('GET', dealPath(code)),
  playDeal: (code: string, level: string) =>
    ask<TableInfo>('POST', `${dealPath(code)}/play`, { level } satisfies PlayDealAgainst),
  /** `friend`: the table of one of several who have played it. */
  comparison: (code: string, friend: string | null) =>
    ask<Comparison>(
      'GET',
      `${dealPath(code)}/comparison${friend ? `?table=${encodeURIComponent(friend)}` : ''}`,
    ),
};
