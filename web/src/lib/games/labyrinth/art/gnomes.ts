import { detail, disc, line, solid, type Layer } from './layers';

interface Face {
  readonly coat: string;
  readonly beard: string;
  readonly beardShade: string;
  readonly asleep?: true;
}

/** Shoulders, face and beard; what is worn and held tells the seven apart. */
const face = ({ coat, beard, beardShade, asleep }: Face): Layer[] => [
  solid(coat, 'M8 64c1-14 9-20 22-20s21 6 22 20z'),
  solid('#e9b68c', 'M17 27h26v10c0 9-6 14-13 14s-13-5-13-14z'),
  solid(beard, 'M14 36c4 1 6-2 10-2 3 0 4 2 6 2s3-2 6-2c4 0 6 3 10 2 0 13-6 22-16 26-10-4-16-13-16-26z'),
  detail(beardShade, 'M30 36c2 0 3-2 6-2 4 0 6 3 10 2 0 13-6 22-16 26 6-8 7-16 0-26z'),
  asleep
    ? line('#3a2415', 2, 'M20.5 30c1.5 2 4.5 2 6 0M33.5 30c1.5 2 4.5 2 6 0')
    : detail('#2a1a0e', disc(24, 30, 2) + disc(36, 30, 2)),
  solid('#d98a62', disc(30, 34.5, 4.3)),
  detail('#f4b695', disc(28.8, 33.2, 1.5)),
];

const pointed = (colour: string, shade: string, lit: string): Layer[] => [
  solid(colour, 'M13 29C15 16 22 5 35 1c1 9 9 17 12 28-10-5-24-5-34 0z'),
  detail(shade, 'M35 1c1 9 9 17 12 28-4-2-8-3-13-3.5C37 17 37 9 35 1z'),
  detail(lit, 'M17 25c2-8 6-14 11-18-3 6-5 11-5 17z'),
];

