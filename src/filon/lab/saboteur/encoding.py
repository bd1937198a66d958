"""Saboteur in arrays: the maze in a window, what lies outside it in lists, everything else as counts.

The window is a way of writing, not a limit: cards outside it are listed in `outside`, and what can be done
out there has its indices in `elsewhere` (`kernels/saboteur/kernel_window.py` proves that there is room).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias, assert_never

from numpy.typing import NDArray

from filon.games.contract import AnyGame, Continue, Hidden, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.gold import counted
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, Cell, Place, Shape, cell_of, led_through
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    DiggingView,
    Discard,
    Discarded,
    DropRocks,
    FinishedView,
    Options,
    Pass,
    PlacePath,
    ReadMap,
    RepairTool,
    RoundOverView,
    RoundResult,
    RoundView,
    SharingGoldView,
    TakeGold,
    Tile,
    View,
    Winner,
)
from filon.games.saboteur.pieces import GOALS, REPAIRS, Role, Tool
from filon.kernels.saboteur.kernel_cards import NUMBER, WAY_NUMBER
from filon.kernels.saboteur.kernel_window import COLUMNS, NORTH, ROWS, WEST
from filon.lab.encoding import NOBODY_KNOWS, Observation, clockwise
from filon.lab.saboteur.layout import REACHED, Phase, Won, action_layout, observation_layout

Part: TypeAlias = NDArray[Any]
_TOOLS: Final = tuple(Tool)
_REPAIRS: Final = tuple(REPAIRS)
_WON: Final = {Winner.DIGGERS: Won.DIGGERS, Winner.SABOTEURS: Won.SABOTEURS, Winner.NOBODY: Won.NOBODY}


class SaboteurEncoding:
    game: AnyGame = SABOTEUR

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options: Any = options
        self.layout = observation_layout(seats)
        self.actions = action_layout(seats)
        self._places: Final = [
            {seat: at for at, seat in enumerate(clockwise(seats, Seat(me)))} for me in range(seats)
        ]
        """By seat: how far clockwise from it the others sit."""

    def observe(self, view: View, out: Observation) -> None:
        out[:] = 0
        part = self.layout.split(out)
        seen_as = clockwise(self.seats, view.seat)
        table = view.round
        part["round"][:] = table.number
        part["starter"][:] = seen_as.index(table.starter)
        part["pile"][:] = table.pile
        part["gold_deck"][:] = view.gold_deck
        _write_maze(table.maze, part["maze"], part["outside"])
        _write_goals(table, seen_as, part)
        for card in table.hand:
            part["hand"][NUMBER[card]] += 1
        for place, seat in enumerate(seen_as):
            part["roles"][place] = _role(table.roles[seat])
            part["hand_sizes"][place] = table.hand_sizes[seat]
            for tool in table.broken[seat]:
                part["broken"][place, _TOOLS.index(tool)] = 1
        part["role"][:] = NOBODY_KNOWS if view.seat is None else part["roles"][0]
        _write_discards(table.discards, seen_as, part)
        _write_gold(view, seen_as, part)
        _write_results(view.results, seen_as, part)
        _write_phase(view, seen_as, part)

    def indices(self, seat: Seat, legal: Sequence[Action]) -> list[int]:
        # By place, so that those elsewhere can be counted off in their order.
        elsewhere = sorted(key for key in map(_elsewhere, legal) if key is not None)
        rank = {key: at for at, key in enumerate(elsewhere)}
        found = []
        for action in legal:
            key = _elsewhere(action)
            if key is None:
                found.append(self._index(self._places[seat], action))
            else:
                found.append(self.actions.offsets["elsewhere"] + rank[key])
        return found

    def _index(self, place_of: dict[Seat, int], action: Action) -> int:
        """Of one that needs no counting."""
        first = self.actions.offsets
        match action:
            case PlacePath(card, at, turned):
                return first["place"] + WAY_NUMBER[card, turned] * ROWS * COLUMNS + _square(at)
            case DropRocks(at):
                return first["rocks"] + _square(at)
            case BreakTool(tool, target):
                return first["break"] + _TOOLS.index(tool) * self.seats + place_of[target]
            case RepairTool(card, target, tool):
                whose = _REPAIRS.index(card) * self.seats + place_of[target]
                return first["repair"] + whose * len(_TOOLS) + _TOOLS.index(tool)
            case ReadMap(at):
                return first["look"] + GOAL_PLACES.index(at)
            case Discard(card):
                return first["discard"] + NUMBER[card]
            case Pass():
                return first["pass"]
            case TakeGold(nuggets):
                return first["take"] + nuggets - 1
            case Continue():
                raise ValueError("the lab passes intermissions by itself")
            case _:
                assert_never(action)


def in_window(at: Place) -> bool:
    x, y = at
    return 0 <= x - WEST < COLUMNS and 0 <= y - NORTH < ROWS


def _square(at: Place) -> int:
    x, y = at
    return (y - NORTH) * COLUMNS + x - WEST


def _elsewhere(action: Action) -> tuple[int, ...] | None:
    """In what order actions outside the window are counted; None for all others."""
    match action:
        case PlacePath(card, (x, y), turned) if not in_window((x, y)):
            return 0, y, x, WAY_NUMBER[card, turned]
        case DropRocks((x, y)) if not in_window((x, y)):
            return 1, y, x
        case _:
            return None


def _write_maze(tiles: Iterable[Tile], window: Part, outside: Part) -> None:
    shapes: dict[Cell, Shape] = {}
    for tile in tiles:
        cell = cell_of(tile.at)
        assert cell is not None, "no card lies out there"
        shapes[cell] = SHAPES[tile.card][tile.turned]
    reached = led_through(shapes)
    beyond = []
    for tile, (cell, shape) in zip(tiles, shapes.items(), strict=True):
        x, y = tile.at
        seen = shape + REACHED if cell in reached else shape
        if in_window(tile.at):
            window[y - NORTH, x - WEST] = seen
        else:
            beyond.append((y, x, seen))
    for row, (y, x, seen) in enumerate(sorted(beyond)):
        outside[row] = x, y, seen


def _write_goals(table: RoundView, seen_as: Sequence[Seat], part: dict[str, Part]) -> None:
    for which, goal in enumerate(table.goals):
        if isinstance(goal.face, Hidden):
            part["goals"][which] = NOBODY_KNOWS, NOBODY_KNOWS, goal.face_up
        else:
            part["goals"][which] = GOALS.index(goal.face.card), goal.face.turned, goal.face_up
        for looker in goal.seen_by:
            part["seen_by"][which, seen_as.index(looker)] = 1


def _write_discards(discards: Iterable[Discarded], seen_as: Sequence[Seat], part: dict[str, Part]) -> None:
    for each in discards:
        place = seen_as.index(each.seat)
        if each.face_down:
            part["face_down"][place] += 1
            if not isinstance(each.card, Hidden):
                part["own_face_down"][NUMBER[each.card]] += 1
        elif not isinstance(each.card, Hidden):
            part["discards"][place, NUMBER[each.card]] += 1


def _write_gold(view: View, seen_as: Sequence[Seat], part: dict[str, Part]) -> None:
    for place, seat in enumerate(seen_as):
        part["gold_cards"][place] = len(view.gold[seat].cards)
        part["owed"][place] = view.gold[seat].owed
    if view.seat is not None:
        part["gold"][:] = counted(_known(view.gold[view.seat].cards))


def _write_results(results: Iterable[RoundResult], seen_as: Sequence[Seat], part: dict[str, Part]) -> None:
    part["past_roles"][:] = NOBODY_KNOWS
    for result in results:
        part["winners"][result.round - 1] = _WON[result.winner]
        part["past_roles"][result.round - 1] = [_role(result.roles[seat]) for seat in seen_as]


def _write_phase(view: View, seen_as: Sequence[Seat], part: dict[str, Part]) -> None:
    part["turn"][:] = NOBODY_KNOWS
    part["scores"][:] = NOBODY_KNOWS
    match view.phase:
        case DiggingView(turn):
            part["phase"][:] = Phase.DIGGING
            part["turn"][:] = seen_as.index(turn)
        case SharingGoldView(chooser, cards):
            part["phase"][:] = Phase.SHARING
            if chooser is not None:
                part["turn"][:] = seen_as.index(chooser)
            part["on_offer"][:] = len(cards)
            known = _known(cards)
            part["offer"][:] = counted(known) if len(known) == len(cards) else NOBODY_KNOWS
        case RoundOverView():
            part["phase"][:] = Phase.ROUND_OVER
        case FinishedView(scores):
            part["phase"][:] = Phase.FINISHED
            part["scores"][:] = [scores[seat] for seat in seen_as]
        case _:
            assert_never(view.phase)


def _known(cards: Iterable[int | Hidden]) -> tuple[int, ...]:
    return tuple(card for card in cards if not isinstance(card, Hidden))


def _role(role: Role | Hidden) -> int:
    if isinstance(role, Hidden):
        return NOBODY_KNOWS
    return int(role is Role.SABOTEUR)
