import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { words } from '$lib/games/labyrinth/coach';
import { courseOf, endOf, missedWords, nearness } from '$lib/games/labyrinth/lookback';
import type { SeatPerson } from '$lib/games/types';
import { baseLocale, overwriteGetLocale } from '$lib/paraglide/runtime.js';
import type { Action, Insight, TurnTaken, View } from '$lib/protocol/labyrinth';

/** The server's own list of all that its coach says. */
const source = readFileSync(new URL('../../src/filon/coach/labyrinth/keys.py', import.meta.url), 'utf8');
const listed = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, key]) => key ?? '');
const REASONS = listed(/"(coach\.labyrinth\.\w+)"/g);
const KINDS = listed(/"(labyrinth\.\w+)"/g);

const people = ['Ada', 'Bruno', 'Chloé'].map((name, seat): SeatPerson => ({
  seat,
  name,
  mark: 'pick',
  colour: `var(--p${seat})`,
  isMe: seat === 0,
  bot: null,
  standIn: false,
  present: true,
}));
const telling = {
  people,
  seat: 0,
  name: (seat: number) => people[seat]?.name ?? '',
  names: (seats: readonly number[]) => seats.join(),
};
const VALUES = {
  secret: 'harp',
  guarded: 'dragon',
  seat: 1,
  kind: 'gnome',
  given: 'treasure',
  stake: 'die',
  thing: 'stone',
  best: 'paper',
  at: 'D7',
  drawn: 2,
  cards: 4,
};
const CHANGES = { ring: 'outer', steps: 1, then: 'centre', then_steps: 4 };
const WRONG = /\b(D7|harp_|undefined|NaN)\b|[{}]|coach\./;

const view = (more: Partial<View> = {}): View =>
  ({
    seat: 0,
    rotation: { outer: 0, inner: 0, centre: 0 },
    pawns: [2, 8, 14],
    sought: 'crown',
    square: 7,
    phase: { type: 'Moving' },
    ...more,
  }) as View;

const inBoth = (say: () => string | null): [string, string] => {
  overwriteGetLocale(() => 'en');
  const english = say() ?? '';
  overwriteGetLocale(() => 'fr');
  return [english, say() ?? ''];
};

afterEach(() => overwriteGetLocale(() => baseLocale));

