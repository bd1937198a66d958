"""Players that are no people. A bot knows what its seat knows (`Sight`), never a state.

`LEVELS` is the only list of them; tables offer its names for chairs and stand-ins.
"""

from typing import Any, Final, Protocol

from filon.bots.easy import EasyBot
from filon.bots.hard import HardBot
from filon.bots.normal import NormalBot
from filon.bots.random import RandomBot
from filon.bots.sight import Sight
from filon.games.contract import Malformed, Random

__all__ = ["LEVELS", "Player", "Sight", "level", "looks_back"]


class Player(Protocol):
    """Stateless: one instance of a level plays at all tables."""

    remembers: bool
    """Whether it goes by `sight.past`; who does not is spared the trouble of being told."""

    def choose(self, sight: Sight, random: Random, /) -> Any:
        """One of `sight.legal`: the same for the same sight and the same chance."""
        ...


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
    """Whether the level goes by `sight.past` in this game. In the mine everything lies open, and a log of
    hundreds of motions, read again before each, would make a bot late.
    """
    return game != "outofmine" and level(name).remembers
