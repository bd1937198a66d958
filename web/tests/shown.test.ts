import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dated, shownBy, updated, type Shown } from '$lib/net/shown';
import { Misfit } from '$lib/net/patch';
import { GAME_NAMES } from '$lib/games/registry';
import type { AnyAction, AnyEvent, AnyView } from '$lib/protocol/games';
import type { FromServer, Sync, Update } from '$lib/protocol/table';

type Heard = FromServer<AnyView, AnyAction, AnyEvent>;

/** As tests/tables/recorded.py writes it. */
interface Stream {
  readonly viewer: string;
  readonly first: string;
  readonly steps: readonly { readonly frame: readonly Heard[]; readonly whole: Sync<AnyView, AnyAction> }[];
}

/** In protocol 2 and in protocol 3. */
interface Evenings {
  readonly patched: readonly Stream[];
  readonly followed: readonly Stream[];
}

function recorded(game: string): Evenings {
  try {
    return JSON.parse(readFileSync(new URL(`./recorded/${game}.json`, import.meta.url), 'utf8'));
  } catch (cause) {
    throw new Error('scripts/check-web has the server write these games down first', { cause });
  }
}

function heard(shown: Shown | null, message: Heard): Shown | null {
  if (message.type === 'Sync') return shownBy(message);
  return message.type === 'Update' ? updated(shown, message) : shown;
}

describe.each(GAME_NAMES)('a whole evening of %s, move by move, is shown as it is', (game) => {
  const { patched, followed } = recorded(game);
  const told = (protocol: number, streams: readonly Stream[]) =>
    streams.map((stream) => [protocol, stream.viewer, stream] as const);
  const streams = [...told(2, patched), ...told(3, followed)];
  it.each(streams)('in protocol %d to %s', (protocol, _, { first, steps }) => {
    const opening: readonly Heard[] = JSON.parse(inflateRawSync(Buffer.from(first, 'base64')).toString());
    let shown = opening.reduce<Shown | null>(heard, null);
    let patches = 0;
    let without = 0;
    for (const { frame, whole } of steps) {
      shown = frame.reduce(heard, shown);
      patches += frame.filter((message) => message.type === 'Update' && message.patch).length;
      without += frame.filter((message) => message.type === 'Update' && message.followed).length;
      const expected = shownBy(whole);
      // Quick where all is well, in detail where it is not.
      if (!isDeepStrictEqual(shown, expected)) expect(shown).toEqual(expected);
    }
    expect(steps.length).toBeGreaterThan(30);
    expect(patches + without).toBeGreaterThan(steps.length / 2);
    const follows = game === 'saboteur' || game === 'diamant';
    expect(without > 0).toBe(protocol === 3 && follows);
  });
});

describe('an Update', () => {
  const [stream] = recorded('diamant').patched;
  const whole = stream!.steps.at(-2)!.whole;
  const shown = Object.freeze(shownBy(whole));
  const update = (
    given: Partial<Update<AnyView, AnyAction, AnyEvent>>,
  ): Update<AnyView, AnyAction, AnyEvent> => ({
    type: 'Update',
    sequence: shown.sequence + 1,
    at: 17,
    entries: [],
    ...given,
  });

  it('without a patch leaves what is shown', () => {
    const after = updated(shown, update({}));
    expect(after.sequence).toBe(shown.sequence + 1);
    expect(after.table).toBe(shown.table);
    expect(after.game).toBe(shown.game);
    expect(after.chat).toBe(shown.chat);
  });

  it('keeps what its patch does not touch', () => {
    const after = updated(shown, update({ patch: { '~': { game: { '=': { timers: [1] } } } } }));
    expect(after.game).toEqual({ ...shown.game, timers: [1] });
    expect(after.game?.view).toBe(shown.game?.view);
    expect(after.table).toBe(shown.table);
  });

  it('may leave entries out that are nobody else’s business', () => {
    expect(updated(shown, update({ sequence: shown.sequence + 3 })).sequence).toBe(shown.sequence + 3);
  });

  it.each<[string, Shown | null, Partial<Update<AnyView, AnyAction, AnyEvent>>]>([
    ['comes before any Sync', null, {}],
    ['comes a second time', shown, { sequence: shown.sequence }],
    ['is older', shown, { sequence: shown.sequence - 1 }],
    ['begins with what is known', shown, { entries: [{ sequence: shown.sequence, events: [] }] }],
    ['has entries of later', shown, { entries: [{ sequence: shown.sequence + 2, events: [] }] }],
    ['does not fit', shown, { patch: { '=': { table: {} }, '~': { game: { '-': ['outcome?'] } } } }],
  ])('that %s is refused', (_, before, given) => {
    expect(() => updated(before, update(given))).toThrow(Misfit);
    expect(shown).toEqual(shownBy(whole));
  });

  it('gives its time to entries that have none of their own', () => {
    const entries = [
      { sequence: 8, at: 9, events: [] },
      { sequence: 10, events: [] },
    ];
    expect(dated(update({ entries })).map(({ at }) => at)).toEqual([9, 17]);
  });
});
