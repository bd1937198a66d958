"""The position as plain text: the maze with its coordinates, the players, the viewer's own cards."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from filon.games.contract import Hidden, Seat
from filon.games.saboteur.maze import EAST, JOINED, NORTH, SHAPES, SOUTH, WEST, Place, Shape, side_names
from filon.games.saboteur.model import (
    DiggingView,
    FinishedView,
    GoalView,
    GoldView,
    RoundOverView,
    RoundResult,
    SharingGoldView,
    Tile,
    View,
)
from filon.games.saboteur.pieces import PATH_COUNTS, ROUNDS, Card, Role

_ROCK: Final = "░"
_BLOCKED: Final = "█"
_WIDTH: Final = 5
_EMPTY: Final = ("     ", "  ·  ", "     ")
_CENTRES: Final = dict(
    zip(
        (3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15),
        "╚║╔╠╝═╩╗╣╦╬",
        strict=True,
    )
)
"""By the open sides of a passage card."""
_MARKS: Final = {Card.START: "S", Card.TREASURE: "$", Card.STONE_SW: "o", Card.STONE_NW: "o"}


def draw(view: View) -> str:
    return "\n".join((*_heading(view), "", *_maze(view), "", *_players(view), *_table(view), *_own(view)))


def _heading(view: View) -> Iterable[str]:
    yield f"round {view.round.number} of {ROUNDS}, {view.round.pile} cards in the pile"
    match view.phase:
        case DiggingView(turn):
            yield f"turn of seat {turn}{_you(view, turn)}"
        case SharingGoldView(chooser, cards) if chooser is not None:
            yield f"seat {chooser}{_you(view, chooser)} takes one of these gold cards: {_gold(cards)}"
        case SharingGoldView():
            yield "the gold is being counted"
        case RoundOverView(ready):
            yield f"the round is over; ready to go on: {' '.join(map(str, ready)) or 'nobody yet'}"
        case FinishedView(scores):
            yield "the game is over; nuggets: " + " ".join(str(score) for score in scores)
        case _:
            assert_never(view.phase)


def _maze(view: View) -> list[str]:
    pictures: dict[Place, Sequence[str]] = {goal.at: _goal_back(goal) for goal in view.round.goals}
    pictures.update({tile.at: _tile(tile) for tile in view.round.maze})
    columns = range(min(x for x, _ in pictures) - 1, max(x for x, _ in pictures) + 2)
    rows = range(min(y for _, y in pictures) - 1, max(y for _, y in pictures) + 2)
    rim = "     " + "".join(f"{x:^{_WIDTH}}" for x in columns).rstrip()
    lines = [rim]
    for y in rows:
        cards = [pictures.get((x, y), _EMPTY) for x in columns]
        for row, label in enumerate(("", str(y), "")):
            line = "".join(card[row] for card in cards)
            lines.append(f"{label:>4} {line} {label}".rstrip())
    lines.append(rim)
    return lines


def _tile(tile: Tile) -> Sequence[str]:
    return _picture(SHAPES[tile.card][tile.turned], _MARKS.get(tile.card))


def _picture(shape: Shape, mark: str | None = None) -> Sequence[str]:
    upper = "║" if shape & NORTH else _ROCK
    lower = "║" if shape & SOUTH else _ROCK
    left = ("═" if shape & WEST else _ROCK) * 2
    right = ("═" if shape & EAST else _ROCK) * 2
    centre = mark or (_CENTRES[shape - JOINED] if shape & JOINED else _BLOCKED)
    rock = _ROCK * 2
    return f"{rock}{upper}{rock}", f"{left}{centre}{right}", f"{rock}{lower}{rock}"


def _goal_back(goal: GoalView) -> Sequence[str]:
    """A face-down goal, with what the viewer knows of it: a stone by its openings."""
    match goal.face:
        case Hidden():
            text = "?"
        case face if face.card is Card.TREASURE:
            text = "$"
        case face:
            text = "o" + side_names(SHAPES[face.card][face.turned])
    return "┌───┐", f"│{text:^3}│", "└───┘"


def _players(view: View) -> Iterable[str]:
    for seat, (role, size, tools, gold) in enumerate(
        zip(view.round.roles, view.round.hand_sizes, view.round.broken, view.gold, strict=True)
    ):
        words = [f"hand {size}", f"gold {_purse(gold)}"]
        if not isinstance(role, Hidden):
            words.insert(0, role.value)
        if tools:
            words.append("broken " + " ".join(tool.value for tool in tools))
        yield f"seat {seat}{_you(view, Seat(seat))}: {', '.join(words)}"


def _table(view: View) -> Iterable[str]:
    looks = [
        f"{goal.at[0]},{goal.at[1]} by {' '.join(str(seat) for seat in goal.seen_by)}"
        for goal in view.round.goals
        if goal.seen_by
    ]
    if looks:
        yield "goals looked at: " + "; ".join(looks)
    if view.round.discards:
        yield "discards: " + " ".join(
            "?"
            if isinstance(each.card, Hidden)
            else f"({each.card.value})"
            if each.face_down
            else each.card.value
            for each in view.round.discards
        )
    yield from (_result(result) for result in view.results)


def _result(result: RoundResult) -> str:
    saboteurs = [str(seat) for seat, role in enumerate(result.roles) if role is Role.SABOTEUR]
    return f"round {result.round} won by {result.winner.value}; saboteurs: {' '.join(saboteurs) or 'none'}"


def _own(view: View) -> Iterable[str]:
    """The hand, path cards as pictures: upright, as `turned` finds them."""
    paths = [card for card in dict.fromkeys(view.round.hand) if card in PATH_COUNTS]
    others = [card.value for card in view.round.hand if card not in PATH_COUNTS]
    if paths:
        pictures = [_picture(SHAPES[card][0]) for card in paths]
        copies = {card: view.round.hand.count(card) for card in paths}
        names = [card.value + (f" x{copies[card]}" if copies[card] > 1 else "") for card in paths]
        yield ""
        yield from ("   ".join(f"{picture[row]:8}" for picture in pictures).rstrip() for row in range(3))
        yield "   ".join(f"{name:8}" for name in names).rstrip()
    if others:
        yield "in hand: " + ", ".join(others)


def _purse(gold: GoldView) -> str:
    owed = f" and {gold.owed} owed" if gold.owed else ""
    return (_gold(gold.cards) or "0") + owed


def _gold(cards: Iterable[int | Hidden]) -> str:
    return " ".join("?" if isinstance(card, Hidden) else str(card) for card in cards)


def _you(view: View, seat: Seat) -> str:
    return " (you)" if seat == view.seat else ""
