"""What makes a game's models again: `TRAIN` in `lab/<game>/train.py`."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec


class Lesson(msgspec.Struct, frozen=True):
    seed: int
    small: bool
    """So little of it that it takes seconds on a processor: to see that it works, not to learn anything."""
    say: Callable[[str], None]
    """How far it is, a line at a time."""


Training: TypeAlias = Mapping[str, Callable[[Lesson], bytes]]
"""By the name of the file of the package: what makes it."""
