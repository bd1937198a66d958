"""What an action looks like to the others, and what it is good for; and kinds of decisions by that."""

from collections.abc import Sequence
from typing import Final, Literal, assert_never

from filon.bots.saboteur.survey import ALL, cell_at, distances, maze_of
from filon.coach.saboteur.value import PASSAGES
from filon.games.contract import HIDDEN, Continue, Seat
from filon.games.saboteur.maze import SHAPES
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    Discard,
    DropRocks,
    Event,
    GoalSeen,
    Pass,
    Passed,
    PathPlaced,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    TakeGold,
    ToolBroken,
    ToolRepaired,
    View,
)
from filon.games.saboteur.pieces import Role

Purpose = Literal["nearer", "aside", "harm", "break", "mend_own", "mend", "look", "throw"]
"""`harm`: a dead end, or a way made longer; `aside`: a passage or rocks that change no way."""

_ENEMY: Final = 0.5

DIGGERS_KINDS: Final = (
    "missed_path",
    "other_path",
    "wasted_path",
    "harmful_path",
    "hit_digger",
    "wrong_hammer",
    "spared_saboteur",
    "mended_saboteur",
    "left_broken",
    "left_friend_broken",
    "no_look",
    "needless_look",
    "threw_away",
)
SABOTEURS_KINDS: Final = (
    "helped",
    "too_early",
    "too_late",
    "other_harm",
    "hit_saboteur",
    "wrong_hammer",
    "mended_digger",
    "no_look",
    "needless_look",
    "threw_away",
    "other",
)
KINDS: Final = (
    "saboteur.right",
    *(f"saboteur.digger_{kind}" for kind in DIGGERS_KINDS),
    *(f"saboteur.saboteur_{kind}" for kind in SABOTEURS_KINDS),
)
"""All that `kind_of` says; clients have words for each."""


def deed_of(view: View, action: Action) -> Event:
    """What the others see of it at once."""
    seat = view.seat
    assert seat is not None, "spectators do nothing"
    match action:
        case PlacePath(card, at, turned):
            return PathPlaced(seat, card, at, turned)
        case BreakTool(tool, target):
            return ToolBroken(seat, target, tool)
        case RepairTool(card, target, tool):
            return ToolRepaired(seat, card, target, tool)
        case DropRocks(at):
            return RocksFell(seat, at, next(tile.card for tile in view.round.maze if tile.at == at))
        case ReadMap(at):
            return GoalSeen(seat, at, HIDDEN)
        case Discard():
            return CardDiscarded(seat, HIDDEN)
        case Pass() | TakeGold() | Continue():
            return Passed(seat)
        case _:
            assert_never(action)


def purpose_of(view: View, treasure: Sequence[float], action: Action) -> Purpose:
    """By what it changes on the way to where the treasure may be."""
    match action:
        case PlacePath() | DropRocks():
            return _of_path(view, treasure, action)
        case BreakTool():
            return "break"
        case RepairTool(_, target, _):
            return "mend_own" if target == view.seat else "mend"
        case ReadMap():
            return "look"
        case Discard() | Pass() | TakeGold() | Continue():
            return "throw"
        case _:
            assert_never(action)


def _of_path(view: View, treasure: Sequence[float], action: PlacePath | DropRocks) -> Purpose:
    maze = maze_of(view.round)
    after = {at: shape for at, shape in maze.items() if at != cell_at(action.at)}
    if isinstance(action, PlacePath):
        if action.card not in PASSAGES:
            return "harm"
        after[cell_at(action.at)] = SHAPES[action.card][action.turned]
    ways = zip(treasure, distances(after, ALL), distances(maze, ALL), strict=True)
    farther = sum(chance * (then - now) for chance, then, now in ways)
    return "nearer" if farther < 0 else "harm" if farther > 0 else "aside"


def kind_of(
    view: View, doubts: Sequence[float], treasure: Sequence[float], best: Action, played: Action
) -> str:
    """What went wrong, for mistakes that are counted over many games; one of KINDS."""
    if best == played:
        return "saboteur.right"
    seat = view.seat
    assert seat is not None, "spectators do nothing"
    better, done = purpose_of(view, treasure, best), purpose_of(view, treasure, played)
    target = played.target if isinstance(played, BreakTool | RepairTool) else None
    if view.round.roles[seat] is Role.SABOTEUR:
        return f"saboteur.saboteur_{_saboteurs(better, done, doubts, target)}"
    return f"saboteur.digger_{_diggers(better, done, doubts, target)}"


def _diggers(better: Purpose, done: Purpose, doubts: Sequence[float], target: Seat | None) -> str:
    match done:
        case "break" if target is not None:
            return "hit_digger" if doubts[target] < _ENEMY else "wrong_hammer"
        case "mend" if target is not None and doubts[target] > _ENEMY:
            return "mended_saboteur"
        case "harm":
            return "harmful_path"
        case "look":
            return "needless_look"
        case _:
            pass
    match better:
        case "nearer":
            return "other_path" if done == "nearer" else "wasted_path" if done == "aside" else "missed_path"
        case "break":
            return "spared_saboteur"
        case "mend_own":
            return "left_broken"
        case "mend":
            return "left_friend_broken"
        case "look":
            return "no_look"
        case _:
            return "threw_away" if done == "throw" else "wasted_path"


def _saboteurs(better: Purpose, done: Purpose, doubts: Sequence[float], target: Seat | None) -> str:
    quiet = ("nearer", "aside", "look", "throw", "mend_own", "mend")
    match done:
        case "break" if target is not None and doubts[target] > _ENEMY:
            return "hit_saboteur"
        case "mend":
            return "mended_digger"
        case "break" | "harm" if better in quiet:
            return "too_early"
        case "break":
            return "wrong_hammer"
        case "harm":
            return "other_harm"
        case "nearer":
            return "helped"
        case _:
            pass
    match better:
        case "break" | "harm":
            return "too_late"
        case "look":
            return "no_look"
        case _:
            return "needless_look" if done == "look" else "threw_away" if done == "throw" else "other"
