import type { Card, Discarded, Event, RoundView, View } from '$lib/protocol/saboteur';
import { moments } from '../moments';
import type { Step } from '../types';
import { isKnown } from './cards';
import { samePlace, type Place } from './moves';

/** How long each moment is shown; whoever is next may act within half a second. */
const PLACED_MS = 300;
const TURNED_UP_MS = 420;
const PLAYED_MS = 300;
const FELL_MS = 380;
const DISCARDED_MS = 240;
const DRAWN_MS = 80;
const GOLD_MS = 260;
const ENDED_MS = 420;

const onTable = (view: View, change: Partial<RoundView>): View => ({
  ...view,
  round: { ...view.round, ...change },
});

const changed = <T>(items: readonly T[], at: number, change: (item: T) => T): T[] =>
  items.map((item, index) => (index === at ? change(item) : item));

function without(hand: readonly Card[], card: Card): readonly Card[] {
  const at = hand.indexOf(card);
  return at < 0 ? hand : hand.filter((_, index) => index !== at);
}

/** The hand and the number of cards after one was played; a face-down one of somebody else's has no name. */
function played(view: View, seat: number, card: Card | null): Pick<RoundView, 'hand' | 'hand_sizes'> {
  const { hand, hand_sizes } = view.round;
  return {
    hand: seat === view.seat && card ? without(hand, card) : hand,
    hand_sizes: changed(hand_sizes, seat, (size) => Math.max(0, size - 1)),
  };
}

function discarded(
  view: View,
  seat: number,
  ...cards: readonly Discarded['card'][]
): Pick<RoundView, 'discards'> {
  return { discards: [...view.round.discards, ...cards.map((card) => ({ card, seat, face_down: false }))] };
}

const goalAt = (view: View, at: Place): number =>
  view.round.goals.findIndex((goal) => samePlace(goal.at, at));

/** The position as it is drawn after an event. The results all stand in the event; nothing is worked out here. */
function drawn(view: View, event: Event): View {
  const table = view.round;
  switch (event.type) {
    case 'PathPlaced': {
      const { at, card, turned } = event;
      return onTable(view, {
        ...played(view, event.seat, card),
        maze: [...table.maze, { at, card, turned }],
      });
    }
    case 'GoalRevealed': {
      const { at, card, turned } = event;
      return onTable(view, {
        goals: changed(table.goals, goalAt(view, at), (goal) => ({
          ...goal,
          face: { type: 'Face', card, turned },
          face_up: true,
        })),
        maze: [...table.maze, { at, card, turned }],
      });
    }
    case 'ToolBroken':
      return onTable(view, {
        ...played(view, event.seat, `broken_${event.tool}`),
        broken: changed(table.broken, event.target, (tools) => [...tools, event.tool]),
      });
    case 'ToolRepaired':
      return onTable(view, {
        ...played(view, event.seat, event.card),
        ...discarded(view, event.seat, event.card, `broken_${event.tool}`),
        broken: changed(table.broken, event.target, (tools) => tools.filter((tool) => tool !== event.tool)),
      });
    case 'RocksFell':
      return onTable(view, {
        ...played(view, event.seat, 'rockfall'),
        ...discarded(view, event.seat, 'rockfall', event.card),
        maze: table.maze.filter(({ at }) => !samePlace(at, event.at)),
      });
    case 'GoalSeen':
      return onTable(view, {
        ...played(view, event.seat, 'map'),
        ...discarded(view, event.seat, 'map'),
        goals: changed(table.goals, goalAt(view, event.at), (goal) => ({
          ...goal,
          face: isKnown(event.face) ? event.face : goal.face,
          seen_by: goal.seen_by.includes(event.seat) ? goal.seen_by : [...goal.seen_by, event.seat],
        })),
      });
    case 'CardDiscarded':
      return onTable(view, {
        ...played(view, event.seat, isKnown(event.card) ? event.card : null),
        discards: [...table.discards, { card: event.card, seat: event.seat, face_down: true }],
      });
    case 'CardDrawn':
      return onTable(view, {
        hand: isKnown(event.card) && event.seat === view.seat ? [...table.hand, event.card] : table.hand,
        hand_sizes: changed(table.hand_sizes, event.seat, (size) => size + 1),
        pile: Math.max(0, table.pile - 1),
      });
    case 'TurnBegan':
      return { ...view, phase: { type: 'Digging', turn: event.seat } };
    case 'RoundEnded':
      return {
        ...onTable(view, {
          roles: event.roles,
          set_aside: event.set_aside,
          goals: table.goals.map((goal, index) => ({ ...goal, face: event.goals[index] ?? goal.face })),
        }),
        phase: { type: 'SharingGold', chooser: null, cards: [] },
        results: [
          ...view.results,
          {
            round: event.number,
            winner: event.winner,
            last: event.last,
            roles: event.roles,
            set_aside: event.set_aside,
            goals: event.goals,
          },
        ],
      };
    case 'GoldDrawn':
      return { ...view, phase: { type: 'SharingGold', chooser: event.seat, cards: event.cards } };
    case 'GoldTaken':
      return {
        ...view,
        gold: changed(view.gold, event.seat, (gold) => ({ ...gold, cards: [...gold.cards, event.nuggets] })),
      };
    case 'GoldPassed':
      return { ...view, phase: { type: 'SharingGold', chooser: event.to, cards: event.cards } };
    case 'GoldPaid':
      return {
        ...view,
        gold: view.gold.map((gold, seat) => {
          const payment = event.payments.find((each) => each.seat === seat);
          return payment
            ? { cards: [...gold.cards, ...payment.cards], owed: gold.owed + payment.owed }
            : gold;
        }),
      };
    case 'GoldShuffled':
    case 'Passed':
    case 'RoundDealt':
    case 'GameEnded':
      return view;
  }
}

function timing(event: Event): Pick<Step<View, Event>, 'ms' | 'sound'> {
  switch (event.type) {
    case 'PathPlaced':
      return { ms: PLACED_MS, sound: 'card' };
    case 'GoalRevealed':
      return { ms: TURNED_UP_MS, sound: event.card === 'treasure' ? 'gold' : 'stone' };
    case 'ToolBroken':
      return { ms: PLAYED_MS, sound: 'snap' };
    case 'ToolRepaired':
      return { ms: PLAYED_MS, sound: 'wood' };
    case 'RocksFell':
      return { ms: FELL_MS, sound: 'rumble' };
    case 'GoalSeen':
      return { ms: PLAYED_MS, sound: 'card' };
    case 'CardDiscarded':
      return { ms: DISCARDED_MS, sound: 'card' };
    case 'RoundEnded':
      return { ms: ENDED_MS, sound: event.winner === 'diggers' ? 'win' : 'lose' };
    case 'GoldTaken':
      return { ms: GOLD_MS, sound: 'gold' };
    case 'GoldPaid':
      return { ms: GOLD_MS, sound: 'gold' };
    case 'CardDrawn':
      return { ms: DRAWN_MS };
    case 'Passed':
    case 'TurnBegan':
    case 'GoldDrawn':
    case 'GoldPassed':
    case 'GoldShuffled':
    case 'RoundDealt':
    case 'GameEnded':
      return { ms: 0 };
  }
}

export const steps = (before: View, events: readonly Event[], after: View): Step<View, Event>[] =>
  moments(before, events, after, drawn, timing);