describe('the coach of the labyrinth', () => {
  it('has its reasons and kinds listed in the server’s own file', () => {
    expect(REASONS.length).toBeGreaterThan(20);
    expect(KINDS.length).toBeGreaterThan(6);
  });

  for (const key of REASONS)
    for (const [with_, more] of [
      ['with the changes', CHANGES],
      ['without', { rivals: 1 }],
    ] as const)
      it(`tells ${key} in French and English, ${with_}`, () => {
        const [english, french] = inBoth(() =>
          words.reason({ key, values: { ...VALUES, ...more } }, telling),
        );
        expect(english).toBeTruthy();
        expect(french).toBeTruthy();
        expect(french).not.toBe(english);
        expect(english + french).not.toMatch(WRONG);
      });

  for (const kind of KINDS)
    it(`names ${kind} in French and English`, () => {
      const [english, french] = inBoth(() => words.kind(kind));
      expect(english).toBeTruthy();
      expect(french).toBeTruthy();
      expect(french).not.toBe(english);
    });

  it('is silent about what it does not know', () => {
    expect(words.reason({ key: 'coach.labyrinth.another', values: {} }, telling)).toBeNull();
    expect(words.kind('labyrinth.another')).toBeNull();
  });

  it('says which zone opens the way, and which after it', () => {
    overwriteGetLocale(() => 'en');
    const said = words.reason({ key: 'coach.labyrinth.take', values: { ...VALUES, ...CHANGES } }, telling);
    expect(said).toBe(
      'This opens the way to the harp: the outer corridor one notch clockwise, then the centre 2 notches anticlockwise.',
    );
  });

  const ACTIONS: readonly [Action, string, View][] = [
    [{ type: 'Turn', ring: 'inner', steps: -1 }, 'Inner corridor, one notch anticlockwise', view()],
    [{ type: 'Move', to: 7 }, 'Go and take the crown', view()],
    [{ type: 'Move', to: 7 }, 'Go and duel for the crown', view({ pawns: [2, 7, 14] })],
    [{ type: 'Move', to: 8 }, 'Join Bruno', view()],
    [{ type: 'Move', to: 10 }, 'Go and stand at the miller', view()],
    [{ type: 'Stay' }, 'Stay here', view()],
    [{ type: 'Stay' }, 'Take the crown', view({ pawns: [7, 8, 14] })],
    [{ type: 'Swap', opponent: 2, given: 'gnome' }, 'Swap with Chloé, give a gnome', view()],
    [
      { type: 'Challenge', opponent: 1, kind: 'treasure', stake: 'one' },
      'Challenge Bruno: treasures, 1 card',
      view(),
    ],
    [{ type: 'End' }, 'Finish the turn', view()],
    [{ type: 'Throw', thing: 'paper' }, 'Paper', view()],
  ];
  for (const [action, english, before] of ACTIONS)
    it(`says what could be done: ${english}`, () => {
      const [en, fr] = inBoth(() => words.action(action, before, telling));
      expect(en).toBe(english);
      expect(fr).toBeTruthy();
      expect(fr).not.toBe(english);
    });

  it('says whom to put where', () => {
    overwriteGetLocale(() => 'en');
    const placing = view({
      phase: { type: 'Placing', winner: 0, loser: 2, prize: { type: 'ForSecret', waiting: [] } },
    });
    expect(words.action({ type: 'Place', to: 0 }, placing, telling)).toMatch(
      /^Put Chloé on the rim, at 12 o’clock$/,
    );
  });
});

describe('a look back at the turns', () => {
  const turn = (more: Partial<TurnTaken>): TurnTaken => ({
    step: 4,
    walk: 6,
    turn: 2,
    seat: 0,
    squares: 10,
    best: {
      first: { type: 'Turn', ring: 'outer', steps: 1 },
      then: { type: 'Turn', ring: 'inner', steps: 1 },
      squares: 30,
    },
    secret: 'lamp',
    way: {
      first: { type: 'Turn', ring: 'centre', steps: 1 },
      then: { type: 'Turn', ring: 'inner', steps: 1 },
      squares: 20,
    },
    guarded: false,
    reached: false,
    opened: false,
    ...more,
  });
  const insight: Insight = {
    turns: [turn({}), turn({ squares: 20, reached: true }), turn({ seat: 1 })],
    lays: [
      { step: 0, secret: 'lamp', on_turn: 0, near: [0.25, 0.5] },
      { step: 9, secret: 'harp', on_turn: 1, near: [0.75, 0.5] },
    ],
    habits: [],
    pairings: [],
  };

  it('calls a way to an undefended secret that was not walked missed', () => {
    expect(endOf(turn({}))).toBe('missed');
    expect(endOf(turn({ guarded: true }))).toBe('other');
    expect(endOf(turn({ way: null }))).toBe('other');
    expect(endOf(turn({ reached: true }))).toBe('taken');
  });

  it('says by which changes, or that the way lay open', () => {
    overwriteGetLocale(() => 'en');
    expect(missedWords(turn({}))).toBe(
      'Turn 2, the lamp: the centre one notch clockwise, then the inner corridor one notch clockwise.',
    );
    expect(missedWords(turn({ opened: true }))).toContain('the way was open');
  });

  it('has everybody’s averages', () => {
    expect(courseOf(insight, 0)).toMatchObject({ made: 15, best: 30 });
    expect(courseOf(insight, 2)).toMatchObject({ turns: [], made: 0, best: 0 });
    expect(nearness(insight, 2)).toEqual([50, 50]);
  });
});
