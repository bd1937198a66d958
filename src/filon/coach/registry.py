"""The coaches, one a game; each is imported when its game is asked for."""

from functools import cache
from importlib import import_module
from typing import Any, cast

from filon.coach.contract import Coach
from filon.games.registry import game_named


@cache
def coach_of(game: str) -> Coach:
    """Malformed where there is no such game."""
    name = game_named(game).name
    module: Any = import_module(f"filon.coach.{name}")
    return cast("Coach", module.COACH)
