"""The games as Gymnasium knows environments: one agent's seat, bots in the others.

Importing this registers every game, as `filon/Diamant-v0` and so on. Gymnasium does so by itself where the id
names the module (`filon.lab.gymnasium:filon/Diamant-v0`); since its 1.0 it looks for nobody else's games.
"""

from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from filon.lab.extras import extra

with extra("lab"):
    import gymnasium

    from filon.lab.gymnasium.seat import ILLEGAL_REWARD, ResetNeeded, SeatEnv

__all__ = ["ILLEGAL_REWARD", "ResetNeeded", "SeatEnv", "id_of", "register_games"]


def id_of(game: AnyGame) -> str:
    """By the game's name, written as that of its class where that is the same."""
    written = type(game).__name__
    return f"filon/{written if written.lower() == game.name else game.name.capitalize()}-v0"


def register_games() -> None:
    """Every game of the registry that is not there yet."""
    for game in GAMES.values():
        if id_of(game) not in gymnasium.registry:
            gymnasium.register(
                id=id_of(game),
                entry_point="filon.lab.gymnasium.seat:SeatEnv",
                # The environment itself says what comes after reset, by an error that both houses know.
                order_enforce=False,
                kwargs={"game": game.name},
            )


register_games()
