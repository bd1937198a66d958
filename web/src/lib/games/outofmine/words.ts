import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import type { Colour, Find, Gallery, Placed, Removed, Shape, Side, Tile } from '$lib/protocol/outofmine';
import { BOARD_SPAN } from '$lib/protocol/outofmine';
import { squareAt, squareName } from './grid';
import { COLOUR_OF } from './pieces';

export const listed = (words: readonly string[]): string => new Intl.ListFormat(getLocale()).format(words);

export function colourName(colour: Colour): string {
  return {
    yellow: m.outofmine_yellow,
    blue: m.outofmine_blue,
    green: m.outofmine_green,
    red: m.outofmine_red,
    white: m.outofmine_white,
  }[colour]();
}

export function findName(find: Find): string {
  return {
    plain: m.outofmine_plain,
    gold: m.outofmine_gold,
    silver: m.outofmine_silver,
    worm: m.outofmine_worm,
    rat: m.outofmine_rat,
  }[find]();
}

export const sideName = (side: Side): string => (side === 'front' ? m.outofmine_front() : m.outofmine_back());

/** "red L" or "red L with gold". */
export function tileName({ shape, find }: Tile): string {
  const name = m.outofmine_tile({ colour: colourName(COLOUR_OF[shape]), letter: letterOf(shape) });
  return find === 'plain' ? name : m.outofmine_tile_with({ tile: name, find: findName(find) });
}
export const letterOf = (shape: Shape): string => shape.slice(0, 1);

export function faultName(fault: Removed['fault']): string {
  return {
    'over the edge': m.outofmine_fault_edge,
    'wrong colour': m.outofmine_fault_colour,
    'one too many': m.outofmine_fault_many,
  }[fault]();
}

export const signed = (points: number): string =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';

/** A board row by row, for those who do not see it; rows of nothing but rock are left out. */
export function rowsInWords(gallery: Gallery, placed: readonly Placed[]): readonly string[] {
  const inside = new Set(gallery.squares);
  const elves = new Map(gallery.elves.map(({ square, colour }) => [square, colour]));
  const rows: string[] = [];
  for (let row = 0; row < BOARD_SPAN; row += 1) {
    const parts: { words: string; from: number; to: number }[] = [];
    for (let column = 0; column < BOARD_SPAN; column += 1) {
      const square = squareAt(row, column);
      const tile = placed.find(({ squares }) => squares.includes(square))?.tile;
      if (!tile && !inside.has(square)) continue;
      const what = tile ? tileName(tile) : m.outofmine_empty_square();
      const words = tile && !inside.has(square) ? m.outofmine_on_rock({ tile: what }) : what;
      const last = parts.at(-1);
      if (last && last.words === words && last.to === square - 1) last.to = square;
      else parts.push({ words, from: square, to: square });
    }
    if (!parts.length) continue;
    const spoken = parts.map(({ words, from, to }) =>
      m.outofmine_row_part({
        where:
          from === to
            ? squareName(from)
            : m.outofmine_from_to({ from: squareName(from), to: squareName(to) }),
        what: words,
      }),
    );
    rows.push(m.outofmine_row({ row: row + 1, parts: spoken.join(', ') }));
  }
  if (elves.size)
    rows.push(
      m.outofmine_elves_at({
        elves: listed(
          [...elves].map(([square, colour]) =>
            m.outofmine_elf_at({ colour: colourName(colour), where: squareName(square) }),
          ),
        ),
      }),
    );
  return rows;
}
