"""A view after what its viewer was told: the turns of a round, which are nearly all of a game.

What happens between two rounds shows more than its events tell.
"""

from typing import Final, TypeVar

from msgspec.structs import replace

from filon.games.contract import Hidden, Seat
from filon.games.saboteur.model import (
    CardDiscarded,
    CardDrawn,
    DiggingView,
    Discarded,
    Event,
    GoalSeen,
    GoalView,
    Passed,
    PathPlaced,
    RocksFell,
    RoundView,
    Tile,
    ToolBroken,
    ToolRepaired,
    TurnBegan,
    View,
)
from filon.games.saboteur.pieces import BROKEN, Card

T = TypeVar("T")

FOLLOWED: Final[frozenset[type]] = frozenset(
    {
        PathPlaced,
        ToolBroken,
        ToolRepaired,
        RocksFell,
        GoalSeen,
        CardDiscarded,
        Passed,
        CardDrawn,
        TurnBegan,
    }
)


def follow(view: View, event: Event) -> View:
    table = view.round
    match event:
        case TurnBegan(seat):
            return replace(view, phase=DiggingView(seat))
        case CardDrawn(seat, card):
            hand = (*table.hand, card) if view.seat == seat and not isinstance(card, Hidden) else table.hand
            drawn = replace(table, hand=hand, hand_sizes=_counted(table, seat, 1), pile=table.pile - 1)
            return replace(view, round=drawn)
        case CardDiscarded(seat, card):
            return _played(view, seat, card, (Discarded(card, seat, face_down=True),))
        case PathPlaced(seat, card, at, turned):
            laid = replace(table, maze=(*table.maze, Tile(at, card, turned)))
            return _played(replace(view, round=laid), seat, card)
        case ToolBroken(seat, target, tool):
            broken = _with(table.broken, target, (*table.broken[target], tool))
            return _played(replace(view, round=replace(table, broken=broken)), seat, BROKEN[tool])
        case ToolRepaired(seat, card, target, tool):
            left = tuple(other for other in table.broken[target] if other is not tool)
            mended = replace(table, broken=_with(table.broken, target, left))
            return _played(replace(view, round=mended), seat, card, _thrown(seat, card, BROKEN[tool]))
        case RocksFell(seat, at, card):
            left_standing = replace(table, maze=tuple(tile for tile in table.maze if tile.at != at))
            gone = _thrown(seat, Card.ROCKFALL, card)
            return _played(replace(view, round=left_standing), seat, Card.ROCKFALL, gone)
        case GoalSeen(seat):
            goals = tuple(_looked_at(goal, event, view.seat) for goal in table.goals)
            seen = replace(view, round=replace(table, goals=goals))
            return _played(seen, seat, Card.MAP, _thrown(seat, Card.MAP))
        case _:
            assert isinstance(event, Passed), "nothing else can be followed"
            return view


def _played(view: View, seat: Seat, card: Card | Hidden, thrown: tuple[Discarded, ...] = ()) -> View:
    """The card has left the hand, and `thrown` lie on the pile of discards."""
    table = view.round
    hand = table.hand
    if view.seat == seat and not isinstance(card, Hidden):
        at = hand.index(card)
        hand = hand[:at] + hand[at + 1 :]
    sizes = _counted(table, seat, -1)
    return replace(
        view, round=replace(table, hand=hand, hand_sizes=sizes, discards=(*table.discards, *thrown))
    )


def _thrown(seat: Seat, *cards: Card) -> tuple[Discarded, ...]:
    return tuple(Discarded(card, seat, face_down=False) for card in cards)


def _looked_at(goal: GoalView, event: GoalSeen, viewer: Seat | None) -> GoalView:
    if goal.at != event.at or event.seat in goal.seen_by:
        return goal
    face = event.face if viewer == event.seat else goal.face
    return GoalView(goal.at, face, goal.face_up, (*goal.seen_by, event.seat))


def _counted(table: RoundView, seat: Seat, more: int) -> tuple[int, ...]:
    return _with(table.hand_sizes, seat, table.hand_sizes[seat] + more)


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])
