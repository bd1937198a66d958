"""The hard level: as strong as about a second of one core allows."""

from typing import Any

from filon.bots.played_out import HARD, play_out
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import Random


class HardBot:
    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        choose_hard = bots_of(sight.game.name).hard
        if choose_hard is None:
            return play_out(sight, random, decisions=HARD).action
        return choose_hard(sight, random)
