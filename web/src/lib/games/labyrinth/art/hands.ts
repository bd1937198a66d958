import type { Thing } from '$lib/protocol/labyrinth';
import { detail, line, solid, type Layer } from './layers';

const SKIN = '#e9b68c';
const SHADE = '#c98d62';
const LIT = '#f9d5b5';
const CREASE = '#8a5332';

const sleeve = (colour: string): Layer[] => [
  solid(colour, 'M0 22h15v22H0z'),
  detail('rgb(0 0 0 / 0.25)', 'M0 36h15v8H0z'),
  solid('#f4ead9', 'M12 20h6v26h-6z'),
];

/** A hand from the left, its sleeve in the player's colour. */
export function hand(thing: Thing | null, colour: string): Layer[] {
  switch (thing) {
    case 'scissors':
      return [
        ...sleeve(colour),
        solid(
          SKIN,
          'M18 22c6-3 12-4 17-3l26-9c4-1 6 4 2 6L40 27l24 4c4 1 4 7 0 7l-24-1c1 6-4 10-11 10-6 0-9-1-11-2z',
        ),
        detail(SHADE, 'M18 38c6 4 14 4 22-1 1 6-4 10-11 10-6 0-9-1-11-2zM42 31l22 3c-1 3-1 4-2 4l-22-1z'),
        line(CREASE, 1.8, 'M40 27c-4 1-7 3-8 6M40 37c-3 0-6-1-8-3M28 34c3 3 4 8 2 12'),
        detail(LIT, 'M22 24c5-2 9-3 13-2l20-7-19 10c-5-2-9-2-14-1z'),
      ];
    case 'paper':
      return [
        ...sleeve(colour),
        solid(
          SKIN,
          'M18 22c4-2 7-4 9-8l5-8c3-4 8-1 6 3l-4 9 22-6c4-1 6 5 2 6l-17 5 20-2c4 0 5 6 1 7l-20 2 17 2c4 1 3 7-1 6l-18-2 12 5c4 2 2 7-2 6l-17-5c-6 3-10 4-15 3z',
        ),
        detail(SHADE, 'M18 40c6 2 11 1 16-3l16 8c4 2 2 7-2 6l-17-5c-6 3-10 4-13 1z'),
        line(CREASE, 1.8, 'M41 23l-7 2M42 30h-8M41 36l-7-2M33 41l-3-4'),
        detail(LIT, 'M21 24c5-2 8-5 10-9l4-7-5 11c-2 3-5 5-9 7z'),
      ];
    default:
      return [
        ...sleeve(colour),
        solid(SKIN, 'M18 21c4-6 12-8 20-8 12 0 20 7 20 19 0 13-9 20-21 20-8 0-15-1-19-6z'),
        detail(SHADE, 'M18 38c10 4 28 5 40-6 0 13-9 20-21 20-8 0-15-1-19-6z'),
        solid(SKIN, 'M25 28c-1-7 5-10 12-8 6 1 12 3 15 7 2 4-2 7-6 5l-7-3c1 5-2 8-7 7-4-1-6-4-7-8z'),
        line(
          CREASE,
          1.8,
          'M46 15c4 3 6 7 6 12M40 30c3 1 5 3 5 6M44 35c0 5-2 8-5 10M52 33c1 5-1 8-4 11M35 37c1 4 0 7-3 9',
        ),
        detail(LIT, 'M22 21c5-5 11-6 17-5-6 1-11 3-14 7z'),
      ];
  }
}
