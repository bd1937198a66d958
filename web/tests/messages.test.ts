import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../messages/', import.meta.url);
const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) as Record<string, unknown>;
const holes = (message: unknown): string[] =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();

describe('messages', () => {
  const files = readdirSync(new URL('en/', folder));

  it('are kept in the same files in both languages', () => {
    expect(readdirSync(new URL('fr/', folder)).sort()).toEqual([...files].sort());
  });

  for (const file of files)
    it(`of ${file} are all there in French and English, with the same gaps to fill`, () => {
      const [english, french] = [read('en', file), read('fr', file)];
      expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
      for (const [key, message] of Object.entries(english)) {
        expect(JSON.stringify(french[key]).length, key).toBeGreaterThan(2);
        for (const hole of holes(french[key])) expect(holes(message), key).toContain(hole);
      }
    });
});
