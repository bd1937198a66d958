"""The normal level: a sensible family player in each game, who can say why."""

from collections.abc import Mapping
from typing import Any, Final

from filon.bots import diamant, labyrinth, outofmine, saboteur
from filon.bots.advice import Adviser
from filon.bots.sight import Sight
from filon.games.contract import Random

ADVISERS: Final[Mapping[str, Adviser]] = {
    "saboteur": saboteur.advise,
    "diamant": diamant.advise,
    "labyrinth": labyrinth.advise,
    "outofmine": outofmine.advise,
}


class NormalBot:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return ADVISERS[sight.game.name](sight.view, sight.legal, random).action
