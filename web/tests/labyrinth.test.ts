import { describe, expect, it } from 'vitest';
import { Camera } from '$lib/games/labyrinth/camera.svelte';
import {
  chambersOf,
  KIND,
  NAMES,
  passages,
  SECRETS,
  SQUARE_OF,
  turned,
  walksFrom,
  ZONES,
} from '$lib/games/labyrinth/castle';
import { along, at, legs, placeOf, shortest, squareAt, track } from '$lib/games/labyrinth/geometry';
import { inertia } from '$lib/games/labyrinth/motion.svelte';
import { Newsroom, READ_MS } from '$lib/games/labyrinth/news.svelte';
import { dragBounds, nearest, nextPlace, offersOf, turnBy } from '$lib/games/labyrinth/moves';
import { drawn, steps } from '$lib/games/labyrinth/steps';
import { reachWords } from '$lib/games/labyrinth/voice';
import type { Action, Event, Rotation, View } from '$lib/protocol/labyrinth';

const REST: Rotation = { outer: 0, inner: 0, centre: 0 };
const square = (name: string): number => NAMES.indexOf(name);

function position(part: Partial<View> = {}): View {
  return {
    seat: 0,
    options: { starter: 'first', corridors: 'clockwise', memory: 'on', goal: 7, turn_limit: null },
    rotation: REST,
    pawns: [square('A3'), square('A15')],
    counts: [1, 2],
    hands: [['harp'], { type: 'hidden' }],
    pile: 14,
    sought: 'crown',
    square: SQUARE_OF.crown,
    on_turn: 0,
    phase: { type: 'FirstChange' },
    turn: 1,
    swapped: false,
    discarded: [],
    challenged: false,
    turned_up: false,
    finder: null,
    ...part,
  };
}

describe('the castle', () => {
  it('has 102 squares in six zones, and a square for each of 18 secrets', () => {
    expect(ZONES.map(({ count }) => count)).toEqual([24, 24, 24, 12, 12, 6]);
    expect(NAMES).toHaveLength(102);
    expect(new Set(SECRETS.map((secret) => SQUARE_OF[secret])).size).toBe(18);
    expect(SECRETS.filter((secret) => KIND[secret] === 'animal')).toHaveLength(4);
  });

  it('seats two players opposite each other', () => {
    expect(chambersOf(2).map((chamber) => NAMES[chamber])).toEqual(['A3', 'A15']);
  });

  it('opens other passages when a zone turns, and the same ones after a whole round', () => {
    const key = (rotation: Rotation): string => JSON.stringify(passages(rotation));
    expect(key(turned(REST, 'outer', 1))).not.toBe(key(REST));
    expect(key(turned(REST, 'outer', 12))).toBe(key(REST));
    expect(turned(REST, 'inner', -1).inner).toBe(11);
  });

  it('leads a walk through squares that lie side by side', () => {
    const rotation = { outer: 0, inner: 11, centre: 2 };
    const walks = walksFrom(square('A3'), rotation);
    const open = new Set(
      passages(rotation).flatMap(({ one, other }) => [`${one}-${other}`, `${other}-${one}`]),
    );
    expect(walks.has(square('A3'))).toBe(false);
    expect(walks.has(square('E4'))).toBe(true);
    for (const [to, { from }] of walks) expect(open.has(`${from}-${to}`)).toBe(true);
  });
});

