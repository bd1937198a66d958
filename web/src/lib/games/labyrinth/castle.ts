import type { Kind, Ring, Rotation, Secret } from '$lib/protocol/labyrinth';
import plan from './castle.json';

/** A ring of squares. The square at index i lies on the i-th of `count` equal angles, clockwise from the top. */
export interface Zone {
  readonly index: number;
  readonly letter: string;
  /** The number of its first square. */
  readonly first: number;
  readonly count: number;
  /** What turns it; null: it is fixed. */
  readonly ring: Ring | null;
  readonly positions: number;
  /** After each square, whether the way to the next one is open. */
  readonly clockwise: readonly boolean[];
  /** By doorway of its outer and its inner border; a border that leads nowhere has none. */
  readonly outward: readonly boolean[];
  readonly inward: readonly boolean[];
}

const marks = (text: string): boolean[] => Array.from(text, (mark) => mark === 'o');

export const ZONES: readonly Zone[] = plan.zones.map((zone, index) => ({
  index,
  letter: zone.letter,
  first: plan.zones.slice(0, index).reduce((sum, { count }) => sum + count, 0),
  count: zone.count,
  ring: zone.ring as Ring | null,
  positions: zone.positions,
  clockwise: marks(zone.clockwise),
  outward: marks(zone.outward),
  inward: marks(zone.inward),
}));

export const RINGS: readonly Ring[] = ['outer', 'inner', 'centre'];
/** What players call the squares, by square. */
export const NAMES: readonly string[] = ZONES.flatMap(({ letter, count }) =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
);
const zoneOfSquare: readonly Zone[] = ZONES.flatMap((zone) => Array<Zone>(zone.count).fill(zone));

export const SECRETS = Object.keys(plan.secrets) as Secret[];
export const KIND = Object.fromEntries(
  Object.entries(plan.secrets).map(([secret, { kind }]) => [secret, kind]),
) as Record<Secret, Kind>;
export const SQUARE_OF = Object.fromEntries(
  Object.entries(plan.secrets).map(([secret, { square }]) => [secret, NAMES.indexOf(square)]),
) as Record<Secret, number>;
export const SECRET_AT: ReadonlyMap<number, Secret> = new Map(
  SECRETS.map((secret) => [SQUARE_OF[secret], secret]),
);
const squaresNamed = (names: string): readonly number[] =>
  names.split(' ').map((name) => NAMES.indexOf(name));
/** The start chambers, clockwise. */
export const STARTS = squaresNamed(plan.starts);
const CHAMBERS = new Map(
  Object.entries(plan.chambers).map(([seats, names]) => [Number(seats), squaresNamed(names)]),
);
/** Where each seat sets out from. */
export const chambersOf = (seats: number): readonly number[] => CHAMBERS.get(seats) ?? STARTS;

export const zoneOf = (square: number): Zone => zoneOfSquare[square] ?? ZONES[0]!;
export const zoneOfRing = (ring: Ring): Zone => ZONES.find((zone) => zone.ring === ring)!;
/** One notch of a ring, in degrees. */
export const notch = (ring: Ring): number => 360 / zoneOfRing(ring).positions;
export const inKind = (cards: readonly Secret[], kind: Kind): Secret[] =>
  cards.filter((card) => KIND[card] === kind);

/** How far a zone is turned, in degrees clockwise. */
export const turnedBy = (zone: Zone, rotation: Rotation): number =>
  zone.ring === null ? 0 : rotation[zone.ring] * (360 / zone.positions);

/** The middle of a square as its zone lies now, in degrees clockwise from the top. */
export const angleOf = (square: number, rotation: Rotation): number => {
  const zone = zoneOf(square);
  return (restAngle(square) + turnedBy(zone, rotation)) % 360;
};

/** The same while its zone stands at position 0. */
export const restAngle = (square: number): number => {
  const zone = zoneOf(square);
  return ((square - zone.first + 0.5) * 360) / zone.count;
};

export function turned(rotation: Rotation, ring: Ring, steps: number): Rotation {
  const { positions } = zoneOfRing(ring);
  return { ...rotation, [ring]: (((rotation[ring] + steps) % positions) + positions) % positions };
}

/** Two squares side by side with an open way between them. `angle`: where the doorway is; null: within a zone. */
export interface Passage {
  readonly one: number;
  readonly other: number;
  readonly angle: number | null;
}

/** Everything that is open as the castle stands, to be drawn; whether a pawn may go there is the server's answer. */
export function passages(rotation: Rotation): Passage[] {
  const open: Passage[] = ZONES.flatMap((zone) =>
    zone.clockwise.flatMap((free, at) =>
      free ? [{ one: zone.first + at, other: zone.first + ((at + 1) % zone.count), angle: null }] : [],
    ),
  );
  ZONES.slice(1).forEach((inner, before) => {
    const outer = ZONES[before]!;
    const doors = outer.inward.length;
    const shift = (zone: Zone): number => Math.round((turnedBy(zone, rotation) / 360) * doors);
    const [byOuter, byInner] = [shift(outer), shift(inner)];
    for (let door = 0; door < doors; door += 1) {
      const there = (door - byOuter + doors) % doors;
      const here = (door - byInner + doors) % doors;
      if (outer.inward[there] && inner.outward[here])
        open.push({
          one: outer.first + Math.floor((there * outer.count) / doors),
          other: inner.first + Math.floor((here * inner.count) / doors),
          angle: ((door + 0.5) * 360) / doors,
        });
    }
  });
  return open;
}

/** How one comes to each square that can be walked to, by square: the one before it, and the door between. */
export type Walks = ReadonlyMap<
  number,
  { readonly from: number; readonly angle: number | null; readonly far: number }
>;

/** The shortest ways from a square, as they are drawn. The square itself is not among them. */
export function walksFrom(start: number, rotation: Rotation): Walks {
  const ways = new Map<number, { to: number; angle: number | null }[]>();
  for (const { one, other, angle } of passages(rotation)) {
    ways.set(one, [...(ways.get(one) ?? []), { to: other, angle }]);
    ways.set(other, [...(ways.get(other) ?? []), { to: one, angle }]);
  }
  const found = new Map<number, { from: number; angle: number | null; far: number }>();
  const queue = [start];
  for (const here of queue) {
    const far = (found.get(here)?.far ?? 0) + 1;
    for (const { to, angle } of ways.get(here) ?? []) {
      if (to === start || found.has(to)) continue;
      found.set(to, { from: here, angle, far });
      queue.push(to);
    }
  }
  return found;
}
