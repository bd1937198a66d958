"""The registry: a line a game, other people's packages, and what is said of those that are none."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
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
from filon.kernels.registry import BRIDGES, _bridge, bridge_of
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
    for kept in (part, bots_of, coach_of, _bridge):
        kept.cache_clear()


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

class Options(Struct, frozen=True, forbid_unknown_fields=True):
    wax: {}

Called.options_type, Called.simulation = Options, Options(wax=None)
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
            "GAME = type('', (), {'name': 'dice'})()",
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
        (
            "backwards",
            optional(f"Annotated[int, Meta(ge=9, le=1), {ABOUT}] = 5"),
            "'wax' that cannot be offered",
        ),
        ("beyond", optional(f"Annotated[int, Meta(ge=1, le=9), {ABOUT}] = 99"), "Expected `int` <= 9"),
        ("unoffered", optional(f"Annotated[Literal['few'], {ABOUT}] = 'many'"), "Invalid enum value 'many'"),
        (
            "unruly",
            optional(ABOUT.replace("'CAN-4.1'", "5").join(["Annotated[Literal[1], ", "] = 1"])),
            "its rule",
        ),
        ("forward", optional("'Nowhere' = 3"), "options_type cannot be read from JSON: name 'Nowhere'"),
        (
            "unlike",
            WITH.format("options_type", "dict"),
            "unlike has a GAME whose options_type is no msgspec.Struct",
        ),
        (
            "loose",
            optional(f"Annotated[Literal[1], {ABOUT}] = 1").replace("forbid_unknown_fields=True", ""),
            "loose has options that are not frozen=True and forbid_unknown_fields=True",
        ),
        (
            "unsimulated",
            WITH.format("simulation", "None"),
            "unsimulated has a GAME whose simulation is no Options",
        ),
        (
            "mute",
            WITH.format("decide, Called.draw", "None, 7"),
            "mute has a GAME whose decide, draw cannot be called",
        ),
        ("classy", CALLED.format("dice").replace("Called()", "Called"), "classy has a class for a GAME"),
        (
            "surly",
            WITH.format("name", "property(lambda self: 1 / 0)"),
            "surly has a GAME that cannot be asked what it is: ZeroDivisionError",
        ),
        ("long", WITH.format("title", "'C' * 31"), "one line of at most 30 letters is wanted"),
        ("broken2", WITH.format("title", "'one\\ntwo'"), "one line of at most 30 letters is wanted"),
        (
            "acted",
            WITH.format("action_type", "7"),
            "acted has a GAME whose action_type cannot be read from JSON",
        ),
        ("seen", WITH.format("view_type", "Called.options_type"), "its field `seat` is missing"),
        ("followed", WITH.format("followed", "None"), "followed has a GAME whose followed is no frozenset"),
        ("ended", "raise SystemExit('bye')", "'ended' cannot be loaded: SystemExit: bye"),
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


def test_rules_that_are_no_text_are_refused(theirs: Path) -> None:
    name = package(theirs, "latin", CALLED.format("dice"))
    (theirs / name / "games" / "RULES.md").write_bytes("lumière".encode("latin-1"))
    with pytest.raises(Malformed, match=r"latin has a RULES\.md that is not written in UTF-8"):
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("easy=7", "have for 'easy' what cannot be called"),
        ("advise='well'", "have for 'advise' what cannot be called"),
        ("slips=0.1", "have for 'slips' what cannot be called"),
        ("paces={'easy': 'slow'}", "have among their paces 'easy': 'slow'"),
        ("paces={'hard': -1.0}", "have among their paces 'hard': -1.0"),
        ("paces={'idle': 1.0}", "have among their paces 'idle': 1.0"),
        ("paces=None", "have for 'paces' no mapping"),
        ("great_moments={'Shown': float('inf')}", "have among their great_moments 'Shown': inf"),
        ("tempo=1.5", "have the tempo 1.5: it is a part of 1"),
        ("doubts={'normal': 3}", "have among their doubts 'normal': 3"),
        ("strategies={'bold': 3}", "have among their strategies 'bold': 3"),
        ("reasons={'shine': 'It shines.'}", "have among their reasons 'shine': 'It shines.'"),
        ("sides=('red', 'blue')", "have for 'sides' no Sides"),
    ],
)
def test_bots_that_would_fail_in_a_game_are_refused_before(theirs: Path, arguments: str, said: str) -> None:
    add_games([package(theirs, "dicing", CALLED.format("dice"))])
    (theirs / "dicing" / "bots").mkdir()
    (theirs / "dicing" / "bots" / "__init__.py").write_text(
        f"from filon.bots.contract import GameBots\nBOTS = GameBots({arguments})"
    )
    with pytest.raises(Malformed) as refusal:
        bots_of("dice")
    assert str(refusal.value) == f"game: the bots of dice {said}"


@pytest.mark.parametrize(
    ("module", "ask", "said"),
    [
        ("kernels/bridge.py", bridge_of, "the kernel of dice is without action, code, deal"),
        ("coach/__init__.py", coach_of, "the coach of dice is without insight, "),
        ("lab/encoding.py", encoding_for, "the ENCODING of dice makes none: it cannot be called"),
    ],
)
def test_a_part_that_is_something_else_is_refused(
    theirs: Path, module: str, ask: Callable[[str], object], said: str
) -> None:
    add_games([package(theirs, "dicing", CALLED.format("dice"))])
    folder, _, file = module.partition("/")
    (theirs / "dicing" / folder).mkdir()
    (theirs / "dicing" / folder / file).write_text("BRIDGE = COACH = ENCODING = 7")
    with pytest.raises(Malformed) as refusal:
        ask("dice")
    assert said in str(refusal.value)


def test_a_kernel_that_cannot_be_loaded_stops_no_other(theirs: Path) -> None:
    add_games([package(theirs, "dicing", CALLED.format("dice"))])
    (theirs / "dicing" / "kernels").mkdir()
    (theirs / "dicing" / "kernels" / "bridge.py").write_text("1 / 0")
    assert bridge_of("diamant").game is GAMES["diamant"]
    with pytest.raises(Malformed, match=r"'dicing\.kernels' cannot be loaded: ZeroDivisionError"):
        bridge_of("dice")


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


def test_no_shared_file_of_the_web_client_knows_a_game_by_its_name() -> None:
    web = PACKAGE.parents[1] / "web" / "src"
    shared = [
        path
        for path in web.rglob("*")
        if path.suffix in {".ts", ".svelte", ".css", ".html"}
        and not {*path.relative_to(web).parts} & {*OWN_FOLDERS, "protocol", "paraglide"}
    ]
    assert len(shared) > 100
    naming = {
        path.relative_to(web).as_posix() for path in shared if NAMES.search(path.read_text(encoding="utf-8"))
    }
    assert naming == {"lib/games/registry.ts"}, "the one line"


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
