import { describe, expect, it } from 'vitest';
import { HEIGHT, passage, WIDTH } from '$lib/games/saboteur/art/passage';
import { boxOf, fitted, STEP_X, STEP_Y } from '$lib/games/saboteur/camera.svelte';
import { canTurn, openings, openSides, SIDES, toolsOf } from '$lib/games/saboteur/cards';
import { lesson } from '$lib/games/saboteur/lesson';
import {
  cardOf,
  forcedGold,
  movesOf,
  namedHand,
  nextPlace,
  wayAt,
  type Place,
} from '$lib/games/saboteur/moves';
import { endingRows, flipOrder, goldOf } from '$lib/games/saboteur/result';
import { steps } from '$lib/games/saboteur/steps';
import { tell, voice } from '$lib/games/saboteur/tell';
import type { SeatPerson } from '$lib/games/types';
import type { Action, Card, Event, View } from '$lib/protocol/saboteur';

const PATHS: readonly Card[] = [
  'NS', 'EW', 'SW', 'ES', 'NSW', 'ESW', 'NESW', 'xS', 'xW', 'xNS', 'xEW', 'xSW', 'xES', 'xNSW', 'xESW', 'xNESW',
]; // prettier-ignore

describe('a card', () => {
  it('is open where its name says, and on the other sides when it is turned', () => {
    expect(openings('xSW')).toEqual({ sides: ['S', 'W'], joined: false });
    expect(openSides('ES', true)).toEqual(['N', 'W']);
    expect(openings('stone_NW')?.sides).toEqual(['N', 'W']);
    expect(openings('map')).toBeNull();
  });

  it('can be turned unless it looks the same both ways', () => {
    expect(PATHS.filter((card) => !canTurn(card))).toEqual(['NS', 'EW', 'NESW', 'xNS', 'xEW', 'xNESW']);
  });

  it('names the tools it breaks or repairs', () => {
    expect(toolsOf('repair_pick_cart')).toEqual(['pick', 'cart']);
    expect(toolsOf('broken_lamp')).toEqual(['lamp']);
    expect(toolsOf('NESW')).toEqual([]);
  });
});

describe('a drawn passage', () => {
  /** Where an outline leaves the card: the sides that its corners lie beyond. */
  const leaves = (path: string): Set<string> => {
    const numbers = path.match(/-?\d+(\.\d+)?/g)!.map(Number);
    const found = new Set<string>();
    for (let at = 0; at < numbers.length; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!];
      if (y < -3) found.add('N');
      if (x > WIDTH + 3) found.add('E');
      if (y > HEIGHT + 3) found.add('S');
      if (x < -3) found.add('W');
    }
    return found;
  };

  it('leaves its card at the openings and nowhere else, whatever its irregularity', () => {
    for (const card of [...PATHS, 'start', 'treasure', 'stone_SW', 'stone_NW'] as const)
      for (let seed = 0; seed < 12; seed += 1) {
        const open = openings(card)!;
        const drawn = passage(open, `${card}|${seed}`);
        const all = new Set(drawn.floor.flatMap((path) => [...leaves(path)]));
        expect(SIDES.filter((side) => all.has(side))).toEqual(open.sides);
        expect(drawn.floor).toHaveLength(open.joined ? 1 : open.sides.length);
      }
  });

  it('is the same for the same words and another for others', () => {
    const open = openings('NSW')!;
    expect(passage(open, 'a')).toEqual(passage(open, 'a'));
    expect(passage(open, 'a').floor).not.toEqual(passage(open, 'b').floor);
  });
});

describe('the legal actions of one card', () => {
  const legal: Action[] = [
    { type: 'PlacePath', card: 'SW', at: [1, 0], turned: false },
    { type: 'PlacePath', card: 'SW', at: [0, 1], turned: false },
    { type: 'PlacePath', card: 'SW', at: [0, 1], turned: true },
    { type: 'PlacePath', card: 'NS', at: [0, 1], turned: false },
    { type: 'BreakTool', tool: 'lamp', target: 2 },
    { type: 'RepairTool', card: 'repair_pick_lamp', target: 0, tool: 'pick' },
    { type: 'RepairTool', card: 'repair_pick_lamp', target: 0, tool: 'lamp' },
    { type: 'DropRocks', at: [1, 0] },
    { type: 'ReadMap', at: [8, 0] },
    { type: 'Discard', card: 'SW' },
  ];

  it('are grouped by place, with the ways it may lie there', () => {
    expect(movesOf('SW', legal)).toEqual({
      free: [
        { at: [1, 0], ways: [false] },
        { at: [0, 1], ways: [false, true] },
      ],
      spots: [],
      targets: [],
      discard: { type: 'Discard', card: 'SW' },
    });
  });

  it('are found for cards that the action does not name', () => {
    expect(movesOf('broken_lamp', legal).targets).toHaveLength(1);
    expect(movesOf('rockfall', legal).spots).toEqual([{ type: 'DropRocks', at: [1, 0] }]);
    expect(movesOf('map', legal).spots).toEqual([{ type: 'ReadMap', at: [8, 0] }]);
    expect(movesOf('repair_pick_lamp', legal).targets.map(({ tool }) => tool)).toEqual(['pick', 'lamp']);
    expect(cardOf({ type: 'TakeGold', nuggets: 2 })).toBeNull();
  });

  it('are laid as held where that fits, else the other way', () => {
    expect(wayAt({ at: [0, 0], ways: [false] }, true)).toBe(false);
    expect(wayAt({ at: [0, 0], ways: [false, true] }, true)).toBe(true);
  });
});

