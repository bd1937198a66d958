"""Which squares lie side by side in a rotation, and how far a pawn can walk: LAB-1.4, LAB-3.4."""

from functools import cache
from typing import Final, NamedTuple

from filon.games.labyrinth.castle import CASTLE, Rotation, Square, Zone, turned_by

EVERY_SQUARE: Final = (1 << sum(zone.count for zone in CASTLE.zones)) - 1


class Doorway(NamedTuple):
    """One angle of the border between two zones. A passage leads through where both sides are open."""

    outer: Square
    inner: Square
    outer_open: bool
    inner_open: bool


def doorways(outer: Zone, inner: Zone, rotation: Rotation) -> list[Doorway]:
    """The border between neighbouring zones, clockwise from the top."""
    count = len(outer.inward)
    ways: list[Doorway] = []
    for angle in range(count):
        there = (angle - turned_by(outer, rotation, count)) % count
        here = (angle - turned_by(inner, rotation, count)) % count
        ways.append(
            Doorway(
                outer=Square(outer.first + there * outer.count // count),
                inner=Square(inner.first + here * inner.count // count),
                outer_open=outer.inward[there],
                inner_open=inner.outward[here],
            )
        )
    return ways


def passages(rotation: Rotation) -> list[tuple[Square, Square]]:
    """All pairs of squares between which the way is open."""
    pairs = [
        (Square(zone.first + at), Square(zone.first + (at + 1) % zone.count))
        for zone in CASTLE.zones
        for at, is_open in enumerate(zone.clockwise)
        if is_open
    ]
    for outer, inner in zip(CASTLE.zones, CASTLE.zones[1:], strict=False):
        ways = doorways(outer, inner, rotation)
        pairs += [(way.outer, way.inner) for way in ways if way.outer_open and way.inner_open]
    return pairs


@cache
def regions(rotation: Rotation) -> tuple[int, ...]:
    """By square: the mask of all squares that can be walked to from it, itself included.

    There are 864 rotations, so all of them fit in memory once they have been met.
    """
    masks = [1 << square for square in range(EVERY_SQUARE.bit_length())]
    for one, other in passages(rotation):
        if not masks[one] >> other & 1:
            joined = masks[one] | masks[other]
            for square in members(joined):
                masks[square] = joined
    return tuple(masks)


def members(mask: int) -> list[Square]:
    """The squares of a mask, in order."""
    squares: list[Square] = []
    while mask:
        lowest = mask & -mask
        squares.append(Square(lowest.bit_length() - 1))
        mask ^= lowest
    return squares
