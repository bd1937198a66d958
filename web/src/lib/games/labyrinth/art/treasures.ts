import { detail, disc, line, solid, type Layer } from './layers';

const GOLD = '#f0b93a';
const GOLD_2 = '#d08f24';
const GOLD_LIT = '#ffe9a8';
const RUBY = '#d1345b';
const RUBY_LIT = '#ff8aa5';

export const TREASURES = {
  crown: [
    solid(GOLD, 'M10 47 5 19l14 11L32 9l13 21 14-11-5 28z'),
    detail(GOLD_2, 'M32 9l13 21 14-11-5 28H32z'),
    solid(GOLD_2, 'M9 46h46v8a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3z'),
    detail(GOLD, 'M9 46h28v5H9z'),
    solid(GOLD_LIT, disc(5, 17, 4) + disc(59, 17, 4)),
    solid(RUBY, disc(32, 8, 5)),
    detail(RUBY_LIT, disc(30.5, 6.5, 1.8)),
    detail('#3a7bd5', 'M32 30l6 7.5-6 7.5-6-7.5z'),
    detail('#9cc4ff', 'M32 30l-6 7.5h6z'),
    detail(RUBY, disc(18, 51.5, 2.6) + disc(32, 51.5, 2.6) + disc(46, 51.5, 2.6)),
    detail(GOLD_LIT, 'M13 43 10 27l7 6z'),
  ],
  goblet: [
    solid('#d3dae1', 'M13 9h38c0 18-5 27-15 30v9c7 1 12 4 12 8v3H16v-3c0-4 5-7 12-8v-9C18 36 13 27 13 9z'),
    detail('#98a4b1', 'M34 9h17c0 18-5 27-15 30v9c7 1 12 4 12 8v3H34z'),
    solid('#eef3f7', 'M13 9a19 6 0 0 1 38 0a19 6 0 0 1-38 0z'),
    detail('#7a1733', 'M17 9a15 4 0 0 1 30 0a15 4 0 0 1-30 0z'),
    detail(GOLD, 'M15 21c11 4 23 4 34 0-.6 3.5-1.4 6-2.4 8-9 3-20 3-29.2 0-1-2-1.8-4.5-2.4-8z'),
    detail(RUBY, 'M32 18l6 7-6 7-6-7z'),
    detail(RUBY_LIT, 'M32 18l-6 7h6z'),
    detail('#3a7bd5', disc(20, 25, 2.2) + disc(44, 25, 2.2)),
    detail('#fff', 'M18 14c.6 3 1 4 2 6l2-1c-.5-2-.8-3-.8-5zM20 33c2 2 4 4 6 5-3-3-4-4-6-5z'),
  ],
  sceptre: [
    solid(GOLD_2, 'M8 50l6 6 30-31-5-5z'),
    detail(GOLD, 'M8 50l3 3 31-31-3-2z'),
    solid(GOLD, disc(10, 54, 6)),
    detail(GOLD_LIT, disc(8.5, 52.5, 2)),
    detail('#7d4a10', 'M19 39l6 6-2.5 2.5-6-6zM27 31l6 6-2.5 2.5-6-6z'),
    solid(GOLD, 'M31 24c4-2 6-6 6-10l12 14c-4 0-8 2-10 6z'),
    solid('#3a7bd5', disc(46, 18, 12)),
    detail('#2a5aa6', 'M55 10a12 12 0 0 1-17 17c9 2 16-6 17-17z'),
    detail('#b6d6ff', disc(42, 14, 4)),
    solid(GOLD, 'M52 1l3 5 6-2-2 6 5 3-6 2-1 6-4-5-6 1 3-5-3-5 5 0z'),
  ],
  mirror: [
    solid('#8d4f2c', 'M27 40h10l2 16a7 7 0 0 1-14 0z'),
    solid('#c57d4e', 'M32 2c13 0 21 9 21 20S45 43 32 43 11 33 11 22 19 2 32 2z'),
    detail('#e8aa79', 'M32 2C19 2 11 11 11 22c0 4 1 8 3 11 0-16 8-26 24-30-2-.6-4-1-6-1z'),
    solid('#9fd8ea', 'M32 8c9 0 15 6.5 15 14.5S41 37 32 37s-15-6.5-15-14.5S23 8 32 8z'),
    detail('#d9f4fb', 'M26 34 44 15l3 6-12 15.5z'),
    detail('#fff', 'M20 23c1-6 5-11 11-12-6 3-9 7-11 12z'),
    detail(GOLD, disc(32, 58, 3.5) + disc(32, 5, 2.6) + disc(14, 22, 2.6) + disc(50, 22, 2.6)),
  ],
  lamp: [
    solid('#a86d1b', 'M24 49h15l6 9H18z'),
    solid('#b97a20', 'M14 32C2 29 0 48 14 48l1-5c-8 1-8-9-1-6z'),
    solid(
      '#e0a22f',
      'M10 34c4-6 14-8 24-8 6 0 10 2 14 2 5 0 7-5 14-6-1 10-8 18-17 21-4 6-9 8-15 8-9 0-18-6-20-17z',
    ),
    detail('#b4761c', 'M62 22c-1 10-8 18-17 21-4 6-9 8-15 8-6 0-11-2-15-6 16 5 36-2 47-23z'),
    solid('#c98a25', 'M23 27c1-7 17-7 18 0-5-1-13-1-18 0z'),
    solid(GOLD, disc(32, 17.5, 3.5)),
    detail(GOLD_LIT, 'M15 35c4-4 10-5 17-5-6 2-10 4-13 9z'),
    solid('#e8702a', 'M58 1c5 7 7 10 5 15-2 4-8 4-10 0s1-8 5-15z'),
    detail('#ffd35c', 'M58 9c2 3 3 5 2 7-1 2-4 2-5 0s1-4 3-7z'),
  ],
  harp: [
    solid('#8d5120', 'M26 53h26l5 8H22z'),
    {
      fill: '#c9802f',
      d: 'M7 13c6-9 13-3 20-3S38 4 46 2c6-1 10 3 10 8l-3 43c0 4-4 7-8 5L31 54C17 46 9 30 7 13zm10 5c3 12 9 23 19 29l7 4 3-37c-6 3-11 6-18 6-4 0-7-1-11-2z',
    },
    detail('#8d5120', 'M46 14l10-4-3 43c0 4-4 7-8 5l-2-7z'),
    detail('#f5c47e', 'M10 13c5-6 11-1 17-1 8 0 11-6 19-7-6 3-10 9-19 9-6 0-11-4-17-1z'),
    line('#fff3d6', 1.6, 'M23 21l4 20M29 21l3 24M35 19l2 29M41 17l1 33'),
    solid(GOLD, disc(9, 13, 4.5)),
    solid(GOLD, disc(52, 7, 4.5)),
  ],
  hourglass: [
    solid('#8a5a34', 'M13 4h38v8H13zM13 52h38v8H13z'),
    solid('#6b4426', 'M16 12h5v40h-5zM43 12h5v40h-5z'),
    solid('#cfe6ea', 'M21 12h22c0 10-7 15-9 20 2 5 9 10 9 20H21c0-10 7-15 9-20-2-5-9-10-9-20z'),
    detail('#e9a93a', 'M24 21h16c-2 5-6 7-7 11h-2c-1-4-5-6-7-11zM22 52c0-6 4-9 9-12v-8h2v8c5 3 9 6 9 12z'),
    detail('#ffd885', 'M24 21h16l-1 2H25z'),
    detail('#fff', 'M23 13h3c0 6 2 9 4 13-4-3-7-7-7-13zM24 50c0-5 2-8 5-11-1 4-3 6-3 11z'),
    detail('#c58a54', 'M13 4h38v3H13zM13 52h38v3H13z'),
  ],
} satisfies Record<string, readonly Layer[]>;
