import type { Card, Discarded, Event, GoalSeen, GoalView, RoundView, View } from '$lib/protocol/saboteur';

/** What a turn is made of: these events tell all that they change in a view. */
export type Followed = Extract<
  Event,
  {
    type:
      | 'PathPlaced'
      | 'ToolBroken'
      | 'ToolRepaired'
      | 'RocksFell'
      | 'GoalSeen'
      | 'CardDiscarded'
      | 'Passed'
      | 'CardDrawn'
      | 'TurnBegan';
  }
>;

export const onTable = (view: View, change: Partial<RoundView>): View => ({
  ...view,
  round: { ...view.round, ...change },
});

export const changed = <T>(items: readonly T[], at: number, change: (item: T) => T): T[] =>
  items.map((item, index) => (index === at ? change(item) : item));

/**
 * The view after an event of a turn, exactly as the server would make it (docs/protocol.md, protocol 3). The results all
 * stand in the event; nothing is worked out here.
 */
export function follow(view: View, event: Followed): View {
  const table = view.round;
  switch (event.type) {
    case 'PathPlaced': {
      const { at, card, turned } = event;
      return onTable(view, {
        ...played(view, event.seat, card),
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
        maze: table.maze.filter(({ at: [x, y] }) => x !== event.at[0] || y !== event.at[1]),
      });
    case 'GoalSeen':
      return onTable(view, {
        ...played(view, event.seat, 'map'),
        ...discarded(view, event.seat, 'map'),
        goals: table.goals.map((goal) => lookedAt(goal, event)),
      });
    case 'CardDiscarded':
      return onTable(view, {
        ...played(view, event.seat, event.card),
        discards: [...table.discards, { card: event.card, seat: event.seat, face_down: true }],
      });
    case 'CardDrawn':
      return onTable(view, {
        hand:
          typeof event.card === 'string' && event.seat === view.seat
            ? [...table.hand, event.card]
            : table.hand,
        hand_sizes: changed(table.hand_sizes, event.seat, (size) => size + 1),
        pile: table.pile - 1,
      });
    case 'TurnBegan':
      return { ...view, phase: { type: 'Digging', turn: event.seat } };
    case 'Passed':
      return view;
    default:
      event satisfies never;
      throw new TypeError('no event of a turn');
  }
}

/** The hand and the number of cards after one was played; a face-down one of somebody else's has no name. */
function played(view: View, seat: number, card: Discarded['card']): Pick<RoundView, 'hand' | 'hand_sizes'> {
  const { hand, hand_sizes } = view.round;
  return {
    hand: seat === view.seat && typeof card === 'string' ? without(hand, card) : hand,
    hand_sizes: changed(hand_sizes, seat, (size) => size - 1),
  };
}

function without(hand: readonly Card[], card: Card): readonly Card[] {
  const at = hand.indexOf(card);
  return at < 0 ? hand : hand.toSpliced(at, 1);
}

function discarded(
  view: View,
  seat: number,
  ...cards: readonly Discarded['card'][]
): Pick<RoundView, 'discards'> {
  return { discards: [...view.round.discards, ...cards.map((card) => ({ card, seat, face_down: false }))] };
}

function lookedAt(goal: GoalView, { at: [x, y], seat, face }: GoalSeen): GoalView {
  if (goal.at[0] !== x || goal.at[1] !== y) return goal;
  return {
    ...goal,
    face: face.type === 'hidden' ? goal.face : face,
    seen_by: goal.seen_by.includes(seat) ? goal.seen_by : [...goal.seen_by, seat],
  };
}
