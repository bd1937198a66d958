"""The normal level: a sensible family player in each game, who can say why."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from filon.bots import diamant, labyrinth, outofmine, saboteur
from filon.bots.advice import Adviser
from filon.games.contract import AnyGame, Random

ADVISERS: Final[Mapping[str, Adviser]] = {
    "saboteur": saboteur.advise,
    "diamant": diamant.advise,
    "labyrinth": labyrinth.advise,
    "outofmine": outofmine.advise,
}


class NormalBot:
    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], random: Random) -> Any:
        return ADVISERS[game.name](view, legal, random).action
