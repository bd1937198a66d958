"""Candles as a tree."""

from typing import Any, Final

from filon.lab.tree.chance import SEED_DIGITS
from filon.lab.tree.traits import Traits
from tests.fifth.games.model import GEMS, Dark, State


def _longest(seats: int, options: Any) -> int:
    return len(GEMS) * seats


def _chances(seats: int, options: Any) -> int:
    """All chance is in the deal (CAN-1.2)."""
    return SEED_DIGITS


def _scores(seats: int, options: Any) -> tuple[float, float]:
    return 0.0, float(sum(GEMS))


def _simultaneous(state: State) -> bool:
    return isinstance(state.phase, Dark)


TRAITS: Final = Traits(longest=_longest, chances=_chances, scores=_scores, simultaneous=_simultaneous)
