"""Diamant's players: by feeling, by the odds, and by the odds and the others' nerves."""

from filon.bots.diamant.cave import look
from filon.bots.diamant.easy import choose_easily
from filon.bots.diamant.normal import advise

__all__ = ["advise", "choose_easily", "look"]
