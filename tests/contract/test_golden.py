"""Golden games replay to the letter."""

from pathlib import Path

import pytest

from filon.games.registry import GAMES
from tests.golden import game_of, golden_files, read_header, read_moves, written


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text()
    header = read_header(text)
    moves = read_moves(header, text)
    assert moves
    assert written(header, moves) == text


def test_every_game_has_golden_games() -> None:
    assert {game_of(path) for path in golden_files()} == set(GAMES)
