import { describe, expect, it } from 'vitest';
import { Misfit, patched } from '$lib/net/patch';
import type { Json, Patch } from '$lib/protocol/table';

/** Mulberry32: the same values on every machine. */
function seeded(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const NAMES = ['a', 'b', '=', '~', '-', '0', '1', '-1', '__proto__', 'constructor', 'length'];

function anyValue(below: (most: number) => number, depth = 3): Json {
  switch (below(depth > 0 ? 7 : 4)) {
    case 0:
      return null;
    case 1:
      return below(2) === 0;
    case 2:
      return below(4);
    case 3:
      return ['', 'x', 'y'][below(3)]!;
    case 4:
    case 5:
      return Array.from({ length: below(5) }, () => anyValue(below, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: below(4) }, () => [NAMES[below(NAMES.length)], anyValue(below, depth - 1)]),
      );
  }
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !isArray(value);
const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The plainest way to say what became of `old`: null where nothing short of the new value says it. */
function difference(old: Json, now: Json): Patch | null {
  if (isArray(old) && isArray(now)) {
    if (old.length === now.length) return byName(Object.entries(old), Object.entries(now));
    const start = Math.max(
      0,
      old.findIndex((value, index) => index >= now.length || !same(value, now[index]!)),
    );
    const from = old.every((value, index) => index < now.length && same(value, now[index]!))
      ? old.length
      : start;
    return [from, old.length - from, ...now.slice(from)];
  }
  return isObject(old) && isObject(now) ? byName(Object.entries(old), Object.entries(now)) : null;
}

function byName(old: [string, Json][], now: [string, Json][]): Patch {
  const before = new Map(old);
  const changed = now.filter(([name, value]) => !before.has(name) || !same(before.get(name)!, value));
  const inner = changed.flatMap(([name, value]): [string, Patch][] => {
    const found = before.has(name) ? difference(before.get(name)!, value) : null;
    return found ? [[name, found]] : [];
  });
  const after = new Set(now.map(([name]) => name));
  const gone = old.map(([name]) => name).filter((name) => !after.has(name));
  const set = changed.filter(([name]) => !inner.some(([other]) => other === name));
  return {
    ...(set.length ? { '=': Object.fromEntries(set) } : {}),
    ...(inner.length ? { '~': Object.fromEntries(inner) } : {}),
    ...(gone.length ? { '-': gone } : {}),
  };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** Every part of `value` that `patch` says nothing about is the very same in `after`. */
function expectShared(value: Json, patch: Patch, after: Json): void {
  if (isArray(value) && Array.isArray(patch)) {
    const [start] = patch;
    value.slice(0, start).forEach((one, index) => expect((after as Json[])[index]).toBe(one));
    return;
  }
  const { '=': set = {}, '~': inner = {}, '-': gone = [] } = patch as Exclude<Patch, readonly unknown[]>;
  const entries = new Map(Object.entries(after as object));
  for (const [name, one] of Object.entries(value as object)) {
    if (Object.hasOwn(inner, name)) expectShared(one, inner[name]!, entries.get(name));
    else if (!Object.hasOwn(set, name) && !gone.includes(name)) expect(entries.get(name)).toBe(one);
  }
}

describe('a patch', () => {
  it('makes the new of the old, changes neither, and keeps what it does not touch', () => {
    const below = seeded(12);
    let applied = 0;
    for (let round = 0; round < 4000; round += 1) {
      const common = anyValue(below);
      const old = frozen<Json>({ common, one: anyValue(below), list: [anyValue(below), anyValue(below)] });
      const now: Json = JSON.parse(
        JSON.stringify({
          common,
          one: anyValue(below),
          list: [anyValue(below), (old as { list: Json[] }).list[1]],
        }),
      );
      const patch = frozen(difference(old, now)!);
      const after = patched(old, patch);
      expect(JSON.stringify(sorted(after))).toBe(JSON.stringify(sorted(now)));
      expectShared(old, patch, after);
      if (JSON.stringify(patch) !== '{}') applied += 1;
    }
    expect(applied).toBeGreaterThan(3000);
  });

  it('of something else is refused or harmless', () => {
    const below = seeded(7);
    let refused = 0;
    for (let round = 0; round < 4000; round += 1) {
      const patch = difference(anyValue(below), anyValue(below));
      const value = frozen(anyValue(below));
      if (!patch) continue;
      try {
        patched(value, frozen(patch));
      } catch (error) {
        expect(error).toBeInstanceOf(Misfit);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(200);
  });

  it.each<[string, Json, Patch, Json]>([
    ['appends', [1, 2], [2, 0, 3], [1, 2, 3]],
    ['takes out', [1, 2, 3], [1, 1], [1, 3]],
    ['puts in place', [5, 6, 7], [1, 1, 8, 9], [5, 8, 9, 7]],
    ['sets an index', [5, 6, 7], { '=': { '1': 8 } }, [5, 8, 7]],
    ['goes into an index', [{ a: 1 }], { '~': { '0': { '=': { a: null } } } }, [{ a: null }]],
    ['sets and takes out names', { a: 1, b: 2 }, { '=': { c: null }, '-': ['a'] }, { b: 2, c: null }],
    [
      'goes into a name',
      { a: { b: [1] }, c: 2 },
      { '~': { a: { '~': { b: [1, 0, 2] } } } },
      { a: { b: [1, 2] }, c: 2 },
    ],
  ])('%s', (_, value, patch, after) => {
    expect(patched(frozen(value), patch)).toEqual(after);
  });

  it('sets what is called like something every object has as any other name', () => {
    const name = '__proto__';
    const after = patched<unknown>({}, JSON.parse(`{"=": {"${name}": {"polluted": true}}}`));
    expect(JSON.stringify(after)).toBe(`{"${name}":{"polluted":true}}`);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
  });

  it.each<[string, Json, unknown]>([
    ['a splice of an object', { a: 1 }, [0, 1]],
    ['a splice behind the end', [1, 2], [3, 0, 4]],
    ['a splice that takes more than there is', [1, 2], [1, 2]],
    ['a splice from before the beginning', [1, 2], [-1, 1]],
    ['half a splice', [1, 2], [1]],
    ['a splice from nowhere', [1, 2], ['1', 1]],
    ['an index behind the end', [1, 2], { '=': { '2': 3 } }],
    ['a negative index', [1, 2], { '=': { '-1': 3 } }],
    ['an index written otherwise', [1, 2], { '=': { '01': 3 } }],
    ['a name in an array', [1, 2], { '=': { length: 0 } }],
    ['a patch of an index that is not there', [[1]], { '~': { '1': [0, 1] } }],
    ['something taken out of an array by name', [1, 2], { '-': ['0'] }],
    ['a name to patch that is not there', { a: [1] }, { '~': { b: [0, 1] } }],
    ['a name that every object has', { a: [1] }, { '~': { constructor: { '=': { a: 1 } } } }],
    ['a name to take out that is not there', { a: 1 }, { '-': ['b'] }],
    ['a patch of a number', { a: 1 }, { '~': { a: { '=': { b: 1 } } } }],
    ['a patch of nothing', { a: null }, { '~': { a: [0, 0, 1] } }],
    ['a part that patches do not have', { a: 1 }, { '+': { b: 1 } }],
    ['a whole value in place of a patch', { a: { b: 1 } }, { '~': { a: { b: 2 } } }],
    ['no patch at all', { a: { b: 1 } }, { '~': { a: null } }],
    ['a word', { a: { b: 1 } }, { '~': { a: 'b' } }],
  ])('that is %s is refused', (_, value, patch) => {
    expect(() => patched(frozen(value), patch as Patch)).toThrow(Misfit);
  });
});

/** Names in order: objects are equal whatever the order in which their names came. */
function sorted(value: Json): Json {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
