/** Our rules pages are Markdown of a small, fixed shape; this reads exactly that shape, and makes no HTML. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'em'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'source'; readonly mark: SourceMark };
/** R the published rules, K known components, J our ruling, D our own design. */
export type SourceMark = 'R' | 'K' | 'J' | 'D';

export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** `within`: it goes on with the rule above, after a table of it. */
  | { readonly kind: 'paragraph'; readonly within: boolean; readonly inline: readonly Inline[] }
  /** Explains R, K and J to those who check the law; players are shown only what is our ruling. */
  | { readonly kind: 'marks' }
  | { readonly kind: 'rule'; readonly number: string; readonly inline: readonly Inline[] }
  | { readonly kind: 'item'; readonly inline: readonly Inline[] }
  | { readonly kind: 'table'; readonly head: readonly Inline[][]; readonly rows: readonly Inline[][][] };

const RULE = /^- \*\*([A-Z]{3}-\d+\.\d+)\*\*\s*(.*)$/s;
const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|(?<!\w)_(?<also>[^_]+)_(?!\w)|`(?<code>[^`]+)`|\((?<marks>[RKJD](?:, ?[RKJD])*)\)(?= |$)/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    const { strong, em, also, code, marks } = found.groups ?? {};
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (em ?? also) parts.push({ kind: 'em', text: em ?? also ?? '' });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else
      for (const mark of (marks ?? '').split(/, ?/)) parts.push({ kind: 'source', mark: mark as SourceMark });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** A part of a rule: the game's own words, or what we added to them. */
export interface Part {
  /** Whose it is, where it is ours. */
  readonly ours: 'J' | 'D' | null;
  readonly inline: readonly Inline[];
}

/** A rule as it is read: what the game says, and our additions, each by itself. */
export function parts(inline: readonly Inline[]): Part[] {
  const all: { ours: Part['ours']; inline: Inline[] }[] = [{ ours: null, inline: [] }];
  for (const piece of inline) {
    const last = all.at(-1)!;
    if (piece.kind === 'source') {
      const ours = piece.mark === 'J' || piece.mark === 'D' ? piece.mark : null;
      if (last.inline.length === 0) last.ours = ours;
      else if (ours !== last.ours) all.push({ ours, inline: [] });
    } else if (piece.kind !== 'text' || last.inline.length > 0) last.inline.push(piece);
    else if (piece.text.trim()) last.inline.push({ ...piece, text: piece.text.trimStart() });
  }
  return all.filter(({ inline }) => inline.length > 0);
}

const cells = (row: string): Inline[][] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()));

export function parse(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of chunks(markdown)) {
    const [first = ''] = chunk;
    if (first.startsWith('# ')) blocks.push({ kind: 'title', text: first.slice(2) });
    else if (first.startsWith('## ')) blocks.push({ kind: 'heading', text: first.slice(3) });
    else if (first.startsWith('|')) {
      const [head = '', , ...rows] = chunk;
      blocks.push({ kind: 'table', head: cells(head), rows: rows.map(cells) });
    } else if (first.startsWith('- ')) {
      const whole = chunk.map((line) => line.trim()).join(' ');
      const rule = RULE.exec(whole);
      if (rule) blocks.push({ kind: 'rule', number: rule[1] ?? '', inline: parseInline(rule[2] ?? '') });
      else blocks.push({ kind: 'item', inline: parseInline(whole.slice(2)) });
    } else if (/^(Marks:|Les (marques|signes)\s:)/.test(first)) blocks.push({ kind: 'marks' });
    else {
      const inline = parseInline(chunk.map((line) => line.trim()).join(' '));
      blocks.push({ kind: 'paragraph', within: first.startsWith('  '), inline });
    }
  }
  return blocks;
}

/** Lines that belong together: a paragraph, a heading, a list item with its continuation, a table. */
function chunks(markdown: string): string[][] {
  const all: string[][] = [];
  let current: string[] = [];
  const finish = () => {
    if (current.length) all.push(current);
    current = [];
  };
  for (const line of markdown.split('\n')) {
    const table = line.trim().startsWith('|');
    const inTable = current[0]?.startsWith('|') ?? false;
    if (line.trim() === '') finish();
    else if (line.startsWith('#')) {
      finish();
      all.push([line]);
    } else if (line.startsWith('- ') || table !== inTable) {
      finish();
      current = [table ? line.trim() : line];
    } else current.push(table ? line.trim() : line);
  }
  finish();
  return all;
}
