"""The bot that plays anything legal: the floor that every other level is measured from."""

from typing import Any

from filon.bots.sight import Sight
from filon.games.chance import pick
from filon.games.contract import Random


class RandomBot:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return pick(sight.legal, random)
