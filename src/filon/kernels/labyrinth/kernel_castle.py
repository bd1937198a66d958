"""Who can walk where, for each of the 864 ways in which the castle can stand: LAB-1.4, LAB-3.4.

Squares of a zone between which no wall stands never part, however the rings turn: they are one *hall*. There
are fewer than 63 halls, so that a region is a mask of halls in one word. The plan itself, and where its
doors meet, are the law's; what is kept here is only its answer, border by border and then castle by castle.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.games.labyrinth.castle import CASTLE, Rotation
from filon.games.labyrinth.passages import doorways

SQUARES: Final[i64] = 102
CORRIDOR: Final[i64] = 12
CENTRE: Final[i64] = 6
_ROTATIONS: Final[i64] = 864
SQUARE_OF: Final = bytes(CASTLE.secrets)
"""By secret."""
STARTS: Final = bytes(CASTLE.starts)


def _hall_numbers() -> bytes:
    numbers: list[int] = []
    halls = 0
    for zone in CASTLE.zones:
        walls = [at for at, is_open in enumerate(zone.clockwise) if not is_open]
        first = (walls[0] + 1) % zone.count if walls else 0
        own = [0] * zone.count
        for step in range(zone.count):
            at = (first + step) % zone.count
            own[at] = halls
            if not zone.clockwise[at] and step < zone.count - 1:
                halls += 1
        halls += 1
        numbers += own
    return bytes(numbers)


HALL_OF: Final = _hall_numbers()
"""By square."""
HALLS: Final[int] = max(HALL_OF) + 1


def _doors(border: int, rotation: Rotation) -> bytes:
    """Pairs of halls, one after the other, that this border joins."""
    outer, inner = CASTLE.zones[border], CASTLE.zones[border + 1]
    ends: list[int] = []
    for way in doorways(outer, inner, rotation):
        if way.outer_open and way.inner_open:
            ends += (HALL_OF[way.outer], HALL_OF[way.inner])
    return bytes(ends)


def _turning(ring: int, positions: int) -> list[bytes]:
    """By position of the ring: what the borders on both its sides join. No border lies between two rings."""
    joined: list[bytes] = []
    for position in range(positions):
        rotation = Rotation(*[position if ring == each else 0 for each in range(3)])
        outside = _doors(2 * ring, rotation)
        joined.append(outside + _doors(2 * ring + 1, rotation) if ring < 2 else outside)
    return joined


_OUTER: Final = _turning(0, 12)
_INNER: Final = _turning(1, 12)
_CENTRE: Final = _turning(2, 6)


@mypyc_attr(allow_interpreted_subclasses=False)
class Standing:
    """The castle in one rotation. `order` has the squares region by region, each in the law's order."""

    def __init__(self, outer: i64, inner: i64, centre: i64) -> None:
        masks: list[i64] = [1 << hall for hall in range(HALLS)]
        _join(masks, _OUTER[outer])
        _join(masks, _INNER[inner])
        _join(masks, _CENTRE[centre])
        self.reach: list[i64] = masks
        """By hall: the mask of the halls that can be walked to, itself included."""
        order: list[int] = []
        first = [0] * SQUARES
        size = [0] * SQUARES
        place = [0] * SQUARES
        seen: i64 = 0
        for square in range(SQUARES):
            hall: i64 = HALL_OF[square]
            if seen >> hall & 1:
                continue
            region: i64 = masks[hall]
            seen |= region
            begin = len(order)
            for other in range(square, SQUARES):
                if region >> i64(HALL_OF[other]) & 1:
                    place[other] = len(order)
                    order.append(other)
            for at in range(begin, len(order)):
                first[order[at]] = begin
                size[order[at]] = len(order) - begin
        self.order: bytes = bytes(order)
        self.first: bytes = bytes(first)
        """By square: where its region begins in `order`."""
        self.size: bytes = bytes(size)
        """By square: how many squares its region has, itself included."""
        self.place: bytes = bytes(place)
        """By square: where it is in `order`."""


def _join(masks: list[i64], ends: bytes) -> None:
    for door in range(0, len(ends), 2):
        one: i64 = ends[door]
        other: i64 = ends[door + 1]
        if masks[one] >> other & 1:
            continue
        joined: i64 = masks[one] | masks[other]
        for hall in range(HALLS):
            if joined >> hall & 1:
                masks[hall] = joined


_standings: Final[list[Standing | None]] = [None] * _ROTATIONS


def standing(outer: i64, inner: i64, centre: i64) -> Standing:
    """Worked out when it is first met, and kept."""
    number: i64 = (outer * CORRIDOR + inner) * CENTRE + centre
    known = _standings[number]
    if known is None:
        known = Standing(outer, inner, centre)
        _standings[number] = known
    return known
