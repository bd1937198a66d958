"""Diamant's players: by feeling, by the odds, and by the odds and the others' nerves."""

from typing import Final

from filon.bots.contract import GameBots
from filon.bots.diamant.cave import look
from filon.bots.diamant.easy import choose_easily
from filon.bots.diamant.hard import choose_hard
from filon.bots.diamant.normal import advise
from filon.bots.diamant.reasons import REASONS
from filon.bots.diamant.strategies import STRATEGIES

__all__ = ["BOTS", "advise", "choose_easily", "look"]

BOTS: Final = GameBots(
    easy=choose_easily,
    advise=advise,
    hard=choose_hard,
    strategies=STRATEGIES,
    reasons=REASONS,
    paces={"easy": 1.8, "normal": 2.2, "hard": 2.4},
)