describe('gold that takes itself', () => {
  it('is the last card, or one of several alike after a while that tells nothing', () => {
    expect(forcedGold([2])).toEqual({ nuggets: 2, ms: 1200 });
    expect(forcedGold([1, 1, 1], () => 0)).toEqual({ nuggets: 1, ms: 2000 });
    expect(forcedGold([1, 1, 1], () => 0.5)).toEqual({ nuggets: 1, ms: 3500 });
  });
  it('is never a choice', () => {
    expect(forcedGold([1, 2])).toBeNull();
    expect(forcedGold([])).toBeNull();
  });
});

it('gives equal cards of a hand names of their own', () => {
  expect(namedHand(['NS', 'map', 'NS']).map(({ key }) => key)).toEqual(['NS#0', 'map#0', 'NS#1']);
});

describe('arrows', () => {
  const places: Place[] = [
    [1, 0],
    [3, 0],
    [2, -2],
    [0, 1],
  ];
  it('go to the nearest place ahead', () => {
    expect(nextPlace(places, [1, 0], 'ArrowRight')).toEqual([3, 0]);
    expect(nextPlace(places, [1, 0], 'ArrowDown')).toEqual([0, 1]);
    expect(nextPlace(places, [1, 0], 'ArrowUp')).toEqual([2, -2]);
  });
  it('reach every place from every other', () => {
    for (const start of places) {
      const reached = new Set([start.join()]);
      const todo = [start];
      while (todo.length) {
        const from = todo.pop()!;
        for (const arrow of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const) {
          const to = nextPlace(places, from, arrow);
          if (to && !reached.has(to.join())) {
            reached.add(to.join());
            todo.push(to);
          }
        }
      }
      expect(reached.size).toBe(places.length);
    }
  });
});

describe('the look at the maze', () => {
  const box = boxOf([
    [0, -2],
    [8, 2],
    [-1, 0],
  ]);
  it('shows everything, as large as the field allows', () => {
    for (const [width, height] of [
      [390, 470],
      [690, 500],
      [1500, 800],
    ] as const) {
      const { scale, x, y } = fitted(box, width, height);
      const left = (box.left * STEP_X - WIDTH / 2) * scale + x;
      const right = (box.right * STEP_X + WIDTH / 2) * scale + x;
      const top = (box.top * STEP_Y - HEIGHT / 2) * scale + y;
      const bottom = (box.bottom * STEP_Y + HEIGHT / 2) * scale + y;
      expect(left).toBeGreaterThan(0);
      expect(top).toBeGreaterThan(0);
      expect(right).toBeLessThan(width);
      expect(bottom).toBeLessThan(height);
      expect(left).toBeCloseTo(width - right, 6);
      expect(top).toBeCloseTo(height - bottom, 6);
    }
  });
});

const written = lesson(['You', 'Ada', 'Bruno', 'Chloé']);

describe('the lesson', () => {
  it('asks in each position for something that is offered there', () => {
    for (const { wanted, legal } of written.steps)
      if (wanted) expect(legal.filter(wanted).length).toBeGreaterThan(0);
  });

  it('makes the learner do each kind of move', () => {
    const asked = written.steps.flatMap(({ wanted, legal }) => (wanted ? legal.filter(wanted) : []));
    expect(new Set(asked.map(({ type }) => type))).toEqual(
      new Set(['PlacePath', 'ReadMap', 'RepairTool', 'DropRocks', 'BreakTool', 'Discard', 'TakeGold']),
    );
  });

  it('offers only cards that are in the hand', () => {
    for (const { legal, view } of written.steps)
      for (const action of legal) {
        const card = cardOf(action);
        if (card) expect(view.round.hand).toContain(card);
      }
  });
});

