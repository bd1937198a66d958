"""Where the games keep what the suites look for, ours and the fifth one, which lives in the tests.

`tests/conftest.py` registers the fifth as a host registers other people's games: every suite that runs on
"every registered game" runs on it, and no suite knows its name.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from filon.games.contract import Actor, AnyGame
from filon.games.registry import GAMES, OURS, VARIABLE, has_part

FIFTH: Final = "tests.fifth"
"""For FILON_GAMES."""
COACHED: Final = [name for name in GAMES if has_part(name, "coach")]
ENCODED: Final = [name for name in GAMES if has_part(name, "lab")]
_TESTS: Final = Path(__file__).parent


def environment_elsewhere() -> dict[str, str]:
    """For a process in a folder of its own, from which the fifth game cannot be seen."""
    return {name: value for name, value in os.environ.items() if name != VARIABLE}


def folder_of_law(game: AnyGame) -> Path:
    """With RULES.md in it."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None
    return Path(file).parent


def folder_of_tests(game: AnyGame) -> Path:
    """With counts.toml, golden games and the tests that show each rule."""
    return _TESTS / "games" / game.name if game.name in OURS else folder_of_law(game).parent


def copies_of(game: AnyGame) -> Callable[[Any, Actor, Any], int]:
    """(state, actor, action) -> with how many alike cards the actor can do it; `copies.py` among the tests of
    a game whose cards are not all different.
    """
    folder = folder_of_tests(game)
    if not (folder / "copies.py").exists():
        return lambda _state, _actor, _action: 1
    found: Callable[[Any, Actor, Any], int] = import_module(f"tests.games.{game.name}.copies").copies
    return found
