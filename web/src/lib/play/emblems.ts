import type { GameName } from '../games/registry';
import { FACETS, OUTLINES, type GemName } from '../art/gems';

type Pen = CanvasRenderingContext2D;

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

/** What a game is known by, about a point: a junction of paths, stones, a turning castle, a crystal in its grid. */
export const drawEmblem: Record<GameName, (pen: Pen, x: number, y: number) => void> = {
  saboteur(pen, x, y) {
    for (const [across, down] of [
      [-1, 0],
      [0, 0],
      [1, 0],
    ] as const)
      card(pen, x + across * 118, y + down * 118, across);
    drawGem(pen, 'amber', x, y, 58);
  },
  diamant(pen, x, y) {
    drawGem(pen, 'quartz', x - 132, y + 26, 92);
    drawGem(pen, 'ruby', x + 132, y + 26, 92);
    drawGem(pen, 'sapphire', x - 62, y + 44, 76);
    drawGem(pen, 'emerald', x + 62, y + 44, 76);
    drawGem(pen, 'ruby', x, y - 6, 132);
  },
  labyrinth(pen, x, y) {
    [118, 88, 58, 28].forEach((radius, ring) => {
      pen.lineWidth = 17;
      pen.strokeStyle = ring % 2 ? '#8d87b4' : '#d8c39a';
      pen.beginPath();
      pen.arc(x, y, radius, ring * 1.1 + 0.25, ring * 1.1 + Math.PI * 2 - 0.25);
      pen.stroke();
      pen.lineWidth = 4;
      pen.strokeStyle = '#4a3420';
      pen.beginPath();
      pen.arc(x, y, radius + 12, ring * 1.1 + 0.25, ring * 1.1 + Math.PI * 2 - 0.25);
      pen.stroke();
    });
    drawGem(pen, 'sapphire', x, y, 44);
  },
  outofmine(pen, x, y) {
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
  },
};

/** A path card: rock, a trodden way across it, and one up or down. */
function card(pen: Pen, x: number, y: number, branch: number): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = '#40362c';
  pen.strokeStyle = '#1a1209';
  pen.lineWidth = 4;
  pen.beginPath();
  pen.roundRect(-56, -72, 112, 144, 10);
  pen.fill();
  pen.stroke();
  pen.clip();
  for (const [width, colour] of [
    [52, '#5b4029'],
    [40, '#d9b67c'],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo(-56, 0);
    pen.lineTo(56, 0);
    if (branch) {
      pen.moveTo(0, 0);
      pen.lineTo(0, branch * 72);
    }
    pen.stroke();
  }
  pen.restore();
}
