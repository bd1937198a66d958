"""The registry: a line a game, other people's packages, and what is said of those that are none."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import filon
from filon.bots.contract import GameBots
from filon.bots.registry import NO_BOTS, bots_of
from filon.coach.contract import Coach
from filon.coach.registry import NoCoach, coach_of
from filon.games import registry
from filon.games.codec import describe
from filon.games.contract import AnyGame, Game, Malformed
from filon.games.registry import EXPORTS, GAMES, OURS, VARIABLE, Part, add_games, game_named, has_part, part
from filon.kernels.contract import Bridge
from filon.kernels.registry import BRIDGES, bridge_of
from filon.lab.encoding import Encoding
from filon.lab.registry import encoding_for
from tests.games_under_test import COACHED, ENCODED, FIFTH

PACKAGE = Path(filon.__file__).parent
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to write packages into, from which the registry reads; all is forgotten afterwards."""
    monkeypatch.setattr(registry, "GAMES", dict(GAMES))
    monkeypatch.setattr(registry, "_places", dict(registry._places))
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(VARIABLE, FIFTH)
    monkeypatch.chdir(tmp_path)
    known = {*sys.modules}
    yield tmp_path
    theirs = {name for name in {*sys.modules} - known if str(tmp_path) in str(sys.modules[name])}
    for name in theirs:
        del sys.modules[name]
    part.cache_clear()


def package(folder: Path, name: str, law: str) -> str:
    (folder / name / "games").mkdir(parents=True)
    (folder / name / "games" / "__init__.py").write_text(law)
    (folder / name / "games" / "RULES.md").write_text("- **CAN-1.0** 2 to 4 players.\n")
    return name


CALLED = """
from tests.fifth.games import Candles

class Called(Candles):
    name = {!r}

GAME = Called()
"""
WITH = CALLED.format("dice") + "Called.{} = {}\n"
OPTION = """
from typing import Annotated, Literal
from msgspec import Meta, Struct

class Options(Struct):
    wax: {}

Called.options_type = Options
"""
ABOUT = "Meta(description='Which wax', extra={'rule': 'CAN-4.1'})"
NUMBER = "an option is a Literal, or an int with `ge` and `le`"


def optional(kind: str) -> str:
    return CALLED.format("dice") + OPTION.format(kind)


def missing_from(protocol: type, found: Any) -> set[str]:
    named = {*protocol.__annotations__, *vars(protocol)}
    return {name for name in named if not name.startswith("_") and not hasattr(found, name)}


@every_game
def test_every_part_of_a_game_is_what_its_contract_says(game: AnyGame) -> None:
    assert not missing_from(Game, game)
    assert game_named(game.name) is game
    assert part(game.name, "games") is game
    assert isinstance(bots_of(game.name), GameBots)
    assert has_part(game.name, "bots") is (bots_of(game.name) is not NO_BOTS)
    for which in EXPORTS:
        assert has_part(game.name, which) is (part(game.name, which) is not None)
    if has_part(game.name, "kernels"):
        assert not missing_from(Bridge, bridge_of(game.name))
        assert bridge_of(game.name).game is game
    if has_part(game.name, "coach"):
        assert not missing_from(Coach, coach_of(game.name))
    if has_part(game.name, "lab"):
        encoding = encoding_for(game.name)
        assert not missing_from(Encoding, encoding)
        assert encoding.game is game


def test_a_game_without_a_part_is_told_so_by_name() -> None:
    with pytest.raises(NoCoach, match="Candles has no coach"):
        coach_of("candles")
    with pytest.raises(Malformed, match="no kernel plays 'candles'; there are saboteur, diamant"):
        bridge_of("candles")
    bare = next((name for name in GAMES if not has_part(name, "lab")), None)
    if bare is not None:
        with pytest.raises(Malformed, match="has no encoding"):
            encoding_for(bare)
    assert "candles" not in {*BRIDGES, *COACHED}
    assert "candles" in ENCODED


def test_other_peoples_games_are_looked_for_where_one_works(theirs: Path) -> None:
    assert {*OURS, "candles"} <= GAMES.keys()
    add_games([package(theirs, "dicing", CALLED.format("dice")), FIFTH, "dicing"])
    assert game_named("dice").name == "dice"
    assert list(registry.GAMES) == [*GAMES, "dice"]
    assert os.environ[VARIABLE].endswith(",dicing"), "processes that are started later know it as well"
    add_games(["dicing"])
    assert list(registry.GAMES) == [*GAMES, "dice"], "once is enough"


