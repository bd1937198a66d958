"""From an event to the next state: bookkeeping, no rules."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from filon.games.contract import Continued, Seat, whole
from filon.games.intermission import with_ready
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, START_CELL, cell_of
from filon.games.saboteur.model import (
    CardDiscarded,
    CardDrawn,
    Digging,
    Discarded,
    Event,
    Finished,
    GameEnded,
    Goal,
    GoalRevealed,
    GoalSeen,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldShuffled,
    GoldTaken,
    Paid,
    Passed,
    PathPlaced,
    RocksFell,
    Round,
    RoundDealt,
    RoundEnded,
    RoundOver,
    RoundResult,
    Shared,
    SharingGold,
    State,
    Taken,
    ToolBroken,
    ToolRepaired,
    TurnBegan,
)
from filon.games.saboteur.pieces import BROKEN, Card

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    table = state.round
    match event:
        case PathPlaced(seat, card, at, turned):
            maze = {**table.maze, _cell(at): SHAPES[card][turned]}
            return _on_table(state, replace(table, maze=maze, hands=_played(table, seat, card)))
        case CardDrawn(seat, card):
            hands = _with(table.hands, seat, (*table.hands[seat], whole(card)))
            return _on_table(state, replace(table, hands=hands, pile=table.pile[:-1]))
        case TurnBegan(seat):
            return replace(state, phase=Digging(seat))
        case CardDiscarded(seat, card):
            return _on_table(state, _discarded(table, seat, whole(card), face_down=True))
        case Passed():
            return state
        case ToolBroken(seat, target, tool):
            broken = _with(table.broken, target, (*table.broken[target], tool))
            return _on_table(state, replace(table, broken=broken, hands=_played(table, seat, BROKEN[tool])))
        case ToolRepaired(seat, card, target, tool):
            table = _discarded(table, seat, card, BROKEN[tool])
            broken = _with(table.broken, target, _without(table.broken[target], tool))
            return _on_table(state, replace(table, broken=broken))
        case RocksFell(seat, at, card):
            maze = table.maze.copy()
            del maze[_cell(at)]
            return _on_table(state, replace(_discarded(table, seat, Card.ROCKFALL, card), maze=maze))
        case GoalSeen(seat, at):
            return _on_table(state, _with_look(_discarded(table, seat, Card.MAP), event))
        case GoalRevealed():
            return _on_table(state, _with_revealed(table, event))
        case _:
            return _between_rounds(state, event)


def dealt_round(event: RoundDealt) -> Round:
    """The table at the beginning of a round."""
    hands = tuple(whole(hand) for hand in event.hands)
    return Round(
        number=event.number,
        starter=event.starter,
        roles=tuple(whole(role) for role in event.roles),
        set_aside=whole(event.set_aside),
        goals=tuple(Goal(face.card, face.turned) for face in whole(event.goals)),
        maze={START_CELL: SHAPES[Card.START][0]},
        broken=((),) * len(hands),
        hands=hands,
        pile=whole(event.pile),
    )


def _between_rounds(
    state: State,
    event: RoundEnded
    | GoldDrawn
    | GoldTaken
    | GoldPassed
    | GoldPaid
    | GoldShuffled
    | Continued
    | RoundDealt
    | GameEnded,
) -> State:
    number = state.round.number
    match event:
        case RoundEnded():
            result = RoundResult(
                event.number, event.winner, event.last, event.roles, event.set_aside, event.goals
            )
            return replace(state, phase=RoundOver(), results=(*state.results, result))
        case GoldDrawn(seat, cards):
            return replace(
                state,
                phase=SharingGold(seat, tuple(whole(card) for card in cards)),
                gold_deck=state.gold_deck[: len(state.gold_deck) - len(cards)],
                ledger=(*state.ledger, Shared(number, ())),
            )
        case GoldTaken():
            return _with_gold_taken(state, event)
        case GoldPassed(to=to, cards=cards):
            return replace(state, phase=SharingGold(to, tuple(whole(card) for card in cards)))
        case GoldPaid(payments):
            deck = state.gold_deck
            for payment in payments:
                for card in payment.cards:
                    deck = _without(deck, whole(card))
            return replace(state, gold_deck=deck, ledger=(*state.ledger, Paid(number, payments)))
        case GoldShuffled(deck):
            return replace(state, gold_deck=whole(deck))
        case Continued(seat):
            assert isinstance(state.phase, RoundOver)
            return replace(state, phase=RoundOver(with_ready(state.phase.ready, seat)))
        case RoundDealt():
            return replace(state, round=dealt_round(event), phase=Digging(event.starter))
        case GameEnded():
            return replace(state, phase=Finished())
        case _:
            assert_never(event)


def _with_gold_taken(state: State, event: GoldTaken) -> State:
    assert isinstance(state.phase, SharingGold)
    *before, record = state.ledger
    assert isinstance(record, Shared)
    cards = state.phase.cards
    taken = (*record.taken, Taken(event.seat, cards, event.nuggets))
    rest = _without(cards, whole(event.nuggets))
    return replace(
        state,
        phase=SharingGold(None, rest) if rest else RoundOver(),
        ledger=(*before, Shared(record.round, taken)),
    )


def _with_look(table: Round, event: GoalSeen) -> Round:
    which = GOAL_PLACES.index(event.at)
    goal = table.goals[which]
    if event.seat in goal.seen_by:
        return table
    return replace(table, goals=_with(table.goals, which, replace(goal, seen_by=(*goal.seen_by, event.seat))))


def _with_revealed(table: Round, event: GoalRevealed) -> Round:
    which = GOAL_PLACES.index(event.at)
    goal = Goal(event.card, event.turned, face_up=True, seen_by=table.goals[which].seen_by)
    maze = {**table.maze, _cell(event.at): SHAPES[event.card][event.turned]}
    return replace(table, goals=_with(table.goals, which, goal), maze=maze)


def _discarded(table: Round, seat: Seat, card: Card, *more: Card, face_down: bool = False) -> Round:
    """`card` leaves the hand for the discard pile, and `more` leave other places for it."""
    pile = (*table.discards, *(Discarded(each, seat, face_down) for each in (card, *more)))
    return replace(table, hands=_played(table, seat, card), discards=pile)


def _on_table(state: State, table: Round) -> State:
    return replace(state, round=table)


def _played(table: Round, seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    return _with(table.hands, seat, _without(table.hands[seat], card))


def _cell(at: tuple[int, int]) -> int:
    cell = cell_of(at)
    assert cell is not None, "no event lies out there"
    return cell


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    at = items.index(item)
    return items[:at] + items[at + 1 :]
