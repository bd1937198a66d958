"""How far one can walk in a rotation, quickly enough to look at hundreds of them for one decision.

Squares of a zone between which no wall stands never part, however the rings turn: they are one *hall*. Only
the doors between two zones change, and those only with the rings on either side of them.
"""

from functools import cache, lru_cache
from typing import Final

from filon.games.labyrinth.castle import CASTLE, Rotation, Square
from filon.games.labyrinth.model import Turn
from filon.games.labyrinth.passages import doorways
from filon.games.labyrinth.pieces import POSITIONS, Ring


def _halls() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By square: the number of its hall; by hall: the mask of its squares."""
    hall_of: list[int] = []
    masks: list[int] = []
    for zone in CASTLE.zones:
        walls = [at for at, is_open in enumerate(zone.clockwise) if not is_open]
        first = (walls[0] + 1) % zone.count if walls else 0
        numbers = [0] * zone.count
        masks.append(0)
        for step in range(zone.count):
            at = (first + step) % zone.count
            numbers[at] = len(masks) - 1
            masks[-1] |= 1 << (zone.first + at)
            if not zone.clockwise[at] and step < zone.count - 1:
                masks.append(0)
        hall_of += numbers
    return tuple(hall_of), tuple(masks)


HALL_OF, HALLS = _halls()
_BORDERS: Final = tuple(zip(CASTLE.zones, CASTLE.zones[1:], strict=False))


@cache
def _doors(border: int, rotation: Rotation) -> tuple[tuple[int, int], ...]:
    """Pairs of halls joined through this border; `rotation` has 0 for the rings that do not matter to it."""
    outer, inner = _BORDERS[border]
    return tuple(
        {
            (HALL_OF[way.outer], HALL_OF[way.inner])
            for way in doorways(outer, inner, rotation)
            if way.outer_open and way.inner_open
        }
    )


def _as_seen_by(border: int, rotation: Rotation) -> Rotation:
    rings = {zone.ring for zone in _BORDERS[border]}
    return Rotation(
        outer=rotation.outer if Ring.OUTER in rings else 0,
        inner=rotation.inner if Ring.INNER in rings else 0,
        centre=rotation.centre if Ring.CENTRE in rings else 0,
    )


@cache
def _neighbours(rotation: Rotation) -> tuple[tuple[int, ...], ...]:
    near: list[list[int]] = [[] for _ in HALLS]
    for border in range(len(_BORDERS)):
        for one, other in _doors(border, _as_seen_by(border, rotation)):
            near[one].append(other)
            near[other].append(one)
    return tuple(map(tuple, near))


@lru_cache(maxsize=1 << 15)
def reach(rotation: Rotation, square: Square) -> int:
    """The mask of all squares that can be walked to from this one, itself included."""
    near = _neighbours(rotation)
    first = HALL_OF[square]
    seen = {first}
    waiting = [first]
    mask = 0
    while waiting:
        hall = waiting.pop()
        mask |= HALLS[hall]
        for other in near[hall]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return mask


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
    counts = [0] * len(HALLS)
    for end in ends:
        mask = reach(end, target)
        for hall, squares in enumerate(HALLS):
            if mask & squares:
                counts[hall] += 1
    return tuple(count / len(ends) for count in counts)
