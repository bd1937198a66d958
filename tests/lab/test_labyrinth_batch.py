"""Batches of the castle are the episodes of the law, stepped at once."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from filon.games.contract import Malformed
from filon.games.labyrinth import LABYRINTH
from filon.kernels.labyrinth.batch import make_batch
from filon.lab.labyrinth.encoding import LabyrinthEncoding
from filon.lab.lockstep import every_table
from tests.lab.side_by_side import SideBySide

OPTIONS = LABYRINTH.simulation


@pytest.mark.parametrize(("seats", "options"), list(every_table(LABYRINTH)))
def test_every_number_is_the_laws(seats: int, options: Any) -> None:
    encoding = LabyrinthEncoding(seats, replace(options, turn_limit=9))
    both = SideBySide(make_batch, encoding, 5, games=2)
    both.play_at_random(100)
    assert both.over


def test_long_games_without_a_limit_stay_in_step() -> None:
    both = SideBySide(make_batch, LabyrinthEncoding(4, replace(OPTIONS, turn_limit=None)), 3, games=2)
    both.play_at_random(800)


def test_a_part_plays_what_the_whole_would() -> None:
    whole = SideBySide(make_batch, LabyrinthEncoding(3, replace(OPTIONS, turn_limit=2)), 8, games=7)
    part = SideBySide(make_batch, LabyrinthEncoding(3, replace(OPTIONS, turn_limit=2)), 8, games=3, first=2)
    for _ in range(40):
        chosen = [whole.legal(game)[0] for game in range(7)]
        whole.step(chosen)
        part.step(chosen[2:5])
        assert np.array_equal(part.observations, whole.observations[2:5])
    assert part.over


def test_the_arrays_stay_where_they_are() -> None:
    both = SideBySide(make_batch, LabyrinthEncoding(2, OPTIONS), 1, games=2)
    before = both.observations.copy()
    both.play_at_random(1)
    assert not np.array_equal(both.observations, before)
    assert np.array_equal(np.frombuffer(both.batch.observations, np.int16), both.observations.reshape(-1))


def test_as_many_seats_as_the_rules_allow() -> None:
    with pytest.raises(Malformed, match="seats: 5 players"):
        make_batch(5, OPTIONS, 1, games=1, first=0, total=1)
