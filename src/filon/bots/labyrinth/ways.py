"""How far one can walk in a rotation, quickly enough to look at hundreds of them for one decision.

Squares of a zone between which no wall stands never part, however the rings turn: they are one *hall*, and
the kernel knows which halls can be walked to from which.
"""

from functools import cache, lru_cache
from typing import Final

from filon.games.labyrinth.castle import Rotation, Square
from filon.games.labyrinth.model import Turn
from filon.games.labyrinth.pieces import POSITIONS, Ring
from filon.kernels.labyrinth.kernel_castle import HALL_OF, standing
from filon.kernels.labyrinth.kernel_castle import HALLS as HOW_MANY

__all__ = ["HALLS", "HALL_OF", "access", "after_two", "changes", "reach", "turned"]

HALLS: Final = tuple(
    sum(1 << square for square, number in enumerate(HALL_OF) if number == hall) for hall in range(HOW_MANY)
)
"""By hall: the mask of its squares."""


def _halls_within(rotation: Rotation, square: Square) -> int:
    return standing(rotation.outer, rotation.inner, rotation.centre).reach[HALL_OF[square]]


@lru_cache(maxsize=1 << 15)
def reach(rotation: Rotation, square: Square) -> int:
    """The mask of all squares that can be walked to from this one, itself included."""
    halls = _halls_within(rotation, square)
    return sum(squares for hall, squares in enumerate(HALLS) if halls >> hall & 1)


@cache
def turned(rotation: Rotation, turn: Turn) -> Rotation:
    def position(ring: Ring) -> int:
        steps = turn.steps if turn.ring is ring else 0
        return (rotation.of(ring) + steps) % POSITIONS[ring]

    return Rotation(position(Ring.OUTER), position(Ring.INNER), position(Ring.CENTRE))


@cache
def after_two(rotation: Rotation, *, either_way: bool) -> tuple[Rotation, ...]:
    """Every rotation that a turn's two changes can lead to, once for each way to get there, LAB-3.1."""
    return tuple(
        turned(middle, second)
        for first in changes(either_way=either_way)
        for middle in (turned(rotation, first),)
        for second in changes(either_way=either_way)
        if not (first.ring is Ring.CENTRE and second.ring is Ring.CENTRE)
    )


@cache
def changes(*, either_way: bool) -> tuple[Turn, ...]:
    steps = (1, -1) if either_way else (1,)
    corridors = tuple(Turn(ring, step) for ring in (Ring.OUTER, Ring.INNER) for step in steps)
    return (*corridors, *(Turn(Ring.CENTRE, step) for step in range(1, POSITIONS[Ring.CENTRE])))


@lru_cache(maxsize=1 << 12)
def access(rotation: Rotation, target: Square, *, either_way: bool) -> tuple[float, ...]:
    """By hall: in what share of the next turn's changes somebody there could walk to the target."""
    ends = after_two(rotation, either_way=either_way)
    masks = [_halls_within(end, target) for end in ends]
    return tuple(sum(mask >> hall & 1 for mask in masks) / len(ends) for hall in range(HOW_MANY))
