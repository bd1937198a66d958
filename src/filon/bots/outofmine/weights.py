"""What the hard level of Out of Mine! goes by, in figures: `filon exploit outofmine` tries others."""

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first four weigh fillings, and the rest say which tile is taken first."""

    point: int = 100
    near: int = 150
    """That a tile in hand, or one that has to be moved, is used: another costs a motion more."""
    contested: int = 24
    """That a tile is used without which somebody else cannot finish."""
    few: int = 0
    """Of a shape with so many tiles left besides one for each rival, the last may be contested."""

    size: int = 10
    """A square covered, should somebody else call first."""
    gain: int = 10
    """A point that the tile brings, by its find and by elves."""
    dispute: int = 10
    """For what the tile counts as contested: it may be gone."""


WEIGHTS: Final = Weights()
