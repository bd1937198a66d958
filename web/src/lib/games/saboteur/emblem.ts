import { drawGem, type Pen } from '$lib/play/gem';

/** A junction of paths. */
export function emblem(pen: Pen, x: number, y: number): void {
  for (const [across, down] of [
    [-1, 0],
    [0, 0],
    [1, 0],
  ] as const)
    card(pen, x + across * 118, y + down * 118, across);
  drawGem(pen, 'amber', x, y, 58);
}

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
