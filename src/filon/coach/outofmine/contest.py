"""A last tile that several need: how likely somebody else has it first, and what that costs."""

from collections.abc import Sequence
from math import prod

from msgspec.structs import replace

from filon.bots.outofmine.digging import digging
from filon.coach.outofmine.standing import motions
from filon.games.contract import Seat
from filon.games.outofmine.model import PlacingView
from filon.games.outofmine.pieces import Tile


def taken_first(missing: Sequence[int]) -> float:
    """By somebody who takes one tile more before it is one's turn to, and lacks so many: any is as likely."""
    return 1 - prod(1 - 1 / max(1, tiles) for tiles in missing)


def without(phase: PlacingView, seat: Seat, tile: Tile) -> float:
    """The motions that would be left to this seat if somebody had taken the tile."""
    stock = tuple(replace(heap, left=heap.left - 1) if heap.tile == tile else heap for heap in phase.stock)
    return motions(digging(phase.mines[seat], stock))
