"""The normal level: a sensible family player in each game, who can say why."""

from typing import Any

from filon.bots.hints import hint
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import Random


class NormalBot:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        action = hint(sight.game, sight.view, sight.legal, random).action
        slips = bots_of(sight.game.name).slips
        return action if slips is None else slips(sight.view, sight.legal, action, random)
