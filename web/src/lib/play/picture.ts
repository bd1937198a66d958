import { MARK_PATHS } from '../art/marks';
import { emblemOf } from './emblems';
import { drawGem, type Pen } from './gem';
import type { Ranked } from './ranking';

export interface Picture {
  readonly game: string;
  readonly title: string;
  /** Who won, in large letters. */
  readonly headline: string;
  readonly date: string;
  readonly ranked: readonly Ranked[];
  readonly score: (points: number) => string;
}

const WIDTH = 1080;
const EDGE = 84;
const INK = '#f4ead9';
const INK_2 = '#cfbfa6';
const LIGHT = '#ffca6b';
const SERIF = "'Piazzolla', Georgia, serif";
const SANS = "'Figtree', system-ui, sans-serif";
const TOP = 540;
const FOOT = 132;
/** As high as a phone's own pictures at most: many players share it. */
const MOST = 1380;
const ROW = 112;

/** Draws the end of a game under the house's one lantern, for people who were not there. */
export async function drawResult(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  canvas.width = WIDTH;
  const row = Math.min(ROW, (MOST - TOP - FOOT) / picture.ranked.length);
  const height = Math.round(TOP + row * picture.ranked.length + FOOT);
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const emblem = await emblemOf(picture.game);
  // A picture is drawn once: letters that come later would come too late.
  await Promise.allSettled(
    [`700 60px ${SERIF}`, `600 34px ${SANS}`].map((font) => document.fonts.load(font)),
  );
  drawGround(pen, height);
  emblem(pen, WIDTH / 2, 176);
  pen.textAlign = 'center';
  write(pen, picture.title, WIDTH / 2, 376, `600 46px ${SERIF}`, INK_2);
  write(pen, picture.headline, WIDTH / 2, 464, `700 76px ${SERIF}`, LIGHT);
  picture.ranked.forEach((one, index) => drawRow(pen, one, picture.score, TOP + index * row, row));
  write(pen, picture.date, WIDTH - EDGE, height - 52, `500 32px ${SANS}`, INK_2, 'right');
  drawGem(pen, 'amber', EDGE + 20, height - 63, 40);
  write(pen, 'Filon', EDGE + 54, height - 50, `700 42px ${SERIF}`, INK, 'left');
}

export const pictureBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, 'image/png'));

function drawGround(pen: Pen, height: number): void {
  pen.fillStyle = '#15120f';
  pen.fillRect(0, 0, WIDTH, height);
  const light = pen.createRadialGradient(WIDTH / 2, 190, 30, WIDTH / 2, 300, 860);
  light.addColorStop(0, 'rgb(255 202 107 / 0.42)');
  light.addColorStop(0.45, 'rgb(160 100 40 / 0.2)');
  light.addColorStop(1, 'rgb(0 0 0 / 0)');
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, height);
  // Timber at both walls, as at every gallery's mouth.
  for (const x of [0, WIDTH - 30]) {
    pen.fillStyle = '#3a2818';
    pen.fillRect(x, 0, 30, height);
    pen.fillStyle = '#5b4029';
    pen.fillRect(x + 5, 0, 18, height);
  }
  pen.fillStyle = '#3a2818';
  pen.fillRect(0, 0, WIDTH, 26);
  pen.fillStyle = '#5b4029';
  pen.fillRect(0, 4, WIDTH, 15);
}

function drawRow(pen: Pen, one: Ranked, score: Picture['score'], top: number, height: number): void {
  const { person, rank, won } = one;
  const middle = top + height / 2;
  const size = Math.min(46, height * 0.46);
  pen.beginPath();
  pen.roundRect(EDGE, top + 5, WIDTH - 2 * EDGE, height - 10, 20);
  pen.fillStyle = won ? 'rgb(255 190 92 / 0.2)' : 'rgb(255 226 170 / 0.06)';
  pen.fill();
  if (won) {
    pen.strokeStyle = '#f2b34b';
    pen.lineWidth = 4;
    pen.stroke();
  }
  write(pen, String(rank), EDGE + 52, middle + size * 0.34, `700 ${size}px ${SERIF}`, INK_2, 'center');
  drawMark(pen, one, EDGE + 140, middle, Math.min(68, height * 0.74));
  const font = `${won ? 700 : 600} ${size * 0.86}px ${SANS}`;
  const points = score(one.score);
  pen.font = font;
  const room = WIDTH - 2 * EDGE - 236 - pen.measureText(points).width;
  write(pen, fitted(pen, person.name, room), EDGE + 196, middle + size * 0.3, font, INK, 'left');
  write(pen, points, WIDTH - EDGE - 30, middle + size * 0.3, font, won ? LIGHT : INK_2, 'right');
}

function drawMark(pen: Pen, { person }: Ranked, x: number, y: number, size: number): void {
  const colour = /var\((--[\w-]+)\)/.exec(person.colour)?.[1];
  pen.save();
  pen.translate(x - size / 2, y - size / 2);
  pen.scale(size / 40, size / 40);
  pen.fillStyle = colour
    ? getComputedStyle(document.documentElement).getPropertyValue(colour).trim()
    : person.colour;
  pen.beginPath();
  pen.arc(20, 20, 18, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = 'rgb(0 0 0 / 0.5)';
  pen.lineWidth = 2;
  pen.stroke();
  pen.translate(8, 8);
  pen.fillStyle = '#1a1209';
  pen.fill(new Path2D(MARK_PATHS[person.mark]), 'evenodd');
  pen.restore();
}

/** In one line: what is too wide is written smaller. */
function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign = 'center',
): void {
  pen.font = font;
  pen.textAlign = align;
  pen.fillStyle = colour;
  pen.fillText(text, x, y, WIDTH - 2 * EDGE);
}

/** A name that would run into the score ends in dots. */
function fitted(pen: Pen, name: string, room: number): string {
  if (pen.measureText(name).width <= room) return name;
  let cut = name;
  while (cut.length > 1 && pen.measureText(`${cut}…`).width > room) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}
