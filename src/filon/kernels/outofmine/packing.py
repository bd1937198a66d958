"""The compiled solver for the faces of the game: shapes are numbered as in `Shape`, groups as in `Colour`."""

from functools import cache
from typing import Final

from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.grid import cell
from filon.games.outofmine.packing import at_hand
from filon.games.outofmine.pieces import COLOURS, FIGURES, STOCKS, BoardId, Colour, Shape, Side
from filon.kernels.outofmine.kernel_packing import Packer

SHAPES: Final = tuple(Shape)
SHAPE_NUMBERS: Final = {shape: number for number, shape in enumerate(Shape)}
GROUPS: Final = tuple(tuple(Colour).index(COLOURS[shape]) for shape in Shape)
"""By shape: the number of its colour."""
ALL_TILES: Final = at_hand(STOCKS["off"])
"""By shape: how many tiles there are."""


@cache
def packer(board: BoardId, side: Side) -> Packer:
    figures = [FIGURES[shape] for shape in Shape]
    return Packer((cell(at) for at in GALLERIES[board][side].squares), figures, GROUPS, ALL_TILES)
