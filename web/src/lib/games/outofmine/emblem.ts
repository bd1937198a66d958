import type { GemName } from '$lib/art/gems';
import { drawGem, type Pen } from '$lib/play/gem';

/** Crystals in their grid. */
export function emblem(pen: Pen, x: number, y: number): void {
  const tiles: readonly (readonly [number, number, GemName])[] = [
    [-1.5, -0.5, 'ruby'],
    [-0.5, -0.5, 'ruby'],
    [0.5, -0.5, 'emerald'],
    [1.5, -0.5, 'sapphire'],
    [-1.5, 0.5, 'amber'],
    [-0.5, 0.5, 'emerald'],
    [0.5, 0.5, 'emerald'],
    [1.5, 0.5, 'sapphire'],
  ];
  for (const [across, down, gem] of tiles) {
    pen.fillStyle = 'rgb(255 226 170 / 0.08)';
    pen.fillRect(x + across * 84 - 40, y + down * 84 - 40, 80, 80);
    drawGem(pen, gem, x + across * 84, y + down * 84, 64);
  }
}
