"""Players of Saboteur: both levels weigh alike, and the easy one is easily distracted."""

from collections.abc import Sequence
from typing import Final

from filon.bots.advice import PARTS, Hint
from filon.bots.saboteur.weighing import weigh
from filon.games.contract import Random
from filon.games.saboteur.model import Action, View

_CALM: Final = 0.01
"""Only equals are told apart by chance."""
_DISTRACTED: Final = 9.0


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    best = max(weigh(view, legal), key=lambda each: each.score + _noise(random, _CALM))
    return Hint(best.action, best.why)


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    return max(weigh(view, legal), key=lambda each: each.score + _noise(random, _DISTRACTED)).action


def _noise(random: Random, most: float) -> float:
    return most * random.below(PARTS) / PARTS