@pytest.mark.parametrize(
    ("name", "law", "said"),
    [
        ("empty", "", "empty.games has no GAME"),
        ("broken", "import nothing_of_this_name", "'broken' cannot be loaded: No module named 'nothing_of"),
        ("shouted", CALLED.format("DICE"), "calls its game 'DICE': a name is 1 to 20 letters from a to z"),
        ("nameless", "GAME = 7", "calls its game None: a name is 1 to 20 letters"),
        (
            "untold",
            "GAME = type('', (), {'name': 'dice'})",
            "untold has a GAME without action_type, changes, d",
        ),
        ("unwritten", "x = ", "'unwritten' cannot be loaded: SyntaxError: invalid syntax"),
        ("raising", "[][0]", "'raising' cannot be loaded: IndexError: list index out of range"),
        ("lower", WITH.format("prefix", "'dic'"), "lower has the prefix 'dic': rules are numbered after"),
        ("untitled", WITH.format("title", "''"), "untitled has a game whose title is ''"),
        (
            "crowded",
            WITH.format("seats", "range(2, 18)"),
            "crowded seats range(2, 18) players: a range within",
        ),
        ("gapped", WITH.format("seats", "range(2, 7, 2)"), "a range within 1 to 16 is wanted"),
        ("listed", WITH.format("seats", "[2, 3]"), "listed seats [2, 3] players"),
        (
            "plain",
            optional("int = 3"),
            "plain has an option 'wax' that cannot be offered: an option has a Meta",
        ),
        (
            "both",
            optional(f"Annotated[Literal['few'] | Annotated[int, Meta(ge=1, le=9)], {ABOUT}] = 3"),
            "not both",
        ),
        ("endless", optional(f"Annotated[int, {ABOUT}] = 3"), NUMBER),
        ("wordy", optional(f"Annotated[str, {ABOUT}] = 'red'"), NUMBER),
        (
            "asking",
            optional(f"Annotated[int, Meta(ge=1, le=3), {ABOUT}]"),
            "'wax' that cannot be offered: an opt",
        ),
        ("second", CALLED.format("diamant"), "second calls its game 'diamant', and so does another"),
    ],
)
def test_a_package_that_is_no_game_is_refused_in_one_sentence(
    theirs: Path, name: str, law: str, said: str
) -> None:
    before = dict(registry.GAMES)
    with pytest.raises(Malformed) as refusal:
        add_games([package(theirs, "fine" + name, CALLED.format("fine")), package(theirs, name, law)])
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert before == registry.GAMES, "none is added where one is refused"


@pytest.mark.parametrize("name", ["no.such.package", "", "..", "json", "with space"])
def test_what_is_no_package_is_refused_by_its_name(theirs: Path, name: str) -> None:
    with pytest.raises(Malformed, match=VARIABLE) as refusal:
        add_games([name])
    assert repr(name) in str(refusal.value)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (f"Annotated[int, Meta(ge=1, le=9), {ABOUT}] = 3", (3, (), 1, 9)),
        (f"Annotated[Annotated[int, Meta(ge=1, le=9)] | None, {ABOUT}] = None", (None, (None,), 1, 9)),
        (f"Annotated[Literal['a', 2] | None, {ABOUT}] = 'a'", ("a", ("a", 2, None), None, None)),
    ],
)
def test_an_option_is_a_choice_or_a_number_and_either_may_be_left_out(
    theirs: Path, kind: str, told: tuple[object, ...]
) -> None:
    add_games([package(theirs, "dicing", optional(kind))])
    (option,) = describe(game_named("dice")).options
    assert (option.default, option.values, option.least, option.most) == told
    assert (option.description, option.rule) == ("Which wax", "CAN-4.1")


def test_a_law_without_rules_is_refused(theirs: Path) -> None:
    name = package(theirs, "silent", CALLED.format("dice"))
    (theirs / name / "games" / "RULES.md").unlink()
    with pytest.raises(Malformed, match=r"silent has no RULES\.md beside its law"):
        add_games([name])


@pytest.mark.parametrize(
    ("which", "module", "said"),
    [
        ("bots", "raise RuntimeError('one\\ntwo')", "'dicing.bots' cannot be loaded: RuntimeError: one two"),
        ("kernels", "import nowhere", "'dicing.kernels' cannot be loaded: No module named 'nowhere'"),
        ("coach", "", "dicing.coach has no COACH"),
    ],
)
def test_a_part_that_cannot_be_imported_is_named_in_one_sentence(
    theirs: Path, which: Part, module: str, said: str
) -> None:
    add_games([package(theirs, "dicing", CALLED.format("dice"))])
    (theirs / "dicing" / which).mkdir()
    (theirs / "dicing" / which / "__init__.py").write_text(module)
    with pytest.raises(Malformed) as refusal:
        part("dice", which)
    assert str(refusal.value).partition(": ")[2] == said


def test_two_packages_cannot_call_their_games_alike(theirs: Path) -> None:
    twins = [package(theirs, name, CALLED.format("dice")) for name in ("here", "there")]
    with pytest.raises(Malformed, match="there calls its game 'dice', and so does another"):
        add_games(twins)


def test_a_command_says_which_package_cannot_be_used() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "filon", "games"],
        env={**os.environ, VARIABLE: f"{FIFTH}, tests.sixth"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "filon: FILON_GAMES: 'tests.sixth' cannot be loaded: No module named 'tests.sixth'"
    ]


NAMES = re.compile(rf"\b({'|'.join(OURS)}|candles)\b", re.IGNORECASE)
OWN_FOLDERS = {*OURS}
MAY_NAME = {
    "games/registry.py",  # the one line
    "cli/bench.py",  # what is measured unless somebody says otherwise
    "lab/openspiel/small.py",  # Diamant alone has a form that is solved whole
    "lab/jax/environments.py",  # and two games one for a GPU
    "lab/jax/lockstep.py",
}


def test_no_shared_file_knows_a_game_by_its_name() -> None:
    """Imports, names and texts; docstrings may give an example."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        if set(place.parts) & OWN_FOLDERS or place.as_posix() in MAY_NAME:
            continue
        found += [f"{place}:{line}: {said}" for line, said in _said(ast.parse(path.read_text()))]
    assert not found, "\n".join(found)


def _said(tree: ast.AST) -> list[tuple[int, str]]:
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    words: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in told:
                words.append((node.lineno, text))
            case ast.ImportFrom(module=str(module)):
                words.append(
                    (node.lineno, " ".join((module.replace(".", " "), *(a.name for a in node.names))))
                )
            case ast.Name(id=name) | ast.Attribute(attr=name):
                words.append((node.lineno, name.replace("_", " ")))
            case _:
                pass
    return [(line, text) for line, text in words if NAMES.search(text)]
