import { m } from '$lib/paraglide/messages.js';
import { getLocale } from '$lib/paraglide/runtime.js';
import {
  ROLE_POOL,
  type Action,
  type Card,
  type Event,
  type Face,
  type GoalView,
  type Role,
  type Tile,
  type Tool,
  type View,
  type Winner,
} from '$lib/protocol/saboteur';
import type { PlayTable, SeatPerson } from '../types';
import { isKnown, kindOf, openings, openSides, toolsOf, type Side } from './cards';
import type { Laid } from './laid';
import type { Place } from './moves';

export const listed = (
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(getLocale(), { type }).format(parts);

const sideName = (side: Side): string =>
  ({ N: m.saboteur_up, E: m.saboteur_right, S: m.saboteur_down, W: m.saboteur_left })[side]();

/** Where a card's openings lead, as it lies. */
export function sideWords(card: Card, turned: boolean): string {
  const sides = openSides(card, turned);
  return sides.length === 4 ? m.saboteur_all_sides() : listed(sides.map(sideName));
}

/** As a line of the log has it: "Ada’s pick". */
export const toolWord = (tool: Tool): string =>
  ({ pick: m.saboteur_pick, lamp: m.saboteur_lamp, cart: m.saboteur_cart })[tool]();

/** With its article: "the pick". */
export const toolName = (tool: Tool): string =>
  ({ pick: m.saboteur_the_pick, lamp: m.saboteur_the_lamp, cart: m.saboteur_the_cart })[tool]();

/** Of the player who reads: "your pick". */
export const yourTool = (tool: Tool): string =>
  ({ pick: m.saboteur_your_pick, lamp: m.saboteur_your_lamp, cart: m.saboteur_your_cart })[tool]();

export const roleName = (role: Role): string =>
  role === 'digger' ? m.saboteur_digger() : m.saboteur_saboteur();

/** How many saboteurs there may be, as far as whoever has this role can know: one role lies unseen beside the table. */
export function companyWords(role: Role, players: number): string {
  const [most] = ROLE_POOL[String(players) as keyof typeof ROLE_POOL];
  return role === 'digger'
    ? m.saboteur_may_be({ players, least: most - 1 })
    : m.saboteur_with_you({ players, most });
}

export const roleDeed = (role: Role): string =>
  role === 'digger' ? m.saboteur_digger_deed() : m.saboteur_saboteur_deed();

/** What a card is, as it lies or would lie. */
export function cardName(card: Card, turned = false): string {
  switch (kindOf(card)) {
    case 'map':
      return m.saboteur_map();
    case 'rockfall':
      return m.saboteur_rockfall();
    case 'break':
      return m.saboteur_breaks({ tool: listed(toolsOf(card).map(toolName)) });
    case 'repair':
      return m.saboteur_repairs({ tool: listed(toolsOf(card).map(toolName), 'disjunction') });
    case 'path':
      break;
  }
  switch (card) {
    case 'start':
      return m.saboteur_start();
    case 'treasure':
      return m.saboteur_treasure();
    case 'stone_SW':
    case 'stone_NW':
      return m.saboteur_stone();
    default: {
      const sides = sideWords(card, turned);
      return openings(card)?.joined ? m.saboteur_path({ sides }) : m.saboteur_dead_end({ sides });
    }
  }
}

/** What a card is good for, in a few words. */
export function cardUse(card: Card): string {
  switch (kindOf(card)) {
    case 'map':
      return m.saboteur_use_map();
    case 'rockfall':
      return m.saboteur_use_rockfall();
    case 'break':
      return m.saboteur_use_break();
    case 'repair':
      return m.saboteur_use_repair();
    case 'path':
      return m.saboteur_use_path();
  }
}

/** Counted from the start: the goals lie in column 8. */
export function placeWords([x, y]: Place): string {
  const row =
    y === 0
      ? m.saboteur_row_middle()
      : y < 0
        ? m.saboteur_row_up({ count: -y })
        : m.saboteur_row_down({ count: y });
  return m.saboteur_place({ column: x, row });
}

/** From north to south. */
export const goalNames = (): readonly string[] => [
  m.saboteur_goal_up(),
  m.saboteur_goal_middle(),
  m.saboteur_goal_down(),
];

/** A goal as people at the table call it. */
export const goalName = ([, y]: Place): string => goalNames()[Math.sign(y) + 1] ?? '';

export const tileWords = ({ at, card, turned }: Tile): string =>
  m.saboteur_card_at({ card: cardName(card, turned), where: placeWords(at) });

/** The clock of the reader's own country, where the browser tells it. */
export function timeWords(at: number): string {
  const region = navigator.languages.find((tag) => tag.startsWith(getLocale())) ?? getLocale();
  return new Intl.DateTimeFormat(region, { hour: 'numeric', minute: '2-digit' }).format(at);
}

export const laidWords = ({ seat, turn, at }: Laid, people: readonly SeatPerson[]): string =>
  m.saboteur_laid_by({
    who: people[seat]?.isMe ? 'me' : 'other',
    name: people[seat]?.name ?? '',
    turn,
    time: timeWords(at),
  });

export const faceWords = ({ card }: Face): string =>
  card === 'treasure' ? m.saboteur_see_treasure() : m.saboteur_see_stone();

export function goalWords(goal: GoalView, table: PlayTable<View, Action, Event>): string {
  const where = placeWords(goal.at);
  if (isKnown(goal.face) && table.view.phase.type !== 'Digging')
    return m.saboteur_card_at({ card: cardName(goal.face.card, goal.face.turned), where });
  const what = isKnown(goal.face)
    ? m.saboteur_goal_known({ card: cardName(goal.face.card), where })
    : m.saboteur_goal_hidden({ where });
  if (!goal.seen_by.length) return what;
  const names = goal.seen_by.map((seat) =>
    table.people[seat]?.isMe ? m.saboteur_you() : (table.people[seat]?.name ?? ''),
  );
  return `${what} ${m.saboteur_seen_by({ names: listed(names) })}`;
}

export const winnerWords = (winner: Winner): string =>
  ({
    diggers: m.saboteur_diggers_win,
    saboteurs: m.saboteur_saboteurs_win,
    nobody: m.saboteur_nobody_wins,
  })[winner]();
