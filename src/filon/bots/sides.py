"""Games with sides: who was on which in each round, and which side won it."""

from collections.abc import Callable
from typing import Any

import msgspec

from filon.games.contract import Seat


class Round(msgspec.Struct, frozen=True):
    sides: tuple[str, ...]
    """By seat."""
    winner: str
    """Empty where nobody won."""

    @property
    def contested(self) -> bool:
        """A round without an opponent says nothing about skill."""
        return len(set(self.sides)) > 1


class Sides(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    of: Callable[[Any, Seat], str]
    """(state, seat) -> the side it is on now."""
    rounds: Callable[[Any], tuple[Round, ...]]
    """The rounds that are over, of a state."""
