"""Who plays a game: what its folder of bots says."""

from functools import cache
from typing import Final

from filon.bots.contract import GameBots
from filon.games.contract import Malformed
from filon.games.registry import GAMES, part

NO_BOTS: Final = GameBots(looks_back=False)
"""Of a game without bots of its own: who plays any game (`played_out.py`) asks for no past."""


@cache
def bots_of(game: str) -> GameBots:
    """Imported when a game's bots are first asked for. Malformed where there is no such game."""
    found = part(game, "bots")
    if found is None:
        return NO_BOTS
    if not isinstance(found, GameBots):
        raise Malformed("game", f"the bots of {game} are no GameBots")
    return found


def read_all_bots() -> None:
    """Imports the bots of all games, for who must not stop for it later."""
    for game in GAMES:
        bots_of(game)
