"""The only list of the games."""

from typing import Final

from filon.games.contract import AnyGame, Malformed
from filon.games.diamant import DIAMANT
from filon.games.labyrinth import LABYRINTH
from filon.games.outofmine import OUTOFMINE
from filon.games.saboteur import SABOTEUR

GAMES: Final[dict[str, AnyGame]] = {game.name: game for game in (SABOTEUR, DIAMANT, LABYRINTH, OUTOFMINE)}


def game_named(name: str) -> AnyGame:
    try:
        return GAMES[name]
    except KeyError:
        raise Malformed("game", f"no game is called {name!r}; there are {', '.join(GAMES)}") from None
