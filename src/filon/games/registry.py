"""The only list of the games."""

from typing import Final

from filon.games.contract import AnyGame, Malformed
from filon.games.diamant import DIAMANT

GAMES: Final[dict[str, AnyGame]] = {game.name: game for game in (DIAMANT,)}


def game_named(name: str) -> AnyGame:
    try:
        return GAMES[name]
    except KeyError:
        raise Malformed("game", f"no game is called {name!r}; there are {', '.join(GAMES)}") from None
