import type { Event, GoldTaken, RoundEnded, Shared, View } from '$lib/protocol/saboteur';
import type { Step } from '../types';
import { changed, follow, onTable } from './follow';
import { samePlace, type Place } from './moves';
import { unveiling } from './unveiling';

/** How long each moment is shown; whoever is next may act within half a second, unless the moment is a great one. */
const PLACED_MS = 300;
const STONE_MS = 1800;
const TREASURE_MS = 2400;
const PLAYED_MS = 300;
const FELL_MS = 380;
const DISCARDED_MS = 240;
const DRAWN_MS = 80;
const GOLD_MS = 260;
const PAID_MS = 1800;

const goalAt = (view: View, at: Place): number =>
  view.round.goals.findIndex((goal) => samePlace(goal.at, at));

/** What the chooser has seen belongs to the record of the round; nobody else has seen more than the backs. */
function shared(view: View, { seat, nuggets }: GoldTaken): Shared {
  const before = view.ledger.find(({ round }) => round === view.round.number);
  const taken = before?.type === 'Shared' ? before.taken : [];
  const offered = view.phase.type === 'SharingGold' ? view.phase.cards : [];
  return { type: 'Shared', round: view.round.number, taken: [...taken, { seat, offered, nuggets }] };
}

/** The position as it is drawn after an event. The results all stand in the event; nothing is worked out here. */
function drawn(view: View, event: Exclude<Event, RoundEnded>): View {
  const table = view.round;
  switch (event.type) {
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
    case 'GoldDrawn':
      return { ...view, phase: { type: 'SharingGold', chooser: event.seat, cards: event.cards } };
    case 'GoldTaken':
      return {
        ...view,
        gold: changed(view.gold, event.seat, (gold) => ({ ...gold, cards: [...gold.cards, event.nuggets] })),
        ledger: [...view.ledger.filter(({ round }) => round !== view.round.number), shared(view, event)],
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
        ledger: [...view.ledger, { type: 'Paid', round: view.round.number, payments: event.payments }],
      };
    case 'Continued':
      return view.phase.type === 'RoundOver'
        ? { ...view, phase: { type: 'RoundOver', ready: [...view.phase.ready, event.seat] } }
        : view;
    case 'GoldShuffled':
    case 'RoundDealt':
    case 'GameEnded':
      return view;
    default:
      return follow(view, event);
  }
}

type Timing = Pick<Step<View, Event>, 'ms' | 'sound' | 'great'>;

function timing(event: Exclude<Event, RoundEnded>): Timing {
  switch (event.type) {
    case 'PathPlaced':
      return { ms: PLACED_MS, sound: 'card' };
    case 'GoalRevealed':
      return event.card === 'treasure'
        ? { ms: TREASURE_MS, sound: 'win', great: true }
        : { ms: STONE_MS, sound: 'stone', great: true };
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
    case 'GoldTaken':
      return { ms: GOLD_MS, sound: 'gold' };
    case 'GoldPaid':
      return { ms: PAID_MS, sound: 'gold', great: true };
    case 'CardDrawn':
      return { ms: DRAWN_MS };
    case 'Passed':
    case 'TurnBegan':
    case 'GoldDrawn':
    case 'GoldPassed':
    case 'GoldShuffled':
    case 'RoundDealt':
    case 'GameEnded':
    case 'Continued':
      return { ms: 0 };
  }
}

/**
 * One step an event, and several for the end of a round; each with the position as it is drawn after it. The last is drawn
 * as the server saw it: what a view hides, no event may show for longer.
 */
export function steps(before: View, events: readonly Event[], after: View): Step<View, Event>[] {
  let view = before;
  const shown = events.flatMap((event): Step<View, Event>[] => {
    const parts =
      event.type === 'RoundEnded'
        ? unveiling(view, event)
        : [{ event, view: drawn(view, event), ...timing(event) }];
    view = parts.at(-1)!.view;
    return parts;
  });
  return shown.map((step, index) => (index === shown.length - 1 ? { ...step, view: after } : step));
}
