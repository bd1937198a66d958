"""Whole games to coach, each played once however many tests look at it."""

from functools import cache
from typing import Any, Final

from filon.coach.played import played_game
from filon.coach.replay import sights
from filon.games.registry import GAMES
from filon.tables.export import GameFile

FEWEST: Final = {name: game.seats[0] for name, game in GAMES.items()} | {"saboteur": 4}
"""Players; of Saboteur one more than the fewest, so that there are two sides."""


@cache
def game_of(name: str, seed: int = 1, level: str = "normal") -> GameFile[Any, Any, Any]:
    return played_game(GAMES[name], (level,) * FEWEST[name], seed)


@cache
def decided(name: str, seed: int = 1) -> tuple[Any, ...]:
    """(moment, sight) of each step that a seat took."""
    return tuple(sights(game_of(name, seed)))
