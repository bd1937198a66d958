import { drawGem, type Pen } from './gem';

type Emblem = (pen: Pen, x: number, y: number) => void;
const emblems = import.meta.glob<Emblem>('../games/*/emblem.ts', { import: 'emblem' });

/** What a game is known by, about a point: its own folder's `emblem.ts`, or the house's amber. */
export async function emblemOf(game: string): Promise<Emblem> {
  return (
    (await emblems[`../games/${game}/emblem.ts`]?.()) ?? ((pen, x, y) => drawGem(pen, 'amber', x, y, 150))
  );
}
