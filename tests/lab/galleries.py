"""A player of Out of Mine! who reads nothing but arrays: fills the gallery as the card says, and calls."""

from functools import cache
from typing import Any

import numpy as np

from filon.games.outofmine.grid import square
from filon.games.outofmine.pieces import BoardId, Shape, Side
from filon.kernels.outofmine.packing import ALL_TILES, SHAPES, packer
from filon.lab.outofmine.encoding import PLACES, OutOfMineEncoding


def next_index(encoding: OutOfMineEncoding, row: Any, mask: Any) -> int:
    """Of the seat whose row and mask these are, while it works alone: the stock must last."""
    part, can = encoding.layout.split(row), encoding.actions.split(mask)
    at = encoding.actions.offsets
    if part["phase"] == 0:
        return at["choose_face"] + int(can["choose_face"].argmax())
    if can["call"]:
        return at["call"]
    plan = _filling(int(part["boards"][0]), int(part["sides"][0]), tuple(part["cards"][0].tolist()))
    covered = part["colours"][0].reshape(-1)
    place, shape = next((place, shape) for place, shape, first in plan if not covered[first])
    if part["hands"][0, 0]:
        return at["place"] + place
    heaps = np.array([heap.tile.shape is shape for heap in encoding.heaps])
    return at["take"] + int((can["take"].astype(bool) & heaps).argmax())


@cache
def _filling(board: int, side: int, card: tuple[int, ...]) -> tuple[tuple[int, Shape, int], ...]:
    """Places, shapes and first squares of tiles that fill the face (OOM-1.6)."""
    solver = packer(BoardId(board), tuple(Side)[side - 1])
    numbers = solver.fill_one(card, ALL_TILES)
    assert numbers is not None
    tiles = [
        (SHAPES[shape], tuple(sorted(square(cell) for cell in cells)))
        for shape, cells in solver.filling(numbers)
    ]
    return tuple((PLACES.index((shape, squares)), shape, squares[0]) for shape, squares in tiles)
