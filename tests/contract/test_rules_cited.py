"""Every numbered rule of each RULES.md is shown by a test that names it in its docstring."""

import ast
import re
from pathlib import Path

import pytest

from filon.games.contract import AnyGame
from filon.games.registry import GAMES
from tests.games_under_test import folder_of_law, folder_of_tests

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def rules_of(game: AnyGame) -> set[str]:
    text = (folder_of_law(game) / "RULES.md").read_text()
    return set(re.findall(rf"^- \*\*({game.prefix}-\d+\.\d+)\*\*", text, re.MULTILINE))


def rules_cited_in(folder: Path, prefix: str) -> set[str]:
    cited: set[str] = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited.update(re.findall(rf"\b{prefix}-\d+\.\d+", ast.get_docstring(node) or ""))
    return cited


@every_game
def test_every_rule_is_shown_by_a_test(game: AnyGame) -> None:
    rules = rules_of(game)
    cited = rules_cited_in(folder_of_tests(game), game.prefix)
    assert rules
    assert not rules - cited, "rules without a test"
    assert not cited - rules, "tests of rules that do not exist"


@every_game
def test_refusals_and_comments_name_rules_that_exist(game: AnyGame) -> None:
    rules = rules_of(game)
    for path in folder_of_law(game).glob("*.py"):
        named = set(re.findall(rf"\b{game.prefix}-\d+\.\d+", path.read_text()))
        assert not named - rules, path.name
