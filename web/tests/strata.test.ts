import { expect, it } from 'vitest';
import { beds, finds } from '$lib/games/diamant/strata';

const FIELDS = [
  [390, 520],
  [690, 600],
  [1420, 870],
] as const;

it('fills the whole stage with rock, whatever its size', () => {
  for (const [width, height] of FIELDS)
    for (const cave of [1, 2, 3, 4, 5]) {
      const edges = beds(cave, width, height).map(({ edge }) =>
        edge
          .slice(1)
          .split('L')
          .map((point) => point.split(' ').map(Number) as [number, number]),
      );
      expect(edges[0]?.every(([, y]) => y <= 30)).toBe(true);
      expect(edges.every((points) => points[0]![0] <= 0 && points.at(-1)![0] >= width)).toBe(true);
    }
});

it('leaves no quarter of the stage empty', () => {
  for (const [width, height] of FIELDS)
    for (const cave of [1, 2, 3, 4, 5]) {
      const quarters = finds(cave, width, height).map(({ x, y }) => `${x > width / 2} ${y > height / 2}`);
      expect(new Set(quarters).size).toBe(4);
    }
});

it('is another rock in each cave, and always the same one', () => {
  const drawn = [1, 2, 3, 4, 5].map((cave) => JSON.stringify([beds(cave, 690, 600), finds(cave, 690, 600)]));
  expect(new Set(drawn).size).toBe(5);
  expect(JSON.stringify([beds(3, 690, 600), finds(3, 690, 600)])).toBe(drawn[2]);
});
