import type { ObjectPatch, Patch, Splice } from '../protocol/table';

/** What came was made for another picture than the one that is shown here. */
export class Misfit extends Error {}

/**
 * The newer value, from the older one and a patch (docs/protocol.md). Neither is changed, and what the patch does not touch
 * is the very same object afterwards. A patch that does not fit is a `Misfit`: there is no newer value then. That the
 * newer one is of the older one's type is the server's word, like all that it sends.
 */
export function patched<T>(value: T, patch: Patch): T;
export function patched(value: unknown, patch: Patch): unknown {
  if (!isPart(value) || !isPart(patch)) throw new Misfit(`a patch ${String(patch)} of ${String(value)}`);
  if (isSplice(patch)) return spliced(value, patch);
  for (const part in patch) if (!PARTS.has(part)) throw new Misfit(`a patch has no part ${part}`);
  return Array.isArray(value) ? byIndex(value, patch) : byName(value, patch);
}

const PARTS: ReadonlySet<string> = new Set(['=', '~', '-']);

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isSplice = (patch: Patch): patch is Splice => Array.isArray(patch);

function spliced(value: object, [start, deleted, ...inserted]: Splice): unknown[] {
  const fits =
    Array.isArray(value) && isIndex(start, value.length + 1) && isIndex(deleted, value.length - start + 1);
  if (!fits) throw new Misfit(`nothing to put in place of ${deleted} from ${start} on`);
  return value.toSpliced(start, deleted, ...inserted);
}

function byIndex(value: readonly unknown[], patch: ObjectPatch): unknown[] {
  if (patch['-']) throw new Misfit('an array loses nothing by name');
  const fresh = [...value];
  const place = (name: string): number => {
    if (!isIndex(Number(name), value.length) || name !== String(Number(name)))
      throw new Misfit(`no index ${name}`);
    return Number(name);
  };
  for (const [name, inner] of Object.entries(patch['~'] ?? {}))
    fresh[place(name)] = patched(value[place(name)], inner);
  for (const [name, whole] of Object.entries(patch['='] ?? {})) fresh[place(name)] = whole;
  return fresh;
}

/** By way of a map: a name that came over the network may be `__proto__`. */
function byName(value: object, patch: ObjectPatch): object {
  const fresh = new Map<string, unknown>(Object.entries(value));
  for (const name of patch['-'] ?? [])
    if (!fresh.delete(name)) throw new Misfit(`no name ${name} to take out`);
  for (const [name, inner] of Object.entries(patch['~'] ?? {})) {
    if (!fresh.has(name)) throw new Misfit(`no name ${name} to patch`);
    fresh.set(name, patched(fresh.get(name), inner));
  }
  for (const [name, whole] of Object.entries(patch['='] ?? {})) fresh.set(name, whole);
  return Object.fromEntries(fresh);
}

const isIndex = (index: number, length: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < length;
