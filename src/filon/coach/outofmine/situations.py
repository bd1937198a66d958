"""The few moments of a round at which there is something to decide: else hands need only be quick.

Everybody digs at once and makes dozens of motions. What tells one digger from another is the face chosen
before the round, the last tile of its shape taken in time, a tile laid where few places leave a full gallery
possible, and the call.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from filon.bots.outofmine.digging import Digging, digging
from filon.bots.sight import Sight
from filon.coach.outofmine.fitted import FILLINGS
from filon.games.contract import Seat
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import (
    Call,
    ChooseFace,
    ChoosingView,
    Hand,
    Place,
    PlacingView,
    Take,
    View,
)
from filon.games.outofmine.pieces import BoardId, Heap, Side, Tile
from filon.kernels.outofmine.packing import GROUPS, SHAPE_NUMBERS

_MANY_MORE: Final = 3
"""So many times as many ways to fill one face as the other: less is no matter of choosing."""


class TwoFaces(NamedTuple):
    """Both faces of the board may be played, and one can be filled in many more ways than the other."""


class MayCall(NamedTuple):
    """Every square is covered; so many tiles are wrong."""

    wrong: int


class LastOfItsShape(NamedTuple):
    """Empty-handed: without one of these there is no full gallery any more, and others can use them too."""

    takes: tuple[Take, ...]


class NarrowPlace(NamedTuple):
    """A tile in hand that in at most half of its places leaves a full gallery possible."""

    tile: Tile
    hand: Hand
    keeping: tuple[Place, ...]
    losing: tuple[Place, ...]


Situation: TypeAlias = TwoFaces | MayCall | LastOfItsShape | NarrowPlace


def situation(sight: Sight) -> Situation | None:
    view: View = sight.view
    match view.phase:
        case ChoosingView():
            sides = [action.side for action in sight.legal if isinstance(action, ChooseFace)]
            return TwoFaces() if len(sides) > 1 and _differ(view) else None
        case PlacingView() as placing if view.seat is not None:
            return _at_work(view.seat, placing, sight.legal)
        case _:
            return None


def _differ(view: View) -> bool:
    assert view.seat is not None
    front, back = (ways(view, view.boards[view.seat], side) for side in Side)
    return max(front, back) >= _MANY_MORE * min(front, back)


def ways(view: View, board: BoardId, side: Side) -> int:
    """To fill a face with a card like those that are left: the geometric mean, to two figures."""
    left = [card for card in ALL_CARDS if card not in view.cards_used]
    mean: float = 10 ** (sum(FILLINGS[board, side, card] for card in left) / len(left))
    unit: int = 10 ** (len(str(int(mean))) - 2)
    return int(mean / unit + 0.5) * unit


def _at_work(seat: Seat, placing: PlacingView, legal: Sequence[Any]) -> Situation | None:
    own = digging(placing.mines[seat], placing.stock)
    if Call() in legal:
        return MayCall(len(own.wrong))
    if not own.can_be_filled():
        return None
    hands = held(own.mine)
    if not hands:
        rivals = rivals_of(seat, placing)
        takes = tuple(Take(heap.tile) for heap in sought(own, placing.stock) if wanting(rivals, heap.tile))
        return LastOfItsShape(takes) if takes else None
    for hand, tile in hands:
        keeping, losing = _places(own, hand, tile, legal)
        if losing and len(keeping) <= len(losing):
            return NarrowPlace(tile, hand, keeping, losing)
    return None


def _places(
    own: Digging, hand: Hand, tile: Tile, legal: Sequence[Any]
) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Where the tile can lie wholly inside the gallery: so that the rest can still be filled, or not."""
    gallery = frozenset(own.squares)
    shape = SHAPE_NUMBERS[tile.shape]
    granted, stock, covered = own.question()
    stock[shape] -= 1
    granted[GROUPS[shape]] -= 1
    keeping: list[Place] = []
    losing: list[Place] = []
    for action in legal:
        if isinstance(action, Place) and action.hand == hand and gallery.issuperset(action.squares):
            mask = own.bits(action.squares)
            keeps = granted[GROUPS[shape]] >= 0 and not mask & covered
            if keeps and own.solver.fill_one(granted, stock, covered | mask) is not None:
                keeping.append(action)
            else:
                losing.append(action)
    return tuple(keeping), tuple(losing)


def sought(own: Digging, stock: Sequence[Heap]) -> tuple[Heap, ...]:
    """The last tiles of their shapes in the stock without which the gallery cannot be filled as it lies."""
    return tuple(
        heap
        for heap in stock
        if heap.left and own.stock[SHAPE_NUMBERS[heap.tile.shape]] == 1 and not _without(own, heap.tile)
    )


def _without(own: Digging, tile: Tile) -> bool:
    granted, stock, covered = own.question()
    stock[SHAPE_NUMBERS[tile.shape]] -= 1
    return own.solver.fill_one(granted, stock, covered) is not None


def rivals_of(seat: Seat, placing: PlacingView) -> dict[Seat, Digging]:
    """Those who still dig beside this seat."""
    return {
        Seat(at): digging(shown, placing.stock)
        for at, shown in enumerate(placing.mines)
        if at != seat and not shown.mine.given_up
    }


def wanting(rivals: dict[Seat, Digging], tile: Tile) -> tuple[Seat, ...]:
    """Those who could finish with it."""
    return tuple(seat for seat, rival in rivals.items() if rival.can_use(SHAPE_NUMBERS[tile.shape]))
