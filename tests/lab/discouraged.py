"""A player with a hole for `filon exploit` to find: diggers who give up at the first dead end."""

from typing import Any

from filon.bots import LEVELS
from filon.bots.sight import Sight
from filon.games.contract import Random
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import Discard
from filon.games.saboteur.pieces import Role


class Discouraged:
    """Else it plays as normal does, which lays dead ends only near a goal."""

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        table = sight.view.round
        digs = table.roles[sight.view.seat] is Role.DIGGER
        discards = [action for action in sight.legal if isinstance(action, Discard)]
        if digs and discards and any(not SHAPES[tile.card][0] & JOINED for tile in table.maze):
            return discards[0]
        return LEVELS["normal"].choose(sight, random)
