import { expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('addEventListener', () => {});
const { parse } = await import('$lib/router.svelte');

it('knows its addresses', () => {
  expect(parse('/')).toEqual({ page: 'door' });
  expect(parse('/t/abc123')).toEqual({ page: 'table', code: 'ABC123', screen: false });
  expect(parse('/t/abc123/games/2')).toEqual({ page: 'finished', code: 'ABC123', number: 2 });
  expect(parse('/t/abc123/games/2/coach')).toEqual({ page: 'coach', code: 'ABC123', number: 2 });
  expect(parse('/t/abc123/games/2/replay')).toEqual({ page: 'replay', code: 'ABC123', number: 2 });
  expect(parse('/t/abc123/round')).toEqual({ page: 'round', code: 'ABC123' });
  expect(parse('/deal/aB3')).toEqual({ page: 'deal', code: 'aB3', compare: false });
  expect(parse('/deal/aB3/compare')).toEqual({ page: 'deal', code: 'aB3', compare: true });
  expect(parse('/daily')).toEqual({ page: 'daily', game: null });
  expect(parse('/daily/diamant')).toEqual({ page: 'daily', game: 'diamant' });
  expect(parse('/record')).toEqual({ page: 'record' });
  expect(parse('/t/abc123/games/0')).toEqual({ page: 'lost' });
  expect(parse('/t/abc123/screen')).toEqual({ page: 'table', code: 'ABC123', screen: true });
  expect(parse('/open/diamant')).toEqual({ page: 'open', game: 'diamant' });
  expect(parse('/rules/diamant')).toEqual({ page: 'rules', game: 'diamant' });
  expect(parse('/learn/diamant')).toEqual({ page: 'learn', game: 'diamant' });
  expect(parse('/seat')).toEqual({ page: 'seat' });
});

it('loses its way politely', () => {
  for (const path of ['/nowhere', '/t', '/t/x/y', '/rules/a/b'])
    expect(parse(path)).toEqual({ page: 'lost' });
});
