import type { MineView, Tile } from '$lib/protocol/outofmine';
import { sameTile, tileKey } from './ahead';

const all = ({ mine }: MineView): readonly Tile[] => [
  ...mine.placed.map(({ tile }) => tile),
  ...(mine.hand ? [mine.hand] : []),
  ...(mine.second ? [mine.second] : []),
];
const count = (mine: MineView, tile: Tile): number =>
  all(mine).filter((other) => sameTile(other, tile)).length;

/** Which tiles have come to somebody between two positions of a round, by `tileKey`, and to whom. */
export function taken(
  before: readonly MineView[],
  now: readonly MineView[],
): readonly (readonly [string, number])[] {
  if (before.length !== now.length) return [];
  return now.flatMap((mine, seat) => {
    const old = before[seat];
    const tile = mine.mine.hand;
    return old && tile && count(mine, tile) > count(old, tile) ? [[tileKey(tile), seat] as const] : [];
  });
}

/** Who has a tile of which none is left: the last who took one, or else whoever holds it or laid it. */
export function holder(mines: readonly MineView[], tile: Tile, last: number | null): number | null {
  const having = mines.flatMap((mine, seat) => (count(mine, tile) ? [seat] : []));
  if (last !== null && having.includes(last)) return last;
  const inHand = having.find((seat) => {
    const { hand, second } = mines[seat]!.mine;
    return [hand, second].some((other) => other && sameTile(other, tile));
  });
  return inHand ?? having[0] ?? null;
}
