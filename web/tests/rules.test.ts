import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseInline, parts } from '$lib/rules/parse';

const laws = new URL('../../src/filon/games/', import.meta.url);
const boards = new URL('../src/lib/games/', import.meta.url);
const numbers = (text: string): string[] =>
  parse(text).flatMap((block) => (block.kind === 'rule' ? [block.number] : []));
const files = (folder: URL, name: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(name));

describe('rules pages', () => {
  it('read our Markdown: rules with numbers, rulings marked', () => {
    const [title, rule] = parse('# Diamant\n\n- **DIA-2.4** (R) All at once. (J) You\n  may change.\n');
    expect(title).toEqual({ kind: 'title', text: 'Diamant' });
    expect(rule).toMatchObject({ kind: 'rule', number: 'DIA-2.4' });
    expect(rule?.kind === 'rule' && rule.inline.filter((part) => part.kind === 'source')).toEqual([
      { kind: 'source', mark: 'R' },
      { kind: 'source', mark: 'J' },
    ]);
  });

  it('tell our additions apart from what the game says', () => {
    const said = (text: string) =>
      parts(parseInline(text)).map(({ ours, inline }) => [
        ours,
        inline.map((piece) => ('text' in piece ? piece.text : '')).join(''),
      ]);
    expect(said('(R) All at *once*. (J) You may change.')).toEqual([
      [null, 'All at once. '],
      ['J', 'You may change.'],
    ]);
    expect(said('(J) Ours alone.')).toEqual([['J', 'Ours alone.']]);
    expect(said('(R, K) Written down. (R) Both of it.')).toEqual([[null, 'Written down.  Both of it.']]);
  });

  for (const path of [...files(laws, 'RULES.md'), ...files(boards, 'rules.fr.md')])
    it(`begin each chapter of ${path} as a person would tell it`, () => {
      const blocks = parse(readFileSync(new URL(path, path.endsWith('.fr.md') ? boards : laws), 'utf8'));
      blocks.forEach((block, at) => {
        if (block.kind === 'heading') expect(blocks[at + 1]?.kind).toMatch(/paragraph|item/);
      });
    });

  for (const path of [...files(laws, 'RULES.md'), ...files(boards, 'rules.fr.md')])
    it(`add to a rule of ${path} in whole sentences`, () => {
      const blocks = parse(readFileSync(new URL(path, path.endsWith('.fr.md') ? boards : laws), 'utf8'));
      for (const block of blocks)
        if (block.kind === 'rule')
          for (const { inline } of parts(block.inline).slice(0, -1)) {
            const last = inline.at(-1);
            expect(last && 'text' in last ? last.text.trimEnd() : '').toMatch(/[.:!?]$/);
          }
    });

  it('do not take brackets in a sentence for a mark', () => {
    expect(parseInline('three (J) and (Ruby)').filter(({ kind }) => kind === 'source')).toHaveLength(1);
  });

  it('stress words with either sign, and leave names with underscores alone', () => {
    expect(parseInline('*that*, not _what_, in stone_SW')).toEqual([
      { kind: 'em', text: 'that' },
      { kind: 'text', text: ', not ' },
      { kind: 'em', text: 'what' },
      { kind: 'text', text: ', in stone_SW' },
    ]);
  });

  for (const path of files(laws, 'RULES.md'))
    it(`keep every rule of ${path}`, () => {
      const text = readFileSync(new URL(path, laws), 'utf8');
      const written = [...text.matchAll(/^- \*\*([A-Z]{3}-\d+\.\d+)\*\*/gm)].map(([, number]) => number);
      expect(numbers(text)).toEqual(written);
      expect(written.length).toBeGreaterThan(10);
    });

  for (const path of files(boards, 'rules.fr.md'))
    it(`say the same rules in French in ${path}`, () => {
      const game = path.split('/')[0] ?? '';
      const french = numbers(readFileSync(new URL(path, boards), 'utf8'));
      expect(french).toEqual(numbers(readFileSync(new URL(`${game}/RULES.md`, laws), 'utf8')));
    });
});
