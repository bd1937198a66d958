"""Moves of Saboteur in JAX, told apart."""

from typing import Any

import numpy as np

from filon.lab.jax.saboteur import numbers


def meanings(moves: Any) -> list[tuple[int, ...]]:
    """Of each move the numbers that mean something for its kind."""
    told = {
        numbers.PLACE: ("way", "row", "column"),
        numbers.ROCKS: ("row", "column"),
        numbers.BREAK: ("tool", "target"),
        numbers.MEND: ("which", "tool", "target"),
        numbers.LOOK: ("which",),
        numbers.DISCARD: ("card",),
        numbers.PASS: (),
        numbers.TAKE: ("which",),
    }
    rows = {name: np.asarray(part).tolist() for name, part in moves._asdict().items()}
    return [(kind, *(rows[name][at] for name in told[kind])) for at, kind in enumerate(rows["kind"])]
