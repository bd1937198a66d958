"""Players by name: levels, one game's known strategies, and bots of others."""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from filon.bots import LEVELS, Player
from filon.bots.diamant.strategies import STRATEGIES as DIAMANT_STRATEGIES
from filon.bots.saboteur.strategies import STRATEGIES as SABOTEUR_STRATEGIES
from filon.games.contract import Malformed

STRATEGIES: Final[Mapping[str, Mapping[str, Player]]] = {
    "diamant": DIAMANT_STRATEGIES,
    "saboteur": SABOTEUR_STRATEGIES,
}
"""By game; they play that game only."""


def bot_named(name: str, game: str) -> Player:
    """A level, a strategy of the game, or `module:attribute`, looked for in the current folder too."""
    here = STRATEGIES.get(game, {})
    if name in LEVELS:
        return LEVELS[name]
    if name in here:
        return here[name]
    if ":" in name:
        return _brought_along(name)
    known = ", ".join((*LEVELS, *here))
    raise Malformed("bots", f"no bot is called {name!r}; there are {known}, and yours as module:attribute")


def _brought_along(name: str) -> Player:
    module, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise Malformed("bots", f"{name!r} cannot be loaded: {error}") from None
    player = found() if isinstance(found, type) else found
    if not callable(getattr(player, "choose", None)):
        raise Malformed("bots", f"{name!r} has no choose(sight, random)")
    return player  # type: ignore[no-any-return]
