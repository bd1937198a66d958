"""Whole numbers as callers write them: Python's or NumPy's, and no truth value."""

from operator import index

import numpy as np


def whole(value: object) -> int | None:
    """None for what is none."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
