"""The easy level: plays each game as somebody does who has just learnt it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from filon.bots import diamant, labyrinth, outofmine, saboteur
from filon.bots.sight import Sight
from filon.games.contract import Random

_CHOICES: Final[Mapping[str, Callable[[Any, Sequence[Any], Random], Any]]] = {
    "saboteur": saboteur.choose_easily,
    "diamant": diamant.choose_easily,
    "labyrinth": labyrinth.choose_easily,
    "outofmine": outofmine.choose_easily,
}


class EasyBot:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        return _CHOICES[sight.game.name](sight.view, sight.legal, random)
