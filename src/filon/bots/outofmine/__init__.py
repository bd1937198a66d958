"""Players of Out of Mine!"""

from typing import Final

from filon.bots.contract import GameBots
from filon.bots.outofmine.easy import choose_easily
from filon.bots.outofmine.hard import choose_hard
from filon.bots.outofmine.normal import advise
from filon.bots.outofmine.reasons import REASONS
from filon.bots.outofmine.second_thoughts import doubt, slip
from filon.bots.outofmine.strategies import STRATEGIES

__all__ = ["BOTS", "advise", "choose_easily"]

BOTS: Final = GameBots(
    easy=choose_easily,
    advise=advise,
    slips=slip,
    hard=choose_hard,
    looks_back=False,  # in the mine everything lies open, and the log has hundreds of motions
    strategies=STRATEGIES,
    reasons=REASONS,
    paces={"easy": 11.4, "normal": 6.2, "hard": 4.9},  # a full gallery takes about fourteen motions
    tempo=0.3,
    doubts={"normal": doubt},
)
