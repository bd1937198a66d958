"""Players by name: levels, one game's known strategies, and bots of others."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from filon.bots import LEVELS, Player
from filon.bots.registry import bots_of
from filon.games.contract import Malformed


def bot_named(name: str, game: str) -> Player:
    """A level, a strategy of the game, or `module:attribute`, looked for in the current folder too.

    Of `module:attribute@words` the attribute is called with the words, a file's name for instance.
    """
    here = bots_of(game).strategies
    if name in LEVELS:
        return LEVELS[name]
    if name in here:
        return here[name]
    if ":" in name:
        return _brought_along(name)
    known = ", ".join((*LEVELS, *here))
    yours = "yours as module:attribute, or module:attribute@words"
    raise Malformed("bots", f"no bot is called {name!r}; there are {known}, and {yours}")


def _brought_along(name: str) -> Player:
    place, at, words = name.partition("@")
    module, _, attribute = place.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found: Any = getattr(import_module(module), attribute)
        player = found(words) if at else found() if isinstance(found, type) else found
    except (ImportError, AttributeError) as error:
        raise Malformed("bots", f"{name!r} cannot be loaded: {error}") from None
    except Exception as error:  # of the name, or of whoever wrote the bot: a file that is not there, say
        raise Malformed("bots", f"{name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise Malformed("bots", f"{name!r} has no choose(sight, random)")
    return player  # type: ignore[no-any-return]
