import { expect, test } from 'vitest';
import type { FinishedInfo, MyTable } from '$lib/protocol/table';
import { overwriteGetLocale } from '$lib/paraglide/runtime.js';
import { isMyTurn, myPlace, placeOf, turnOf, whoWon } from '$lib/table/finished';

overwriteGetLocale(() => 'en');

const finished = (changes: Partial<FinishedInfo>): FinishedInfo => ({
  table: 't',
  code: 'CODE',
  game: 'diamant',
  number: 1,
  ended_at: 0,
  names: ['Ada', 'Bruno', ''],
  bots: ['', '', 'hard'],
  winners: [1],
  scores: [31, 43, 31],
  seat: 0,
  ...changes,
});

test('equal scores share a place', () => {
  expect([0, 1, 2].map((seat) => placeOf([31, 43, 31], seat))).toEqual([2, 1, 2]);
});

test('who won is told by name, and to the winner as such', () => {
  expect(whoWon(finished({}))).toBe('Bruno won with 43 rubies');
  expect(whoWon(finished({ seat: 1 }))).toBe('You won with 43 rubies');
  expect(whoWon(finished({ winners: [0, 1], scores: [43, 43, 2] }))).toBe(
    'You and Bruno won with 43 rubies each',
  );
  expect(whoWon(finished({ winners: [2], scores: [1, 2, 3] }))).toBe('Cléo won with 3 rubies');
  overwriteGetLocale(() => 'fr');
  expect(whoWon(finished({ winners: [1, 2] }))).toBe('Bruno et Cléo ont gagné avec 43 rubis chacun');
  expect(whoWon(finished({ seat: 1 }))).toBe('Tu as gagné avec 43 rubis');
  overwriteGetLocale(() => 'en');
});

test('my own place is there unless I left', () => {
  expect(myPlace(finished({}))).toBe('You: place 2 of 3, 31 rubies');
  expect(myPlace(finished({ seat: null }))).toBe('You left before the end');
});

const playing = (changes: Partial<MyTable>): MyTable => ({
  id: 't',
  code: 'CODE',
  game: 'saboteur',
  status: 'playing',
  public: false,
  seats: 3,
  taken: 3,
  host: 'Ada',
  players: ['Ada', 'Bruno', 'hard'],
  clock: { type: 'NoClock' },
  watch: 'public',
  opened_at: 0,
  changed_at: 0,
  seat: 0,
  to_act: [0],
  ...changes,
});

test('whose turn it is in a game that goes on', () => {
  expect(turnOf(playing({}))).toBe('Your turn');
  expect(isMyTurn(playing({}))).toBe(true);
  expect(turnOf(playing({ to_act: [1] }))).toBe('Bruno’s turn');
  expect(turnOf(playing({ to_act: [2] }))).toBe('Cléo’s turn');
  expect(turnOf(playing({ to_act: [1, 2] }))).toBe('Waiting for 2 players');
  expect(turnOf(playing({ to_act: [] }))).toBe('Between two rounds');
  expect(turnOf(playing({ seat: null, to_act: null }))).toBe('In play');
  expect(turnOf(playing({ status: 'lobby', taken: 2 }))).toBe('2 of 3 seated');
  expect(isMyTurn(playing({ to_act: [1] }))).toBe(false);
});
