import { describe, expect, it } from 'vitest';
import { columnsFor, lay } from '$lib/games/diamant/gallery';
import type { Hazard, Turned } from '$lib/protocol/diamant';

const gem: Turned = { card: { type: 'Gems', stones: 5 }, left: 0 };
const danger = (hazard: Hazard): Turned => ({ card: { type: 'Danger', hazard }, left: 0 });

/** Every way of placing hazards among the first cards, so that all bends are met. */
const galleries = Array.from({ length: 2 ** 9 }, (_, pattern) =>
  Array.from({ length: 22 }, (_, at) => ((pattern >> (at % 9)) & 1 ? danger('gas') : gem)),
);

describe('the gallery', () => {
  it('never runs into itself, whatever the cards', () => {
    for (const columns of [3, 4, 5, 6, 7])
      for (const gallery of galleries) {
        const spots = lay(gallery, columns).map(({ column, row }) => `${column},${row}`);
        expect(new Set(spots).size).toBe(spots.length);
      }
  });

  it('goes on from one card to a place beside it, within the field, and never climbs', () => {
    for (const gallery of galleries) {
      const spots = lay(gallery, 5);
      spots.forEach((spot, at) => {
        expect(spot.column).toBeGreaterThanOrEqual(0);
        expect(spot.column).toBeLessThan(5);
        const before = spots[at - 1];
        if (!before) return;
        expect(Math.abs(spot.column - before.column) + (spot.row - before.row)).toBe(1);
      });
    }
  });

  it('turns at each hazard', () => {
    for (const gallery of galleries) {
      const spots = lay(gallery, 6);
      for (let at = 1; at < gallery.length - 1; at += 1) {
        if (gallery[at]?.card.type !== 'Danger') continue;
        const [before, here, after] = [spots[at - 1]!, spots[at]!, spots[at + 1]!];
        expect(before.row === here.row).not.toBe(here.row === after.row);
      }
    }
  });

  it('leaves lying cards where they lie when one is added', () => {
    for (const gallery of galleries.slice(0, 200)) {
      const whole = lay(gallery, 4);
      for (const length of [1, 5, 9, 21])
        expect(lay(gallery.slice(0, length), 4)).toEqual(whole.slice(0, length));
    }
  });

  it('is wider where the field is', () => {
    expect(columnsFor(390, 460)).toBeLessThan(columnsFor(690, 610));
    expect(columnsFor(690, 610)).toBeLessThan(columnsFor(1500, 800));
  });
});
