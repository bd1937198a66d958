"""What a seat could go on with: each thing it may do, and the best ways to end its turn after it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import Final, NamedTuple

from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.worth import all_found, fought, swapped
from filon.games.contract import Seat
from filon.games.labyrinth.castle import Square
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    End,
    Fetch,
    Fetched,
    FirstChange,
    Move,
    Moving,
    Place,
    Placing,
    SecondChange,
    Stay,
    Swap,
    Turn,
)
from filon.games.labyrinth.pieces import CROWD
from filon.kernels.labyrinth.bridge import code_of
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_choices import MOVE, STAY
from filon.kernels.labyrinth.kernel_ways import NOWHERE

_FOR_EACH: Final = 4
"""How many ways to go on after a change are worth a trial."""
_ALIKE: Final = 2
"""How many of them may end on the same square."""
_WALKS: Final = 18
"""How many squares to walk to, or to put somebody on."""


class Line(NamedTuple):
    """`codes` are for the kernel: a rotation to come about, or NOWHERE, and then actions of the seat."""

    action: Action
    codes: tuple[int, ...]
    looks: float
    rotation: int
    """How the castle stands when the pawn has walked."""
    square: Square
    """Where the seat's pawn is then."""


def lines(plan: Plan, legal: Sequence[Action], played: Action) -> list[Line]:
    """`played` has one at least; of other actions that are alike one stands for all."""
    match plan.view.phase:
        case FirstChange() | SecondChange():
            return list(_changes(plan, legal))
        case Moving():
            return [*_walks(plan, legal, played), *_swaps_first(plan, legal, played)]
        case Placing(loser=loser):
            return _places(plan, legal, played, loser)
        case AnimalTurned():
            return [
                _now(plan, Fetch(), plan.fetched() if _met_at_secret(plan) else 1.0),
                _now(plan, Decline(), 0.0),
            ]
        case Arrived() | Fetched():
            return [_now(plan, action, _settled(plan, action)) for action in legal]
        case _:
            raise AssertionError("duels are weighed elsewhere, and after the end there is nothing to do")


def _changes(plan: Plan, legal: Sequence[Action]) -> Iterator[Line]:
    """All pairs of changes, and of all their ends the few that look best after each first change."""
    ends: dict[int, list[tuple[float, Square]]] = {}
    for turn in legal:
        if not isinstance(turn, Turn):
            continue
        found: list[Line] = []
        for rotation in dict.fromkeys(plan.after(turn)):
            if rotation not in ends:
                ends[rotation] = nlargest(_FOR_EACH, plan.ends(rotation))
            for looks, square in ends[rotation]:
                code = STAY if square == plan.own else MOVE + square
                found.append(Line(turn, (rotation, code), looks, rotation, square))
        seen = Counter[Square]()
        kept = 0
        for line in sorted(found, key=lambda one: -one.looks):
            seen[line.square] += 1
            if seen[line.square] <= _ALIKE and kept < _FOR_EACH:
                kept += 1
                yield line


def _walks(plan: Plan, legal: Sequence[Action], played: Action) -> list[Line]:
    """Squares of a hall on which nothing happens are alike, but for what may be turned up there."""
    by_place: dict[tuple[int, int], Line] = {}
    special = {plan.view.square, *plan.view.pawns}
    steps = [action for action in legal if isinstance(action, Move | Stay)]
    for action in sorted(steps, key=lambda step: -plan.post(_end(plan, step))):
        square = _end(plan, action)
        place = (HALL_OF[square], square if square in special else NOWHERE)
        if place not in by_place or action == played:
            looks = plan.end(plan.rotation, square, moved=isinstance(action, Move))
            place = (NOWHERE, NOWHERE) if place in by_place else place
            by_place[place] = Line(action, (NOWHERE, code_of(action)), looks, plan.rotation, square)
    best = _best_of(by_place.values(), played)
    swaps = [action for action in legal if isinstance(action, Swap)]
    if not swaps:
        return best
    swap = max(swaps, key=lambda action: _swap_looks(plan, action))
    after = [line for line in best if _leaves_a_swap(plan, line)]
    return best + [line._replace(codes=(*line.codes, code_of(swap))) for line in after]


def _end(plan: Plan, step: Move | Stay) -> Square:
    return step.to if isinstance(step, Move) else plan.own


def _best_of(found: Iterable[Line], played: Action) -> list[Line]:
    """Those that look best, and what was played."""
    every = list(found)
    best = nlargest(_WALKS, every, key=lambda line: line.looks)
    return best + [line for line in every if line.action == played and line not in best]


def _leaves_a_swap(plan: Plan, line: Line) -> bool:
    """Whether an animal can still be played once the pawn is there: no duel comes first, LAB-3.7."""
    if line.square != plan.view.square:
        return True
    there = len(plan.standing_on(line.square, plan.with_pawn(plan.seat, line.square)))
    stays = line.square == plan.own
    return plan.view.pile > 0 and (stays or there == 1 or there >= CROWD)


def _swaps_first(plan: Plan, legal: Sequence[Action], played: Action) -> Iterator[Line]:
    """The animal is played before the walk, which leads to the best place all the same."""
    steps = [action for action in legal if not isinstance(action, Swap)]
    walks = nlargest(2, _walks(plan, steps, played), key=lambda line: line.looks)
    for action in legal:
        if isinstance(action, Swap):
            for walk in walks:
                codes = (NOWHERE, code_of(action), *walk.codes[1:])
                looks = _swap_looks(plan, action)
                yield Line(action, codes, looks, plan.rotation, walk.square)


def _swap_looks(plan: Plan, action: Swap) -> float:
    return swapped(plan.hands, (plan.seat, action.opponent), action.given, plan.goal)


def _places(plan: Plan, legal: Sequence[Action], played: Action, loser: Seat) -> list[Line]:
    """One of each hall, where least is to be expected."""
    by_place: dict[int, Line] = {}
    places = [action for action in legal if isinstance(action, Place)]
    for action in sorted(places, key=lambda place: plan.post(place.to)):
        hall = HALL_OF[action.to]
        if hall not in by_place or action == played:
            looks = left(plan, plan.with_pawn(loser, action.to))
            reach = int(plan.ways.reach(plan.rotation, hall)).bit_count()
            hall = NOWHERE if hall in by_place else hall
            by_place[hall] = _now(plan, action, looks - reach / 1000)
    return _best_of(by_place.values(), played)


def left(plan: Plan, pawns: Sequence[Square]) -> float:
    """What the turn leaves, with everybody there: the sought card, or one that is yet to be turned up."""
    if plan.view.sought is None:
        return plan.turned_up(plan.rotation, pawns, plan.hands)
    return plan.left(plan.rotation, pawns, plan.hands, plan.view.sought)


def _settled(plan: Plan, action: Action) -> float:
    match action:
        case Challenge(opponent, kind, stake):
            return fought(plan.hands, (plan.seat, opponent), (kind, stake), plan.seat, plan.goal)
        case Swap():
            return _swap_looks(plan, action)
        case End() if all_found(plan.hands):
            return 0.0
        case _:
            return left(plan, plan.view.pawns)


def _met_at_secret(plan: Plan) -> bool:
    return any(plan.view.pawns[other] == plan.view.square for other in plan.others)


def _now(plan: Plan, action: Action, looks: float) -> Line:
    square = plan.view.square if isinstance(action, Fetch) else plan.own
    assert square is not None, "only what lies open is fetched"
    return Line(action, (NOWHERE, code_of(action)), looks, plan.rotation, square)
