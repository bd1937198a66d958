import type { Component } from 'svelte';
import { request } from '../net/api';
import { parse, type Block } from './parse';

/** English is the very text that the law's code and tests cite; French stands beside each board. */
const english = import.meta.glob<string>('../../../../src/filon/games/*/RULES.md', {
  query: '?raw',
  import: 'default',
});
const french = import.meta.glob<string>('../games/*/rules.fr.md', { query: '?raw', import: 'default' });

/** Drawings by the number of the rule they go with; each says itself what it shows. */
export type Illustrations = Readonly<Record<string, Component>>;
const illustrations = import.meta.glob<Illustrations>('../games/*/illustrations.ts', { import: 'default' });

export function illustrationsOf(game: string): Promise<Illustrations> {
  return illustrations[`../games/${game}/illustrations.ts`]?.() ?? Promise.resolve({});
}

export interface RulesText {
  readonly blocks: readonly Block[];
  readonly locale: 'fr' | 'en';
}

/** The rules in the reader's language, or in English where they are not translated. */
export async function rulesOf(game: string, locale: 'fr' | 'en'): Promise<RulesText> {
  const translated = french[`../games/${game}/rules.fr.md`];
  const original = english[`../../../../src/filon/games/${game}/RULES.md`];
  if (locale === 'fr' && translated) return { blocks: parse(await translated()), locale: 'fr' };
  // A game that this client was built without: its server knows the rules.
  const text = original ? await original() : await request('GET', `/games/${encodeURIComponent(game)}/rules`);
  return { blocks: parse(text), locale: 'en' };
}
