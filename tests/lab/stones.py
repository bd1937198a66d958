"""Somebody who can be read: hard in all but its throws."""

from typing import Any

from filon.bots import Sight
from filon.bots.labyrinth.hard import choose_hard
from filon.games.contract import Random
from filon.games.labyrinth.model import DuelView, Throw
from filon.games.labyrinth.pieces import Thing


class ThrowsStone:
    remembers = True

    def choose(self, sight: Sight, random: Random, /) -> Any:
        if isinstance(sight.view.phase, DuelView):
            return Throw(Thing.STONE)
        return choose_hard(sight, random)
