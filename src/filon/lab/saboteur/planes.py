"""Rows of Saboteur's observations for a convolutional net: planes of noughts and ones, and the rest."""

from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from filon.games.contract import Malformed
from filon.games.saboteur.maze import EAST, GOAL_PLACES, JOINED, NORTH, SOUTH, WEST
from filon.kernels.saboteur import kernel_window as window
from filon.lab.encoding import Layout
from filon.lab.saboteur.layout import REACHED

Floats: TypeAlias = NDArray[np.float32]


class Plane(IntEnum):
    """What a one on a square of the window says."""

    CARD = 0
    OPEN_NORTH = 1
    OPEN_EAST = 2
    OPEN_SOUTH = 3
    OPEN_WEST = 4
    OPENINGS_MEET = 5
    REACHED = 6
    """Passages from the start lead through the card."""
    GOAL_HIDDEN = 7
    """A goal lies here of which this seat knows nothing."""
    TREASURE = 8
    STONE_SW = 9
    STONE_NW = 10
    GOAL_TURNED = 11
    GOAL_FACE_UP = 12


_BITS: Final = {
    Plane.OPEN_NORTH: NORTH,
    Plane.OPEN_EAST: EAST,
    Plane.OPEN_SOUTH: SOUTH,
    Plane.OPEN_WEST: WEST,
    Plane.OPENINGS_MEET: JOINED,
    Plane.REACHED: REACHED,
}
_GOAL_PLANES: Final = (Plane.GOAL_HIDDEN, Plane.TREASURE, Plane.STONE_SW, Plane.STONE_NW)
"""By the goal's card in an observation, from -1."""
_GOAL_SQUARES: Final = tuple((y - window.NORTH, x - window.WEST) for x, y in GOAL_PLACES)
_IN_PLANES: Final = ("maze", "goals")


class Planes(NamedTuple):
    squares: Floats
    """(rows, planes, 11, 15), noughts and ones, by `Plane`."""
    rest: Floats
    """(rows, numbers): all other fields in the layout's order, each divided by its greatest value; what is
    hidden is below nought."""


def planes(layout: Layout, rows: NDArray[Any]) -> Planes:
    """Of any number of rows of the layout. Raises Malformed for rows of another size."""
    if rows.ndim != 2 or rows.shape[1] != layout.size:
        raise Malformed("rows", f"rows of {layout.size} numbers are wanted, not the shape {rows.shape}")
    part = layout.split(rows)
    maze, goals = part["maze"], part["goals"]
    squares = np.zeros((len(rows), len(Plane), *maze.shape[1:]), np.float32)
    squares[:, Plane.CARD] = maze > 0
    for plane, bit in _BITS.items():
        squares[:, plane] = maze & bit > 0
    for which, (y, x) in enumerate(_GOAL_SQUARES):
        for known, plane in enumerate(_GOAL_PLANES, start=-1):
            squares[:, plane, y, x] = goals[:, which, 0] == known
        squares[:, Plane.GOAL_TURNED, y, x] = goals[:, which, 1] == 1
        squares[:, Plane.GOAL_FACE_UP, y, x] = goals[:, which, 2]
    others = [field for field in layout.fields if field.name not in _IN_PLANES]
    rest = [part[field.name].reshape(len(rows), -1) / np.float32(field.high) for field in others]
    return Planes(squares, np.concatenate(rest, axis=1, dtype=np.float32))
