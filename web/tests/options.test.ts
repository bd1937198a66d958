import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../src/lib/protocol/table';
import { offered } from '../src/lib/table/options';

type OptionInfo = GameInfo['options'][number];

const option = (told: Partial<OptionInfo>): OptionInfo => ({
  name: 'wax',
  default: null,
  description: 'How much wax',
  rule: 'CAN-4.2',
  values: [],
  least: null,
  most: null,
  ...told,
});
const one = (game: string, told: Partial<OptionInfo>) => offered(game, [option(told)])[0]!;

describe('options of a game that this client was built without', () => {
  it('are called as the server does', () => {
    const { label, values } = one('candles', { values: ['per_card', 'together'] });
    expect(label).toBe('How much wax');
    expect(values.map(({ label }) => label)).toEqual(['per card', 'together']);
  });
  it('offers each of a few numbers', () => {
    const { values, between } = one('candles', { default: 3, least: 1, most: 6 });
    expect(values.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(between).toBeNull();
  });
  it('asks for one of many numbers, which may be left out where the law says so', () => {
    expect(one('candles', { default: 6, least: 2, most: 20 })).toMatchObject({
      values: [],
      between: [2, 20],
    });
    const { values, between } = one('candles', { values: [null], least: 10, most: 86_400 });
    expect(values).toEqual([{ value: null, label: '–' }]);
    expect(between).toEqual([10, 86_400]);
  });
});

it('numbers of our own games are offered by words', () => {
  const limit = { name: 'round_limit', default: 300, values: [null], least: 10, most: 86_400 };
  const { values, between } = one('outofmine', limit);
  expect(between).toBeNull();
  expect(values.length).toBeGreaterThan(2);
});
