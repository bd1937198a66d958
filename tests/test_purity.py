"""The law is pure: what a game may import is a short list, and no other game is on it."""

import ast
import sys
from pathlib import Path

import pytest

from filon import games
from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from tests.games_under_test import folder_of_law

FOLDER = Path(games.__file__).parent
SHARED = sorted(path for path in FOLDER.glob("*.py") if path.name != "registry.py")
OUTSIDE = {"msgspec", "filon"}
OPEN_TO_GAMES = {f"filon.games.{name}" for name in ("contract", "codec", "chance", "intermission")}
IMPURE = {
    "asyncio",
    "datetime",
    "logging",
    "multiprocessing",
    "os",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
}


def imported(path: Path) -> set[str]:
    """Modules by their full names."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            module = node.module or ""
            names.update(
                f"{module}.{alias.name}" if module == "filon.games" else module for alias in node.names
            )
    return names


def impure(path: Path, own: str = "filon") -> set[str]:
    """What it imports and may not; `own` begins the names of what belongs to it."""
    names = {name for name in imported(path) if not f"{name}.".startswith(f"{own}.")}
    roots = {name.split(".")[0] for name in names}
    found = roots - OUTSIDE - sys.stdlib_module_names | roots & IMPURE
    return found | ({"random"} & roots if path.name != "chance.py" else set())


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_what_all_games_share_imports_no_clock_no_input_and_no_chance(path: Path) -> None:
    assert not impure(path)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_law_imports_no_clock_no_input_no_chance_of_its_own_and_no_other_game(game: AnyGame) -> None:
    own = type(game).__module__
    for path in folder_of_law(game).rglob("*.py"):
        assert not impure(path, own), path
        of_the_house = {name for name in imported(path) if name.split(".")[0] == "filon"}
        assert not {name for name in of_the_house - OPEN_TO_GAMES if not f"{name}.".startswith(f"{own}.")}, (
            path
        )