describe('the moments of a move', () => {
  const before = written.steps[1]!.view;
  const drawnCard: Event[] = [
    { type: 'PathPlaced', seat: 0, card: 'EW', at: [1, 0], turned: false },
    { type: 'CardDrawn', seat: 0, card: 'ES' },
    { type: 'TurnBegan', seat: 1 },
  ];

  it('lead to the position that the server sent', () => {
    const after: View = { ...before, phase: { type: 'Digging', turn: 1 } };
    const shown = steps(before, drawnCard, after);
    expect(shown.at(-1)!.view).toBe(after);
    expect(shown[0]!.view.round.maze.at(-1)).toEqual({ at: [1, 0], card: 'EW', turned: false });
    expect(shown[0]!.view.round.hand).toEqual(['NS', 'map']);
    expect(shown[1]!.view.round.hand).toEqual(['NS', 'map', 'ES']);
    expect(shown[1]!.view.round.pile).toBe(before.round.pile - 1);
  });

  it('let the next player act within half a second', () => {
    const moves: Event[][] = [
      drawnCard,
      [{ type: 'RocksFell', seat: 1, at: [1, 0], card: 'EW' }, ...drawnCard.slice(1)],
      [{ type: 'ToolBroken', seat: 1, target: 0, tool: 'cart' }, ...drawnCard.slice(1)],
      [{ type: 'GoalSeen', seat: 1, at: [8, 0], face: { type: 'hidden' } }, ...drawnCard.slice(1)],
      [{ type: 'CardDiscarded', seat: 1, card: { type: 'hidden' } }, ...drawnCard.slice(1)],
    ];
    for (const events of moves) {
      const waits = steps(before, events, before).slice(0, -1);
      expect(waits.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(500);
    }
  });

  it('keep what others hold and discard unknown', () => {
    const [shown] = steps(
      before,
      [
        { type: 'CardDiscarded', seat: 2, card: { type: 'hidden' } },
        { type: 'TurnBegan', seat: 3 },
      ],
      before,
    );
    expect(shown!.view.round.hand).toEqual(before.round.hand);
    expect(shown!.view.round.hand_sizes).toEqual([6, 6, 5, 6]);
    expect(shown!.view.round.discards.at(-1)).toEqual({ card: { type: 'hidden' }, seat: 2, face_down: true });
  });
});

describe('the end of a round', () => {
  it('turns saboteurs up last', () => {
    expect(flipOrder(['saboteur', 'digger', 'saboteur', 'digger'])).toEqual([1, 3, 0, 2]);
  });

  it('knows what everybody has got, as far as it is known', () => {
    const view: View = {
      ...written.steps[0]!.view,
      ledger: [
        {
          type: 'Shared',
          round: 1,
          taken: [
            { seat: 0, offered: [1, 2], nuggets: 2 },
            { seat: 3, offered: [1], nuggets: { type: 'hidden' } },
          ],
        },
        { type: 'Paid', round: 2, payments: [{ seat: 2, cards: [3, 1], owed: 0 }] },
      ],
    };
    expect(goldOf(view, 1).map(({ cards }) => cards)).toEqual([[2], [], [], [{ type: 'hidden' }]]);
    expect(goldOf(view, 2)[2]).toEqual({ cards: [3, 1], owed: 0 });
    expect(goldOf(view, 3).every(({ cards }) => cards.length === 0)).toBe(true);
  });

  it('shows the fullest hoard last', () => {
    const view: View = {
      ...written.steps[0]!.view,
      gold: [
        { cards: [3, 1], owed: 0 },
        { cards: [], owed: 0 },
        { cards: [2], owed: 1 },
        { cards: [1, 1, 1, 2], owed: 0 },
      ],
    };
    expect(endingRows(view).map(({ seat, total }) => [seat, total])).toEqual([
      [1, 0],
      [2, 3],
      [0, 4],
      [3, 5],
    ]);
  });
});

describe('for those who do not see the table', () => {
  const people = [
    { name: 'Ada', isMe: true },
    { name: 'Bruno', isMe: false },
  ] as unknown as readonly SeatPerson[];
  const say = (event: unknown) => voice(event as Event, { people });

  it('is said what they draw themselves, and of others nothing', () => {
    expect(say({ type: 'CardDrawn', seat: 0, card: 'map' })).toBe('You draw: Map.');
    expect(say({ type: 'CardDrawn', seat: 1, card: { type: 'hidden' } })).toBeNull();
    expect(say({ type: 'CardDrawn', seat: 1, card: 'map' })).toBeNull();
  });

  it('is said where a card was laid and where it leads', () => {
    const laid = { type: 'PathPlaced', seat: 1, card: 'ES', at: [2, -1], turned: true };
    expect(say(laid)).toBe('Bruno lays a path (up and left), column 2, 1 row up.');
    expect(tell(laid as Event, { people })).toBe('Bruno lays a path.');
  });
});
