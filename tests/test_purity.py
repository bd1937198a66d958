"""The law is pure: what a game may import is a short list."""

import ast
import sys
from pathlib import Path

import pytest

from filon import games

FOLDER = Path(games.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
OUTSIDE = {"msgspec", "filon"}
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
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_game_imports_no_clock_no_input_and_no_chance_of_its_own(path: Path) -> None:
    names = imported(path)
    assert not names - OUTSIDE - sys.stdlib_module_names
    assert not names & IMPURE
    assert "random" not in names or path.name == "chance.py"
