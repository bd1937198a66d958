"""Players that are no people. A bot knows what its seat knows (`Sight`), never a state.

`LEVELS` is the only list of them; tables offer its names for chairs and stand-ins.
"""

from typing import Final

from filon.bots.contract import Player
from filon.bots.easy import EasyBot
from filon.bots.hard import HardBot
from filon.bots.normal import NormalBot
from filon.bots.random import RandomBot
from filon.bots.registry import bots_of
from filon.bots.sight import Sight
from filon.games.contract import Malformed

__all__ = ["LEVELS", "Player", "Sight", "level", "looks_back"]

LEVELS: Final[dict[str, Player]] = {
    "easy": EasyBot(),
    "normal": NormalBot(),
    "hard": HardBot(),
    "random": RandomBot(),
}
"""Every level plays every game."""


def level(name: str) -> Player:
    try:
        return LEVELS[name]
    except KeyError:
        raise Malformed("level", f"no bot plays at level {name!r}; there are {', '.join(LEVELS)}") from None


def looks_back(name: str, game: str) -> bool:
    """Whether the level goes by `sight.past` in this game."""
    return level(name).remembers and bots_of(game).looks_back
