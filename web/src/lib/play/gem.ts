import { FACETS, OUTLINES, type GemName } from '../art/gems';

export type Pen = CanvasRenderingContext2D;

const GEM_COLOURS: Record<GemName, string> = {
  ruby: '#d1345b',
  amber: '#f2a516',
  emerald: '#2fa36b',
  sapphire: '#3a7bd5',
  quartz: '#e9e4da',
};
const SHADES = ['#1a0810', '#1a0810', '', '#ffffff', '#ffffff', '#ffffff'] as const;
const STRENGTH = [0.44, 0.22, 0, 0.17, 0.4, 0.76] as const;

/** A gem as everywhere else in the house, its facets in the light from above left. */
export function drawGem(pen: Pen, gem: GemName, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x - size / 2, y - size / 2);
  pen.scale(size / 32, size / 32);
  const outline = new Path2D(OUTLINES[gem]);
  pen.fillStyle = GEM_COLOURS[gem];
  pen.fill(outline);
  for (const [shape, light] of FACETS[gem]) {
    if (light === 0) continue;
    pen.globalAlpha = STRENGTH[light + 2] ?? 0;
    pen.fillStyle = SHADES[light + 2] ?? '';
    pen.fill(new Path2D(shape));
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = 'rgb(26 15 8 / 0.6)';
  pen.lineWidth = 1.2;
  pen.stroke(outline);
  pen.restore();
}