describe('the drawing', () => {
  it('puts the first square right of the top', () => {
    const { x, y } = at(placeOf(0, REST));
    expect(x).toBeGreaterThan(0);
    expect(y).toBeLessThan(-400);
  });

  it('follows the corridors: each leg goes along a ring or straight through a door', () => {
    const rotation = { outer: 0, inner: 11, centre: 2 };
    const way = track(square('A3'), square('E4'), walksFrom(square('A3'), rotation), rotation);
    expect(way[0]).toEqual(placeOf(square('A3'), rotation));
    way.slice(1).forEach((corner, index) => {
      const before = way[index]!;
      expect(corner.angle === before.angle || corner.radius === before.radius).toBe(true);
      expect(Math.abs(corner.angle - before.angle)).toBeLessThan(61);
    });
    expect(along(way, 0)).toEqual(way[0]);
    expect(along(way, 1).radius).toBeCloseTo(way.at(-1)!.radius);
    expect(legs(way).every((leg) => leg > 0)).toBe(true);
  });

  it('knows no way to where none leads', () => {
    expect(track(0, 50, new Map(), REST)).toEqual([]);
  });

  it('knows which square lies under a point, however its zone is turned', () => {
    const rotation = { outer: 5, inner: 11, centre: 2 };
    for (const [here] of NAMES.entries()) expect(squareAt(at(placeOf(here, rotation)), rotation)).toBe(here);
    expect(squareAt({ x: 0, y: 0 }, REST)).toBeNull();
    expect(squareAt({ x: 540, y: 0 }, REST)).toBeNull();
  });

  it('turns by the shorter way, and settles', () => {
    expect(shortest(350, 10)).toBe(20);
    expect(shortest(10, 350)).toBe(-20);
    expect(inertia(0)).toBe(0);
    expect(inertia(1)).toBe(1);
    expect(inertia(0.45)).toBeGreaterThan(1);
  });
});

describe('what is offered', () => {
  const legal: Action[] = [
    { type: 'Turn', ring: 'outer', steps: 1 },
    ...[1, 2, 3, 4, 5].map((by): Action => ({ type: 'Turn', ring: 'centre', steps: by })),
  ];

  it('is sorted by what one does with it', () => {
    expect(offersOf(legal).turns).toEqual({ outer: [1], inner: [], centre: [1, 2, 3, 4, 5] });
    const placing = offersOf([
      { type: 'Place', to: 4 },
      { type: 'Place', to: 9 },
    ]);
    expect(placing).toMatchObject({ placing: true, squares: [4, 9], stay: null });
    expect(offersOf([{ type: 'Stay' }, { type: 'Move', to: 3 }])).toMatchObject({
      placing: false,
      squares: [3],
      stay: { type: 'Stay' },
    });
  });

  it('finds the turn that ends where the ring is drawn', () => {
    expect(turnBy([1, 2, 3, 4, 5], -1, 6)).toBe(5);
    expect(turnBy([1, 2, 3, 4, 5], 6, 6)).toBeNull();
    expect(turnBy([1], -1, 12)).toBeUndefined();
    expect(turnBy([1, -1], 11, 12)).toBe(-1);
    expect(dragBounds([1], 12)).toEqual([0, 1]);
    expect(dragBounds([1, -1], 12)).toEqual([-1, 1]);
    expect(dragBounds([1, 2, 3, 4, 5], 6)).toEqual([-Infinity, Infinity]);
  });

  it('is walked over with arrows, and tapped nearby', () => {
    const places = new Map([
      [1, { x: 0, y: 0 }],
      [2, { x: 50, y: 4 }],
      [3, { x: 10, y: 60 }],
    ]);
    expect(nextPlace(places, 1, 'ArrowRight')).toBe(2);
    expect(nextPlace(places, 1, 'ArrowDown')).toBe(3);
    expect(nextPlace(places, 1, 'ArrowLeft')).toBeNull();
    expect(nearest(places, { x: 44, y: 0 }, 30)).toBe(2);
    expect(nearest(places, { x: 200, y: 200 }, 30)).toBeNull();
  });
});

