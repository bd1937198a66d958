"""A command loads what it needs and no more: that is why the others answer at once."""

import ast
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import filon
from filon.bots import LEVELS
from filon.cli import COMMANDS
from filon.games.registry import GAMES

LOAD = """
import json, sys
sys.argv[0] = "filon"
from filon.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
SERVING = {"litestar", "uvicorn", "asyncpg", "redis", "structlog", "prometheus_client", "filon.server.app"}
THINKING = {"filon.bots", "filon.kernels", "openskill", "numpy"}
DRAWING = {"rich", "pydantic"}
EXTRAS = {
    "numpy",
    "gymnasium",
    "pettingzoo",
    "pyspiel",
    "pyarrow",
    "minari",
    "PIL",
    "jax",
    "ray",
    "filon.lab",
}
IMPORT_ALL = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted(sys.modules)))
"""


def run(*words: str) -> tuple[str, set[str]]:
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *words], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout, set(json.loads(done.stderr))


def test_the_version_is_told_before_anything_is_loaded() -> None:
    said, loaded = run("--version")
    assert said == f"filon {filon.__version__}\n"
    assert filon.__version__ == version("filon")
    assert not loaded & (SERVING | THINKING | DRAWING | {"msgspec", "asyncio", "filon.games"})


def test_the_list_of_commands_is_printed_before_any_of_them_is_loaded() -> None:
    said, loaded = run("--help")
    for name, (_, sentence) in COMMANDS.items():
        assert f"  {name} " in said
        assert sentence in said, "longer than a line of the list holds"
    assert not loaded & (SERVING | THINKING | DRAWING | {"msgspec", "asyncio", "filon.games"})


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_before_it_loads_what_it_works_with(name: str) -> None:
    said, loaded = run(name, "--help")
    assert f"Usage: filon {name}" in said
    assert not loaded & (SERVING | THINKING | DRAWING | {"filon.games.registry"})


def test_the_games_are_listed_without_server_bots_or_drawing() -> None:
    said, loaded = run("games", "--json")
    assert len(json.loads(said)) == len(GAMES)
    assert not loaded & (SERVING | THINKING | DRAWING | {"asyncio"})


def test_no_server_law_or_bot_loads_the_lab_or_what_it_is_an_extra_for() -> None:
    """Directly or not: with `filon[lab]` installed, as here, a server starts as it does without."""
    package = Path(filon.__file__).parent
    parts = ("games", "kernels", "bots", "tables", "store", "coach", "server")
    files = {file for part in parts for file in (package / part).rglob("*.py")}
    files.remove(package / "coach" / "exported.py")  # what `filon dataset --from` reads games with
    names = {".".join(("filon", *file.relative_to(package).with_suffix("").parts)) for file in files}
    names = {name.removesuffix(".__init__") for name in names}
    assert {"filon.server.app", "filon.server.cli", "filon.bots.arena"} <= names
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *sorted(names)], capture_output=True, text=True, check=True
    )
    assert not EXTRAS & set(json.loads(done.stdout))


def test_play_names_every_level() -> None:
    said, _ = run("play", "--help")
    assert ", ".join(LEVELS) in " ".join(said.split())


def test_an_old_python_is_told_which_one_is_needed() -> None:
    """The program lies about its version: there need be no old Python here. The grammar is another matter."""
    pretend = (
        "import sys, runpy; sys.version_info = (3, 9, 2); runpy.run_module('filon', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretend], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr == "filon: Python 3.11 or newer is needed; this is Python 3.9.\n"
    package = Path(filon.__file__).parent
    for name in ("__init__.py", "__main__.py"):
        ast.parse((package / name).read_text(), feature_version=(3, 7))
