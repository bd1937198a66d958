import { expect, test, vi } from 'vitest';
import type { AnyClient } from '$lib/games/registry';
import type { Connection, News } from '$lib/net/connection.svelte';
import { Session } from '$lib/play/session.svelte';
import type { Action, View } from '$lib/protocol/diamant';
import type { Answer, GamePart } from '$lib/protocol/table';

const GO_ON: Action = { type: 'Choose', choice: 'go_on' };
const LEAVE: Action = { type: 'Choose', choice: 'leave' };
const VIEW: View = {
  seat: 0,
  options: { chests: 'open', leftovers: 'together', artifacts: 'none' },
  chests: [0],
  phase: { type: 'Finished' },
  removed: [],
  artifacts_turned: 0,
  takings: [],
};
const part = (legal: readonly Action[]): GamePart<View, Action> => ({
  view: VIEW,
  legal,
  turns: [],
  timers: [],
  banks: [],
});

// Preferences ask the browser, and here is none.
vi.mock('$lib/preferences.svelte', () => ({ preferences: { pace: 'calm', lessMotion: true, locale: 'en' } }));

/** Ada at a table of a game in which every move is shown in these moments. */
function table(moments: readonly { ms: number; view: unknown; great?: boolean }[] = []) {
  let hear: (news: News) => void = () => {};
  let answer: (answer: Answer<Action>) => void = () => {};
  const connection = {
    sequence: 7,
    seat: 0,
    me: 'ada',
    playing: true,
    present: new Set(['ada']),
    table: {
      people: [{ guest: 'ada', name: 'Ada', seat: 0 }],
      chairs: [{ type: 'Held', guest: 'ada', stand_in: null }],
      game_number: 1,
    },
    listen: (listener: (news: News) => void) => {
      hear = listener;
      return () => {};
    },
    send: () => new Promise<Answer<Action>>((resolve) => (answer = resolve)),
  } as unknown as Connection;
  const client = { turnBased: true, steps: () => moments } as unknown as AnyClient;
  const session = new Session(client, connection, part([GO_ON]));
  return {
    session,
    connection,
    hear: (news: News) => hear(news),
    answer: (said: Answer<Action>) => answer(said),
  };
}

test('between an accepted move and the position after it nothing is legal', async () => {
  const { session, hear, answer } = table();
  expect(session.legal).toEqual([GO_ON]);

  const acted = session.act(GO_ON);
  answer({ type: 'Accepted', id: 'one', sequence: 8 });
  await acted;
  expect(session.legal).toEqual([]);

  hear({ kind: 'play', entries: [], game: part([LEAVE]), sequence: 8 });
  expect(session.legal).toEqual([LEAVE]);
});

test('the log waits for what is being drawn', () => {
  vi.useFakeTimers();
  const { session, hear } = table([
    { ms: 300, view: {} },
    { ms: 300, view: {} },
  ]);
  expect(session.shown).toBe(Infinity);
  hear({ kind: 'play', entries: [], game: part([]), sequence: 8 });
  expect(session.shown).toBe(7);
  vi.runAllTimers();
  expect(session.shown).toBe(Infinity);
  vi.useRealTimers();
});

test('a great moment waits for its time or for a tap', () => {
  vi.useFakeTimers();
  const { session, hear } = table([{ ms: 5000, view: {}, great: true }]);
  hear({ kind: 'play', entries: [], game: part([]), sequence: 8 });
  expect(session.great).toBe(true);
  session.skip();
  expect(session.great).toBe(false);
  expect(session.settled).toBe(true);
  vi.useRealTimers();
});

test('a finished game stays as it was while the table goes on to another', () => {
  const { session, hear, connection } = table();
  hear({ kind: 'play', entries: [], game: part([]), sequence: 8 });
  const told = session.log.lines.length;
  Object.assign(connection, {
    seat: 1,
    playing: false,
    table: {
      ...connection.table,
      status: 'lobby',
      game_number: 2,
      chairs: [{ type: 'Empty' }, { type: 'Held', guest: 'ada', stand_in: null }],
    },
  });
  hear({
    kind: 'play',
    entries: [{ sequence: 9, at: 9, sender: 'ada', events: [{ type: 'RematchOffered', game: 2 }] }],
    game: null,
    sequence: 9,
  });
  expect(session.movedOn).toBe('lobby');
  expect(session.seat).toBe(0);
  expect(session.me?.name).toBe('Ada');
  expect(session.people).toHaveLength(1);
  expect(session.log.lines).toHaveLength(told);
  hear({ kind: 'jump', game: part([GO_ON]), sequence: 20 });
  expect(session.legal).toEqual([]);
});