describe('the moments of a move', () => {
  it('are drawn one after the other, and end as the server says', () => {
    const events: Event[] = [
      { type: 'PawnMoved', seat: 0, to: SQUARE_OF.crown, meets: [] },
      { type: 'SecretTaken', seat: 0, secret: 'crown', complete: null },
      { type: 'SecretTurned', seat: 0, secret: 'miller' },
      { type: 'TurnBegan', seat: 1, turn: 2 },
    ];
    const after = position({ turn: 2, on_turn: 1, sought: 'miller', square: SQUARE_OF.miller });
    const shown = steps(position(), events, after);
    expect(shown[0]?.view.pawns[0]).toBe(SQUARE_OF.crown);
    expect(shown[1]?.view).toMatchObject({ hands: [['crown', 'harp'], {}], counts: [2, 2], sought: null });
    expect(shown[2]?.view).toMatchObject({ sought: 'miller', pile: 13 });
    expect(shown.at(-1)?.view).toBe(after);
  });

  it('count hidden cards without knowing them', () => {
    const swapped = drawn(position({ hands: [['dragon', 'piper'], { type: 'hidden' }], counts: [2, 3] }), {
      type: 'Swapped',
      seat: 0,
      opponent: 1,
      animal: 'dragon',
      given: 'piper',
      drawn: ['lamp', 'harp'],
      count: 2,
      face_up: false,
      complete: null,
    });
    expect(swapped.counts).toEqual([2, 2]);
    expect(swapped.hands).toEqual([['lamp', 'harp'], { type: 'hidden' }]);
    expect(swapped.discarded).toEqual(['dragon']);
  });

  it('never show a zone or a walk for longer than half a second', () => {
    const events: Event[] = [
      { type: 'RingTurned', seat: 0, ring: 'outer', steps: 1, position: 1 },
      { type: 'PawnMoved', seat: 0, to: 3, meets: [1] },
    ];
    for (const { ms } of steps(position(), events, position())) expect(ms).toBeLessThanOrEqual(500);
  });
});

describe('the camera', () => {
  const seen = (width: number, height: number): Camera => {
    const camera = new Camera();
    camera.width = width;
    camera.height = height;
    return camera;
  };

  it('keeps the castle where it is when the controls below it come and go', () => {
    expect(seen(390, 516).y).toBe(seen(390, 400).y);
    expect(seen(800, 500).y).toBe(250);
  });

  it('zooms around a point, and never lets the castle leave the field', () => {
    const camera = seen(390, 516);
    const point = { x: 100, y: 150 };
    const under = camera.under(point);
    camera.zoom(1.9, point);
    expect(camera.under(point).x).toBeCloseTo(under.x);
    expect(camera.under(point).y).toBeCloseTo(under.y);
    camera.pan(9000, 9000);
    expect(camera.under({ x: 0, y: 0 }).y).toBeCloseTo(camera.under({ x: 0, y: 0 }).x);
    camera.pan(-9000, -9000);
    const corner = camera.under({ x: 390, y: 516 });
    expect(corner.x).toBeCloseTo(corner.y);
    camera.fit();
    expect(camera.y).toBe(195);
  });
});

describe('the news', () => {
  const news = (text: string, lasting = false) => ({ text, seat: 0, tone: 'plain' as const, lasting });

  it('lets what is to be remembered be read while other things happen', () => {
    const room = new Newsroom();
    room.tell(news('Ada takes the harp', true), 1, 0);
    room.tell(news('Now sought: the crown'), 2, 400);
    room.tell(news('Bo turns the centre'), 3, 900);
    expect(room.stories.map(({ id }) => id)).toEqual([1, 3]);
    room.tell(news('Bo turns the outer corridor'), 4, READ_MS + 1);
    expect(room.stories.map(({ id }) => id)).toEqual([4]);
  });
});

describe('for those who do not see the castle', () => {
  it('is said how far the way is open, and whether the sought secret lies on it', () => {
    const start = square('A3');
    const open = walksFrom(start, REST);
    const turning = { type: 'FirstChange', turn: 0 } as unknown as View['phase'];
    const words = (sought: View['sought']) =>
      reachWords(
        { view: position({ phase: turning, sought, square: sought && SQUARE_OF[sought] }), people: [] },
        0,
        REST,
      );
    const within = SECRETS.find((secret) => open.has(SQUARE_OF[secret]))!;
    const beyond = SECRETS.find((secret) => !open.has(SQUARE_OF[secret]))!;
    expect(words(null)).toContain(`open to ${open.size} squares`);
    expect(words(within)).toMatch(/You could reach/);
    expect(words(beyond)).toMatch(/You could not reach/);
  });
});
