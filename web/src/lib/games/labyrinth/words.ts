import { elided } from '$lib/elision';
import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import type { Kind, Ring, Rotation, Secret, Thing } from '$lib/protocol/labyrinth';
import { angleOf, NAMES, SECRET_AT, zoneOf } from './castle';

export const listed = (
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(getLocale(), { type }).format(parts);

/** As a title: "Crown". */
export const secretName = (secret: Secret): string =>
  ({
    crown: m.labyrinth_crown,
    goblet: m.labyrinth_goblet,
    sceptre: m.labyrinth_sceptre,
    mirror: m.labyrinth_mirror,
    lamp: m.labyrinth_lamp,
    harp: m.labyrinth_harp,
    hourglass: m.labyrinth_hourglass,
    miller: m.labyrinth_miller,
    piper: m.labyrinth_piper,
    smith: m.labyrinth_smith,
    baker: m.labyrinth_baker,
    tailor: m.labyrinth_tailor,
    lookout: m.labyrinth_lookout,
    sleeper: m.labyrinth_sleeper,
    dragon: m.labyrinth_dragon,
    unicorn: m.labyrinth_unicorn,
    griffin: m.labyrinth_griffin,
    phoenix: m.labyrinth_phoenix,
  })[secret]();

/** With its article, within a sentence: "the crown". */
export const theSecret = (secret: Secret): string =>
  ({
    crown: m.labyrinth_the_crown,
    goblet: m.labyrinth_the_goblet,
    sceptre: m.labyrinth_the_sceptre,
    mirror: m.labyrinth_the_mirror,
    lamp: m.labyrinth_the_lamp,
    harp: m.labyrinth_the_harp,
    hourglass: m.labyrinth_the_hourglass,
    miller: m.labyrinth_the_miller,
    piper: m.labyrinth_the_piper,
    smith: m.labyrinth_the_smith,
    baker: m.labyrinth_the_baker,
    tailor: m.labyrinth_the_tailor,
    lookout: m.labyrinth_the_lookout,
    sleeper: m.labyrinth_the_sleeper,
    dragon: m.labyrinth_the_dragon,
    unicorn: m.labyrinth_the_unicorn,
    griffin: m.labyrinth_the_griffin,
    phoenix: m.labyrinth_the_phoenix,
  })[secret]();

export const kindName = (kind: Kind): string =>
  ({ treasure: m.labyrinth_treasures, gnome: m.labyrinth_gnomes, animal: m.labyrinth_animals })[kind]();

/** "3 treasures". */
export const kindCount = (kind: Kind, count: number): string =>
  ({
    treasure: m.labyrinth_count_treasures,
    gnome: m.labyrinth_count_gnomes,
    animal: m.labyrinth_count_animals,
  })[kind]({ count });

export const ringName = (ring: Ring): string =>
  ({ outer: m.labyrinth_outer, inner: m.labyrinth_inner, centre: m.labyrinth_centre })[ring]();

export const theRing = (ring: Ring): string =>
  ({ outer: m.labyrinth_the_outer, inner: m.labyrinth_the_inner, centre: m.labyrinth_the_centre })[ring]();

export const thingName = (thing: Thing): string =>
  ({ stone: m.labyrinth_stone, scissors: m.labyrinth_scissors, paper: m.labyrinth_paper })[thing]();

/** "La pierre casse les ciseaux": what the winning throw does to the other. */
export const beatsWords = (thing: Thing): string =>
  ({ stone: m.labyrinth_beats_stone, scissors: m.labyrinth_beats_scissors, paper: m.labyrinth_beats_paper })[
    thing
  ]();

/** Before what is somebody's: "Ada’s", "d’Ada", "de Bruno". */
export const ofName = (name: string): string =>
  getLocale() === 'fr' ? elided(`de ${name}`, [name], 'fr') : `${name}’s`;

const ZONE_NAMES = [
  m.labyrinth_zone_rim,
  m.labyrinth_zone_outer,
  m.labyrinth_zone_middle,
  m.labyrinth_zone_inner,
  m.labyrinth_zone_heart,
  m.labyrinth_zone_centre,
] as const;

export const zoneName = (square: number): string => ZONE_NAMES[zoneOf(square).index]?.() ?? '';

const ZONE_PLACES = [
  m.labyrinth_at_rim,
  m.labyrinth_at_outer,
  m.labyrinth_at_middle,
  m.labyrinth_at_inner,
  m.labyrinth_at_heart,
  m.labyrinth_at_centre,
] as const;

/** Where a pawn comes to stand, within a sentence: "at the miller", "on the rim". */
export function atSquare(square: number): string {
  const secret = SECRET_AT.get(square);
  return secret
    ? m.labyrinth_at_secret({ secret: theSecret(secret) })
    : (ZONE_PLACES[zoneOf(square).index]?.() ?? '');
}

/** What somebody who sees the castle calls a square: by what lies there, or by its corridor. */
export function spotName(square: number): string {
  const secret = SECRET_AT.get(square);
  return secret ? secretName(secret) : zoneName(square);
}

/** "B7, outer corridor": for those who do not see the castle, and nowhere drawn. */
export const squareName = (square: number): string =>
  m.labyrinth_square({ name: NAMES[square] ?? '', zone: zoneName(square) });

/** Where on the round a square lies now, as on a clock: 12 is the top. */
export const clock = (square: number, rotation: Rotation): number =>
  Math.round(angleOf(square, rotation) / 30) || 12;

/** For those who do not see the castle: name, zone and direction. */
export const whereWords = (square: number, rotation: Rotation): string =>
  m.labyrinth_square_at({ square: squareName(square), hour: clock(square, rotation) });

/** And what lies there. */
export function squareWords(square: number, rotation: Rotation): string {
  const secret = SECRET_AT.get(square);
  const where = whereWords(square, rotation);
  return secret ? `${where}, ${secretName(secret)}` : where;
}

const shorter = (steps: number, positions: number): number =>
  steps > positions / 2 ? steps - positions : steps;

export const isClockwise = (steps: number, positions: number): boolean => shorter(steps, positions) > 0;

/** Which way a ring turns, and how far. The shorter way round is said. */
export function wayOf(steps: number, positions: number): { count: number; way: string } {
  const signed = shorter(steps, positions);
  return { count: Math.abs(signed), way: signed > 0 ? m.labyrinth_clockwise() : m.labyrinth_counter() };
}

/** A turn in words. */
export const turnWords = (ring: Ring, steps: number, positions: number): string =>
  m.labyrinth_turn_words({ ring: ringName(ring), ...wayOf(steps, positions) });
