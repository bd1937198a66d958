"""Players of Le Labyrinthe Secret."""

from typing import Final

from filon.bots.contract import GameBots
from filon.bots.labyrinth.easy import choose_easily
from filon.bots.labyrinth.hard import choose_hard
from filon.bots.labyrinth.normal import advise
from filon.bots.labyrinth.reasons import REASONS

__all__ = ["BOTS", "advise", "choose_easily"]

BOTS: Final = GameBots(
    easy=choose_easily,
    advise=advise,
    hard=choose_hard,
    reasons=REASONS,
    paces={"easy": 2.0, "normal": 1.7, "hard": 1.7},  # a turn in the castle has three decisions
    great_moments={"ThrowsShown": 2.5, "DuelWon": 2.5, "Swapped": 4.0},
)
