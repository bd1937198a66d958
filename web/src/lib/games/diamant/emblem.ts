import { drawGem, type Pen } from '$lib/play/gem';

/** Stones of all colours. */
export function emblem(pen: Pen, x: number, y: number): void {
  drawGem(pen, 'quartz', x - 132, y + 26, 92);
  drawGem(pen, 'ruby', x + 132, y + 26, 92);
  drawGem(pen, 'sapphire', x - 62, y + 44, 76);
  drawGem(pen, 'emerald', x + 62, y + 44, 76);
  drawGem(pen, 'ruby', x, y - 6, 132);
}
