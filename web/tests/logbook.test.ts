import { describe, expect, it, vi } from 'vitest';
import type { Entry, PastPage } from '$lib/net/shown';
import { LogBook } from '$lib/play/logbook.svelte';
import type { AnyEvent } from '$lib/protocol/games';
import type { GameStarted, SeenEvent } from '$lib/protocol/table';

const entry = (sequence: number, ...events: SeenEvent<AnyEvent>[]): Entry => ({
  sequence,
  at: sequence,
  sender: 'g',
  events,
});
const started = (game: number): GameStarted => ({ type: 'Started', game });
const numbers = (book: LogBook) => book.lines.map(({ sequence }) => sequence);

/** A server with this log, which answers when it is told to. */
function server(log: readonly Entry[], size = 3) {
  const asked: { before: number | null; answer: () => void; fail: () => void }[] = [];
  const past = (before: number | null) =>
    new Promise<PastPage>((resolve, reject) => {
      const found = log.filter(({ sequence }) => before === null || sequence < before).slice(-size);
      const first = found[0]?.sequence ?? 0;
      asked.push({
        before,
        answer: () => resolve({ entries: found, ...(first > 1 ? { before: first } : {}) }),
        fail: () => reject(new Error('no network')),
      });
    });
  return { past, asked };
}

describe('the log book', () => {
  it('goes back page by page and stops where this game began', async () => {
    const log = [
      entry(1, started(1)),
      entry(2),
      entry(3, started(2)),
      entry(4),
      entry(5),
      entry(6),
      entry(7),
    ];
    const { past, asked } = server(log);
    const book = new LogBook(2, past);
    for (const [before, known] of [
      [null, [5, 6, 7]],
      [5, [3, 4, 5, 6, 7]],
    ] as const) {
      const page = book.back();
      expect(asked.at(-1)?.before).toBe(before);
      asked.at(-1)?.answer();
      await page;
      expect(numbers(book)).toEqual(known);
    }
    expect(book.more).toBe(false);
    await book.back();
    expect(asked).toHaveLength(2);
  });

  it('goes on behind a page that holds nothing for these eyes', async () => {
    const asked: (number | null)[] = [];
    const pages: PastPage[] = [
      { entries: [entry(9)], before: 7 },
      { entries: [], before: 4 },
      { entries: [entry(2), entry(3)], before: 2 },
    ];
    const book = new LogBook(1, (before) => {
      asked.push(before);
      return Promise.resolve(pages[asked.length - 1] ?? { entries: [] });
    });
    await book.back();
    await book.back();
    expect(asked).toEqual([null, 7, 4]);
    expect(numbers(book)).toEqual([2, 3, 9]);
    expect(book.more).toBe(true);
  });

  it('knows each entry once, whatever was told while a page was on its way', async () => {
    const { past, asked } = server([entry(1, started(1)), entry(2), entry(3)]);
    const book = new LogBook(1, past);
    const page = book.back();
    book.note([entry(3), entry(4)]);
    asked[0]?.answer();
    await page;
    expect(numbers(book)).toEqual([1, 2, 3, 4]);
  });

  it('asks once at a time, and again after a failure', async () => {
    const { past, asked } = server([entry(1, started(1))]);
    const book = new LogBook(1, past);
    const first = book.back();
    await book.back();
    expect(asked).toHaveLength(1);
    asked[0]?.fail();
    await first;
    expect(book.more).toBe(true);
    const second = book.back();
    asked[1]?.answer();
    await second;
    expect(numbers(book)).toEqual([1]);
  });

  it('drops a page that answers for the time before a gap', async () => {
    const { past, asked } = server([entry(1, started(1)), entry(2)]);
    const book = new LogBook(1, past);
    const page = book.back();
    book.forget();
    asked[0]?.answer();
    await page;
    expect(numbers(book)).toEqual([]);
    expect(book.loading).toBe(false);
  });

  it('reads on to the deal by itself, and waits where too much was asked', async () => {
    vi.useFakeTimers();
    const log = Array.from({ length: 9 }, (_, index) =>
      index === 0 ? entry(1, started(1)) : entry(index + 1),
    );
    let calls = 0;
    const book = new LogBook(1, (before) => {
      calls += 1;
      if (calls === 2) return Promise.reject(new Error('too fast'));
      const found = log.filter(({ sequence }) => before === null || sequence < before).slice(-4);
      const first = found[0]?.sequence ?? 1;
      return Promise.resolve({ entries: found, ...(first > 1 ? { before: first } : {}) });
    });
    const read = book.all(() => true);
    await vi.runAllTimersAsync();
    await read;
    expect(numbers(book)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(calls).toBe(4);
    vi.useRealTimers();
  });
});
