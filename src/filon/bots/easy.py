"""The easy level: plays each game as somebody does who has just learnt it."""

from typing import Any

from filon.bots.played_out import EASY, play_out
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import Random


class EasyBot:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        choose_easily = bots_of(sight.game.name).easy
        if choose_easily is None:
            return play_out(sight, random, decisions=EASY).action
        return choose_easily(sight.view, sight.legal, random)
