"""Out of Mine!: who else is there to measure others by. They play in the arena only."""

from collections.abc import Mapping
from typing import Any, Final

from filon.bots.contract import Player
from filon.bots.outofmine.normal import advise
from filon.bots.sight import Sight
from filon.games.contract import Random


class ByHints:
    """Does what every hint says: the normal level without its slips."""

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return advise(sight.view, sight.legal, random).action


STRATEGIES: Final[Mapping[str, Player]] = {"by_hints": ByHints()}