export const GNOMES = {
  miller: [
    solid('#8a5f38', 'M30 20 2 4l4-3 28 16zM34 20 58 0l4 4-26 19z'),
    solid('#f3ead6', 'M3 6 1 17l13 8 5-9zM61 5l2 12-13 9-5-9z'),
    line('#b9a782', 1.6, 'M7 9 5 18M12 12l-2 9M57 9l2 9M52 13l2 9'),
    ...face({ coat: '#7d8ea3', beard: '#fbf6ea', beardShade: '#d9d0bd' }),
    solid('#fffaf0', 'M14 28c-3-8 1-14 7-14 2-7 16-7 18 0 6 0 10 6 7 14-10-4-22-4-32 0z'),
    detail('#d8cfbb', 'M39 14c6 0 10 6 7 14-4-1.5-7-2.4-11-2.8 3-3 5-7 4-11.2z'),
    solid('#e2cfa0', 'M42 64c-3-9-2-16 3-19l-2-4h14l-2 4c6 4 8 11 6 19z'),
    detail('#b99b62', 'M55 45c6 4 8 11 6 19h-8c3-7 3-13 2-19zM46 45h9v2.4h-9z'),
  ],
  piper: [
    ...face({ coat: '#3d7a4c', beard: '#e8a04c', beardShade: '#c17a2c' }),
    ...pointed('#4aa35f', '#2f7a45', '#8fd79f'),
    solid('#e2503b', 'M44 22C48 14 54 10 62 9c-1 9-7 15-16 17z'),
    line('#ffd3c9', 1.6, 'M47 23c4-5 8-8 12-11'),
    solid('#f1d49a', 'M22 41l3.5-4.5L62 51l-2.5 6.5z'),
    detail('#a97a3c', disc(40, 46.2, 1.9) + disc(47, 49, 1.9) + disc(54, 51.8, 1.9)),
    detail('#c99a58', 'M60 57l2-6-4-1.6-2.5 6.5z'),
  ],
  smith: [
    ...face({ coat: '#6b3f22', beard: '#b5452a', beardShade: '#862d19' }),
    solid('#4a4038', 'M13 29c-1-13 6-21 17-21s18 8 17 21c-10-5-24-5-34 0z'),
    detail('#2f2822', 'M30 8c11 0 18 8 17 21-4-2-8-3-12-3.5C39 19 37 12 30 8z'),
    detail('#7d6f62', 'M17 24c0-7 4-12 9-13-4 4-5 8-5 12z'),
    solid('#8b5a2e', 'M47 64 44 63l7-34 5 1z'),
    solid('#aab3bd', 'M38 18l23 5-2.5 12-23-5z'),
    detail('#79838e', 'M36.8 24l23 5-1.3 6-23-5z'),
    detail('#e6ecf1', 'M40 20l10 2-.5 2.5-10-2z'),
  ],
  baker: [
    ...face({ coat: '#e9e2d3', beard: '#8a5a34', beardShade: '#633d20' }),
    solid('#fffdf6', 'M16 29V19C8 18 8 6 18 6c3-7 21-7 24 0 10 0 10 12 2 13v10c-9-4-19-4-28 0z'),
    detail('#dcd5c6', 'M42 6c10 0 10 12 2 13v10c-3-1.3-6-2.2-9-2.6 2-6 8-12 7-20.4z'),
    line('#cfc7b6', 1.6, 'M24 12v11M30 11v11M36 12v11'),
    solid('#d98f3a', 'M24 56c2-9 12-15 24-15 9 0 14 4 14 10s-6 12-18 12c-12 1-20-1-20-7z'),
    detail('#b06a20', 'M24 56c8 3 28 3 38-5 0 6-6 12-18 12-12 1-20-1-20-7z'),
    line('#ffe2a8', 2.6, 'M34 47l5 6M42 44l5 7M50 43l4 7'),
  ],
  tailor: [
    ...face({ coat: '#6a4a8c', beard: '#55453c', beardShade: '#392d26' }),
    ...pointed('#8d63c2', '#66439a', '#c9a9ef'),
    detail('#f3c14f', 'M13 29c10-5 24-5 34 0l-1.5-5c-9-4-22-4-31 0z'),
    line('#e9eef3', 3, 'M38 4 60 40'),
    line('#1c120b', 1.4, 'M38.8 6.3l1.6 2.6'),
    line('#e2503b', 2, 'M40 7C52 4 60 12 54 22s-10 16-2 22'),
    solid('#c99a58', 'M40 43h22v5H40zM40 59h22v5H40z'),
    solid('#e2503b', 'M43 48h16v11H43z'),
    line('#a02f1f', 1.6, 'M43 51h16M43 54h16M43 57h16'),
  ],
  lookout: [
    ...face({ coat: '#2c5f8f', beard: '#cfc7bb', beardShade: '#a39a8d' }),
    ...pointed('#3f86c9', '#2a629c', '#9ccbf4'),
    solid('#d9a137', 'M32 24l15-2 1 13-15-1z'),
    solid('#b27a1f', 'M46 20l16-4 2 24-17-3z'),
    detail('#f8dd8f', 'M33 25l14-2v3l-14 2zM47 21l15-3.5v4L47 25z'),
    detail('#9fd8ea', 'M61 16c3 1 4 23 2 24-3 0-5-23-2-24z'),
    solid('#e9b68c', disc(40, 38, 4)),
  ],
  sleeper: [
    ...face({ coat: '#8c6fb0', beard: '#f2ece0', beardShade: '#cfc5b2', asleep: true }),
    solid('#5f7fd0', 'M13 29C13 14 22 6 33 8c12 2 18 10 22 20l-7 5c-3-5-4-9-8-11l7 8c-10-6-24-6-34-1z'),
    detail('#4463b3', 'M33 8c12 2 18 10 22 20l-7 5c-3-5-4-9-8-11-1-6-3-10-7-14z'),
    line('#f3f0fa', 2.6, 'M19 15c5 1 10 1 14-4M15 22c8 0 14-1 19-6'),
    solid('#fffdf6', disc(52, 34, 6)),
    detail('#d9d3c4', 'M57.5 32a6 6 0 0 1-9.5 6c4 0 8-2 9.5-6z'),
    line('#ffe9a8', 3, 'M48 3h7l-7 8h7M57 13h5l-5 6h5'),
  ],
} satisfies Record<string, readonly Layer[]>;
