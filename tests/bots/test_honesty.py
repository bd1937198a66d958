"""A bot knows a view and the legal actions. It is given nothing else, and it asks for nothing else."""

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from filon import bots
from filon.bots import LEVELS, Sight, level
from filon.bots.hints import hint
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Malformed
from filon.games.registry import GAMES
from tests.bots.matches import decisions, seated

FOLDER = Path(bots.__file__).parent
SOURCES = sorted(
    path
    for path in FOLDER.rglob("*.py")
    if path.parent.name != "arena" and path.name not in {"played_out.py", "sides.py"}
)
"""The arena deals and keeps the cards; what it asks sees seats alone. `sides.py` counts for it who was on
which side. `played_out.py` plays by the law, in worlds that are imagined from a view: the twins hold it to
that.
"""
BEHIND_THE_SCREEN = {"State", "Round", "Expedition", "decide", "evolve", "imagine", "deal", "view", "play"}


class OnlyAName:
    """A game that cannot be asked anything."""

    def __init__(self, name: str) -> None:
        self.name = name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_bot_imports_what_knows_more_than_a_view(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("filon.games"):
            assert not {alias.name for alias in node.names} & BEHIND_THE_SCREEN
            assert not set((node.module or "").split(".")) & {name.lower() for name in BEHIND_THE_SCREEN}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("name", LEVELS)
def test_twins_that_look_alike_are_played_alike(game: AnyGame, name: str) -> None:
    """An imagined state hides other things; through the wire and back the bot sees no difference."""
    seats = game.seats[1]
    blind: Any = OnlyAName(game.name)
    compared = 0
    for seed in range(11, 21):  # one game, or several short ones
        for number, step in enumerate(decisions(game, seats, seated(*[name] * seats), seed)):
            if number % 7:
                continue
            if compared == 40:
                break
            twin = game.imagine(step.sight.view, FastRandom(number))
            view = game.view(twin, step.seat)
            assert view == step.sight.view
            sent = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=game.view_type)
            legal = game.legal_actions(twin, step.seat)
            chosen = [
                level(name).choose(Sight(blind, seen, offered, step.sight.past), FastRandom(number))
                for seen, offered in ((step.sight.view, step.sight.legal), (sent, legal))
            ]
            assert chosen[0] == chosen[1]
            compared += 1
        if compared >= 5:
            break
    assert compared >= 5


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_hint_is_what_the_normal_level_would_do(game: AnyGame) -> None:
    seats = game.seats[0]
    for number, step in enumerate(decisions(game, seats, seated(*["normal"] * seats), seed=2)):
        asked = hint(game, step.sight.view, step.sight.legal, FastRandom(number)).action
        assert asked == level("normal").choose(
            Sight(game, step.sight.view, step.sight.legal), FastRandom(number)
        )
        if number == 30:
            break


def test_a_level_that_nobody_plays_is_refused_by_name() -> None:
    with pytest.raises(Malformed, match="easy, normal, hard, random"):
        level("genius")
