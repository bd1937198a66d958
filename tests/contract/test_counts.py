"""counts.toml of each game: the number of legal sequences to some depth from fixed positions."""

import tomllib
from itertools import islice
from typing import Any

import pytest

from filon.games.chance import FastRandom
from filon.games.codec import read_options
from filon.games.registry import GAMES, game_named
from filon.lab.walk import walk
from tests.counting import sequences
from tests.games_under_test import folder_of_tests

FILES = {name: folder_of_tests(game) / "counts.toml" for name, game in GAMES.items()}


def _cases() -> list[Any]:
    cases = []
    for name, path in sorted(FILES.items()):
        if not path.exists():
            continue  # said below
        for entry in tomllib.loads(path.read_text())["position"]:
            title = f"{name}-{entry['seats']}-{entry['seed']}-{entry['after']}"
            cases.append(pytest.param(name, entry, id=title))
    return cases


@pytest.mark.parametrize(("name", "entry"), _cases())
def test_the_number_of_legal_sequences_is_known(name: str, entry: dict[str, Any]) -> None:
    game = game_named(name)
    random = FastRandom(entry["seed"])
    state = game.deal(entry["seats"], read_options(game, entry["options"]), random)
    for step in islice(walk(game, state, random), entry["after"]):
        state = step.after
    counts = [sequences(game, state, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]


def test_every_game_has_counts() -> None:
    missing = [str(path) for path in FILES.values() if not path.exists()]
    assert not missing, f"not written yet: {missing}"
    assert {case.values[0] for case in _cases()} == set(GAMES)
