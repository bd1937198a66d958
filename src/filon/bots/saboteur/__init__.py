"""Players of Saboteur: both levels weigh alike, and the easy one has its moods."""

from collections.abc import Sequence
from typing import Final

from filon.bots.advice import PARTS, Hint
from filon.bots.saboteur.weighing import Weighed, weigh
from filon.games.contract import Random
from filon.games.saboteur.model import Action, BreakTool, Discard, PlacePath, RepairTool, View

_CALM: Final = 0.01
"""Only equals are told apart by chance."""
_MOOD: Final = 14.0
"""By so much the easy level may like a card too well: one mood for all that the card could do."""
_DISTRACTED: Final = 3.0
"""And by so much a single choice."""


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    best = max(weigh(view, legal), key=lambda each: each.score + _noise(random, _CALM))
    return Hint(best.action, best.why)


def choose_easily(view: View, legal: Sequence[Action], random: Random) -> Action:
    moods: dict[object, float] = {}

    def liked(each: Weighed) -> float:
        card = _played(each.action)
        if card not in moods:
            moods[card] = _noise(random, _MOOD)
        return each.score + moods[card] + _noise(random, _DISTRACTED)

    return max(weigh(view, legal), key=liked).action


def _played(action: Action) -> object:
    """What lies on the table for it: the same for every place where a card may go."""
    match action:
        case PlacePath(card) | RepairTool(card) | Discard(card):
            return type(action), card
        case BreakTool(tool):
            return type(action), tool
        case _:
            return type(action)


def _noise(random: Random, most: float) -> float:
    return most * random.below(PARTS) / PARTS
