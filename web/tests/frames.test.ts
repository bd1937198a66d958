import { deflateRawSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { canInflate, inOrder } from '$lib/net/frames';

const pressed = (value: unknown): ArrayBuffer => new Uint8Array(deflateRawSync(JSON.stringify(value))).buffer;

function socket() {
  const said: unknown[] = [];
  const failed: unknown[] = [];
  const take = inOrder<unknown>(
    (one) => said.push(one),
    (error) => failed.push(error),
  );
  return { said, failed, take };
}

it('hands on text at once', () => {
  const { said, take } = socket();
  take('["one"]');
  expect(said).toEqual([['one']]);
});

it('keeps what comes while a frame is inflated behind it', async () => {
  expect(canInflate()).toBe(true);
  const { said, failed, take } = socket();
  take(pressed(['sync', 'é'.repeat(100_000)]));
  take('["update 1"]');
  take('["update 2"]');
  expect(said).toEqual([]);
  await vi.waitFor(() => expect(said).toHaveLength(3));
  expect(said).toEqual([['sync', 'é'.repeat(100_000)], ['update 1'], ['update 2']]);
  take('["update 3"]');
  expect(said, 'nothing waits any more').toHaveLength(4);
  expect(failed).toEqual([]);
});

it('says which frame cannot be read, and in its turn', async () => {
  const { said, failed, take } = socket();
  take('["half');
  expect(failed).toHaveLength(1);
  take(new Uint8Array([255, 255, 255]).buffer);
  take('["next"]');
  await vi.waitFor(() => expect(said).toEqual([['next']]));
  expect(failed).toHaveLength(2);
});

it('asks for nothing that the browser cannot inflate', () => {
  vi.stubGlobal('DecompressionStream', undefined);
  expect(canInflate()).toBe(false);
  vi.stubGlobal(
    'DecompressionStream',
    class {
      constructor(format: string) {
        if (format === 'deflate-raw') throw new TypeError('unsupported format');
      }
    },
  );
  expect(canInflate()).toBe(false);
  vi.unstubAllGlobals();
});
