import { expect, it } from 'vitest';
import { check, newNonce } from '$lib/chance';
import type { Result } from '$lib/protocol/table';

/** Made by filon.tables.chance: secret 00..1f, two nonces. */
const result: Result = {
  game: 1,
  outcome: { winners: [0], reason: '', scores: [], tally: {} },
  secret: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  nonces: ['00112233445566778899aabbccddeeff', '00000000000000000000000000000000'],
  seed: 'e0fb72f99f3fbdf3eb1559c819f4132c94a066de4064e774d4a42bcc9778ea46',
};

it('finds an honest deal honest', async () => {
  const found = await check(result, result.commitment, result.nonces[0]!);
  expect(found).toEqual({ commitment: true, seed: true, mine: true });
});

it('finds another secret, another seed and a missing number', async () => {
  expect((await check({ ...result, secret: '11'.repeat(32) }, null, null)).commitment).toBe(false);
  expect((await check(result, 'ab'.repeat(32), null)).commitment).toBe(false);
  expect((await check({ ...result, seed: '00'.repeat(32) }, null, null)).seed).toBe(false);
  expect((await check(result, null, 'f'.repeat(32))).mine).toBe(false);
});

it('makes numbers that the server accepts', () => {
  expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(newNonce()).not.toBe(newNonce());
});
