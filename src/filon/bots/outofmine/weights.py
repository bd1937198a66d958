"""What the hard level of Out of Mine! goes by, in figures: `filon exploit outofmine` tries others."""

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first five weigh fillings, and the rest say which tile is taken first."""

    point: int = 100
    near: int = 150
    """That a tile in hand, or one that has to be moved, is used: another costs a motion more."""
    contested: int = 24
    """That a tile is used without which somebody else cannot finish."""
    few: int = 0
    """Of a shape with so many tiles left besides one for each rival, the last may be contested."""
    spite: int = 0
    """For each point that a tile's find would bring to the one whom it would bring most."""

    size: int = 10
    """A square covered, should somebody else call first."""
    gain: int = 0
    """A point that the tile brings, by its find and by elves."""
    dispute: int = 10
    """For what the tile counts as contested: it may be gone."""


WEIGHTS: Final = Weights()
