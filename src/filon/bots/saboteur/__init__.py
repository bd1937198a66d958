"""Players of Saboteur: one who does what comes to mind, and one who weighs every card."""

from collections.abc import Sequence
from typing import Final

from filon.bots.advice import PARTS, Hint
from filon.bots.contract import GameBots
from filon.bots.saboteur.easy import choose_easily
from filon.bots.saboteur.hard import choose_hard
from filon.bots.saboteur.reasons import REASONS
from filon.bots.saboteur.sides import SIDES
from filon.bots.saboteur.strategies import STRATEGIES
from filon.bots.saboteur.telling import told
from filon.bots.saboteur.weighing import weigh
from filon.games.contract import Random
from filon.games.saboteur.model import Action, View

__all__ = ["BOTS", "advise", "choose_easily"]

_CALM: Final = 0.01
"""Only equals are told apart by chance."""


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    weighed = weigh(view, legal)
    best = max(weighed, key=lambda each: each.score + _CALM * random.below(PARTS) / PARTS)
    return Hint(best.action, told(view, weighed, best))


BOTS: Final = GameBots(
    easy=choose_easily,
    advise=advise,
    hard=choose_hard,
    strategies=STRATEGIES,
    reasons=REASONS,
    sides=SIDES,
    paces={"easy": 2.6, "normal": 2.2, "hard": 2.4},  # laying a card takes a look at the maze
    great_moments={"GoalRevealed": 3.0, "RoundEnded": 5.0},  # before the gold is chosen
)
