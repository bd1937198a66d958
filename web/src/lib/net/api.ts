import type { AnyAction, AnyView } from '../protocol/games';
import type {
  Answer,
  Catalogue,
  Command,
  Known,
  Me,
  MyGames,
  MyTables,
  NewGuest,
  NewSeatLink,
  Page,
  Problem,
  Settings,
  Sync,
  TableInfo,
  HintGiven,
} from '../protocol/table';
import { received } from './json';
import type { PastPage } from './shown';

/** What the server said instead of what was asked. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.reason ?? `status ${status}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
  }
}

/** There was no answer at all: no network, or no server. */
export class Unreachable extends Error {}

/** Also for pages whose questions are no part of the first load. */
export async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  return received<T>(await request(method, path, body, token));
}

/** The text of the answer; empty where there is nothing to say. */
export async function request(method: string, path: string, body?: unknown, token?: string): Promise<string> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: token ? 'omit' : 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (!answer.ok) throw new Refusal(answer.status, await problemOf(answer));
  return answer.text();
}

async function problemOf(answer: Response): Promise<Partial<Problem>> {
  try {
    return received<Partial<Problem>>(await answer.text());
  } catch {
    return {};
  }
}

const gamePath = (table: string, number: number): string =>
  `/me/games/${encodeURIComponent(table)}/${number}`;

/** Only what the host chose; the server adds its defaults to the rest. */
export type NewTable = Pick<Settings, 'game' | 'seats'> & Partial<Settings>;

export const api = {
  catalogue: () => ask<Catalogue>('GET', '/games'),
  me: () => ask<Me>('GET', '/me'),
  become: (name: string) =>
    ask<Known>('POST', '/guests', { name, keep: 'cookie', replace: false } satisfies NewGuest),
  /** A further player on this device: the token is the caller's to keep. */
  becomeAnother: (name: string) =>
    ask<Known>('POST', '/guests', { name, keep: 'token', replace: false } satisfies NewGuest),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  open: (settings: NewTable) => ask<TableInfo>('POST', '/tables', settings),
  publicTables: () => ask<Page>('GET', '/tables?limit=20'),
  myTables: () => ask<MyTables>('GET', '/me/tables?limit=50'),
  myGames: (before?: string | null) =>
    ask<MyGames>('GET', `/me/games?limit=50${before ? `&before=${before}` : ''}`),
  /** Off my list of finished games, or on it again; the lists of others stay as they are. */
  hideGame: (table: string, number: number) => request('DELETE', gamePath(table, number)),
  putBackGame: (table: string, number: number) => request('PUT', gamePath(table, number)),
  /** A finished game at which this browser's guest sat, as it ended. */
  finishedGame: (table: string, number: number) =>
    ask<Sync<AnyView, AnyAction>>('GET', `/tables/${encodeURIComponent(table)}/games/${number}`),
  /** A command without a connection, for a table that is not on screen. */
  command: (table: string, command: Command<never>) =>
    ask<Answer<AnyAction>>('POST', `/tables/${encodeURIComponent(table)}/commands`, {
      id: `list.${Date.now()}`,
      command,
    }),
  byCode: (code: string) => ask<TableInfo>('GET', `/codes/${encodeURIComponent(code)}`),
  byId: (table: string) => ask<TableInfo>('GET', `/tables/${encodeURIComponent(table)}`),
  invitation: (table: string) =>
    ask<{ url: string; qr: string; reachable: boolean }>('GET', `/tables/${encodeURIComponent(table)}/qr`),
  seatLink: (table: string) => ask<NewSeatLink>('POST', `/tables/${encodeURIComponent(table)}/seat-links`),
  /** Undefined when nothing is expected of the caller. */
  hint: async (table: string, token?: string): Promise<HintGiven<AnyAction> | undefined> => {
    const hint = await request('GET', `/tables/${encodeURIComponent(table)}/hint`, undefined, token);
    return hint ? received<HintGiven<AnyAction>>(hint) : undefined;
  },
  /** What happened at a table before an entry, or last of all, as the caller might have seen it. */
  past: (table: string, wanted: Record<string, string>, token?: string) =>
    ask<PastPage>(
      'GET',
      `/tables/${encodeURIComponent(table)}/log?${new URLSearchParams(wanted).toString()}`,
      undefined,
      token,
    ),
  takeSeatLink: (secret: string) => ask<{ table: string }>('POST', '/seat-links/take', { secret }),
};
