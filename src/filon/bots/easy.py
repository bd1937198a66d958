"""The easy level: plays each game as somebody does who has just learnt it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from filon.bots import diamant, labyrinth, outofmine, saboteur
from filon.games.contract import AnyGame, Random

_CHOICES: Final[Mapping[str, Callable[[Any, Sequence[Any], Random], Any]]] = {
    "saboteur": saboteur.choose_easily,
    "diamant": diamant.choose_easily,
    "labyrinth": labyrinth.choose_easily,
    "outofmine": outofmine.choose_easily,
}


class EasyBot:
    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], random: Random) -> Any:
        return _CHOICES[game.name](view, legal, random)
