"""A player of Out of Mine! who reads nothing but arrays: fills the gallery with small tiles and calls."""

from typing import Any

import numpy as np

from filon.games.outofmine.pieces import Shape
from filon.lab.outofmine.encoding import PLACES, OutOfMineEncoding


def next_index(encoding: OutOfMineEncoding, row: Any, mask: Any) -> int:
    """Of the seat whose row and mask these are, where nobody looks before the end of the round."""
    part, can = encoding.layout.split(row), encoding.actions.split(mask)
    at = encoding.actions.offsets
    if part["phase"] == 0:
        return at["choose_face"] + int(can["choose_face"].argmax())
    if can["call"]:
        return at["call"]
    inside = part["faces"][0].any(axis=0) & (part["colours"][0] == 0)
    free = set(np.flatnonzero(inside).tolist())
    fits = [free.issuperset(squares) for _, squares in PLACES]
    here = np.flatnonzero(can["place"] & fits)
    if len(here):
        return at["place"] + int(here[0])
    if can["put_back"][0]:
        return at["put_back"]
    shape = next(
        shape
        for shape in (Shape.I2, Shape.I1)
        if any(fit for fit, (its, _) in zip(fits, PLACES, strict=True) if its is shape)
    )
    heaps = [heap.tile.shape is shape for heap in encoding.heaps]
    return at["take"] + int((can["take"] & heaps).argmax())
