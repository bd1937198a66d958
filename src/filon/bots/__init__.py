"""Players that are no people. A bot knows what its seat knows: a view and the legal actions, never a state.

`LEVELS` is the only list of them; tables offer its names for chairs and stand-ins.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from filon.bots.easy import EasyBot
from filon.bots.normal import NormalBot
from filon.bots.random import RandomBot
from filon.games.contract import AnyGame, Malformed, Random


class Player(Protocol):
    """Stateless: one instance of a level plays at all tables."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], random: Random) -> Any:
        """One of `legal`, which is never empty."""
        ...


LEVELS: Final[dict[str, Player]] = {"easy": EasyBot(), "normal": NormalBot(), "random": RandomBot()}
"""Every level plays every game."""


def level(name: str) -> Player:
    try:
        return LEVELS[name]
    except KeyError:
        raise Malformed("level", f"no bot plays at level {name!r}; there are {', '.join(LEVELS)}") from None
