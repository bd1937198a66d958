import type { Card, Hidden, Tool } from '$lib/protocol/saboteur';

export const SIDES = ['N', 'E', 'S', 'W'] as const;
export type Side = (typeof SIDES)[number];
export const TOOLS: readonly Tool[] = ['pick', 'lamp', 'cart'];

/** A card with a passage as it is drawn: its open sides, and whether they meet inside. */
export interface Openings {
  readonly sides: readonly Side[];
  readonly joined: boolean;
}

const GOALS: Partial<Record<Card, string>> = {
  start: 'NESW',
  treasure: 'NESW',
  stone_SW: 'SW',
  stone_NW: 'NW',
};

const letters = (text: string): Side[] => SIDES.filter((side) => text.includes(side));

/** Null for a card without a passage. A path card's name spells its openings. */
export function openings(card: Card): Openings | null {
  const goal = GOALS[card];
  if (goal) return { sides: letters(goal), joined: true };
  const spelt = /^(x?)([NESW]+)$/.exec(card);
  return spelt ? { sides: letters(spelt[2]!), joined: spelt[1] === '' } : null;
}

export const opposite = (side: Side): Side => SIDES[(SIDES.indexOf(side) + 2) % 4]!;

/** The open sides of a card as it lies. */
export function openSides(card: Card, turned: boolean): readonly Side[] {
  const sides = openings(card)?.sides ?? [];
  return turned ? SIDES.filter((side) => sides.includes(opposite(side))) : sides;
}

/** The place at which a side of a place looks. */
export function beyond([x, y]: readonly [number, number], side: Side): readonly [number, number] {
  switch (side) {
    case 'N':
      return [x, y - 1];
    case 'E':
      return [x + 1, y];
    case 'S':
      return [x, y + 1];
    case 'W':
      return [x - 1, y];
  }
}

/** Whether half a turn makes a difference to be seen. */
export const canTurn = (card: Card): boolean =>
  openSides(card, true).join() !== openSides(card, false).join();

export type Kind = 'path' | 'map' | 'rockfall' | 'break' | 'repair';

export function kindOf(card: Card): Kind {
  if (card === 'map' || card === 'rockfall') return card;
  if (card.startsWith('broken_')) return 'break';
  return card.startsWith('repair_') ? 'repair' : 'path';
}

/** The tools that a card breaks or repairs. */
export const toolsOf = (card: Card): readonly Tool[] =>
  kindOf(card) === 'break' || kindOf(card) === 'repair' ? TOOLS.filter((tool) => card.includes(tool)) : [];

export const isHidden = (value: unknown): value is Hidden =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'hidden';

export const isKnown = <T>(value: T | Hidden): value is T => !isHidden(value);
