"""Saboteur as a tree."""

from typing import Any, Final

from filon.games.saboteur.pieces import BOUNTY, DECK, GOLD, ROUNDS
from filon.lab.tree.chance import FEW, SEED_DIGITS
from filon.lab.tree.traits import Traits


def _longest(seats: int, options: Any) -> int:  # noqa: ARG001
    """Each turn uses up a card, but for the passes of those who ran out of cards a turn before the others;
    then a card of gold is chosen by each digger at most (SAB-3.3, SAB-7.3).
    """
    return ROUNDS * (len(DECK) + 2 * seats)


def _chances(seats: int, options: Any) -> int:  # noqa: ARG001
    """A deal and perhaps a shuffle of the gold in each round."""
    return ROUNDS * (SEED_DIGITS + max(SEED_DIGITS, FEW))


def _scores(seats: int, options: Any) -> tuple[float, float]:  # noqa: ARG001
    """All the gold, and what the bank may owe besides (SAB-7.5)."""
    return 0.0, float(sum(GOLD) + ROUNDS * max(BOUNTY.values()))


TRAITS: Final = Traits(longest=_longest, chances=_chances, scores=_scores)
