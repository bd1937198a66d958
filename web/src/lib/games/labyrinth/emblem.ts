import { drawGem, type Pen } from '$lib/play/gem';

/** A castle of rings that turn. */
export function emblem(pen: Pen, x: number, y: number): void {
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
}
