/** Five stones, each with an outline and facets of its own, so that none needs its colour to be told apart. */
export const GEMS = ['ruby', 'amber', 'emerald', 'sapphire', 'quartz'] as const;
export type GemName = (typeof GEMS)[number];

/** A facet: its shape on a 32 by 32 field, and how much light it catches, from -2 (shade) to 3 (glint). */
export type Facet = readonly [shape: string, light: -2 | -1 | 0 | 1 | 2 | 3];

export const OUTLINES: Record<GemName, string> = {
  ruby: 'M16 1.5 28.5 8.7v14.6L16 30.5 3.5 23.3V8.7z',
  amber: 'M16 1.5C20 6.5 28 13 28 20a12 10.5 0 0 1-24 0C4 13 12 6.5 16 1.5z',
  emerald: 'M9.5 2.5h13l6 6v15l-6 6h-13l-6-6v-15z',
  sapphire: 'M16 1.5 29 13 16 30.5 3 13z',
  quartz: 'M8 4.5h16L31 13.5 16 29.5 1 13.5z',
};

export const FACETS: Record<GemName, readonly Facet[]> = {
  ruby: [
    ['M16 1.5 28.5 8.7 22 12.5 16 9z', 1],
    ['M16 1.5 3.5 8.7 10 12.5 16 9z', 2],
    ['M3.5 8.7v14.6L10 19.5v-7z', 0],
    ['M28.5 8.7v14.6L22 19.5v-7z', -1],
    ['M3.5 23.3 16 30.5V23l-6-3.5z', -1],
    ['M28.5 23.3 16 30.5V23l6-3.5z', -2],
    ['M16 9l6 3.5v7L16 23l-6-3.5v-7z', 1],
    ['M16 9l-6 3.5v3l7-5.9z', 3],
  ],
  amber: [
    ['M16 1.5C20 6.5 28 13 28 20a12 10.5 0 0 1-12 10.5c5-2 8-6 7.5-11S19 8 16 1.5z', -1],
    ['M8 20.5a8 6.5 0 0 0 6 6.8c-5 .7-9-2.5-9-7.3 0-3 1.5-5.5 3.5-8-.8 3-.8 5.5-.5 8.5z', 1],
    ['M19 19.5a2.2 2.2 0 1 1 .01 0z', -2],
    ['M14 25a1.3 1.3 0 1 1 .01 0z', -2],
    ['M13 8.5c-2.5 3-4 5.5-4.3 8.5 1.8-2.5 3.8-4.5 4.3-8.5z', 3],
  ],
  emerald: [
    ['M9.5 2.5h13L20 9h-8z', 2],
    ['M9.5 29.5h13L20 23h-8z', -2],
    ['M3.5 8.5v15L10 21V11z', 1],
    ['M28.5 8.5v15L22 21V11z', -1],
    ['M12 9h8l2 2v10l-2 2h-8l-2-2V11z', 0],
    ['M12 9h5l-7 9v-7z', 3],
    ['M3.5 8.5l6-6L12 9l-2 2z', 3],
  ],
  sapphire: [
    ['M16 1.5 3 13h8z', 2],
    ['M16 1.5 11 13h10z', 0],
    ['M16 1.5 29 13h-8z', -1],
    ['M3 13h8l5 17.5z', 0],
    ['M11 13h10l-5 17.5z', 1],
    ['M29 13h-8l-5 17.5z', -2],
    ['M16 5 12.3 13h2z', 3],
  ],
  quartz: [
    ['M8 4.5 1 13.5h11z', 1],
    ['M8 4.5h8l-4 9z', 3],
    ['M16 4.5l4 9h-8z', 0],
    ['M16 4.5h8l-4 9z', 2],
    ['M24 4.5l7 9H20z', -1],
    ['M1 13.5h11l4 16z', 0],
    ['M12 13.5h8l-4 16z', 2],
    ['M20 13.5h11l-15 16z', -2],
  ],
};
