"""Diamant, hard."""

from typing import Any

from filon.bots.diamant.normal import advise
from filon.bots.sight import Sight
from filon.games.contract import Random


def choose_hard(sight: Sight, random: Random) -> Any:
    return advise(sight.view, sight.legal, random).action
