"""Batches of the castle are the episodes of the law, stepped at once."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from filon.games.contract import Malformed
from filon.games.labyrinth import LABYRINTH
from filon.kernels.labyrinth.batch import make_batch
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE
from filon.kernels.labyrinth.kernel_rows import Rows
from filon.kernels.stream import Stream
from filon.lab.labyrinth.encoding import LabyrinthEncoding
from filon.lab.lockstep import every_table
from tests.lab.castles import KINDS, thrown_together
from tests.lab.side_by_side import SideBySide

OPTIONS = LABYRINTH.simulation


@pytest.mark.parametrize(("seats", "options"), list(every_table(LABYRINTH)))
def test_every_number_is_the_laws(seats: int, options: Any) -> None:
    encoding = LabyrinthEncoding(seats, replace(options, turn_limit=9))
    both = SideBySide(make_batch, encoding, 5, games=2)
    both.play_at_random(100)
    assert both.over


@pytest.mark.parametrize(("seats", "options"), list(every_table(LABYRINTH)))
def test_a_row_is_the_laws_wherever_a_game_may_lead(seats: int, options: Any) -> None:
    encoding, chance = LabyrinthEncoding(seats, options), Stream(seats)
    rows: Any = Rows(seats, 1)
    row = np.frombuffer(rows.observations, np.int16)
    state, told = LABYRINTH.deal(seats, options, chance), np.empty(encoding.layout.size, np.int16)
    for kind in (*KINDS, *KINDS, *KINDS):
        state = thrown_together(state, kind, chance)
        for seat in LABYRINTH.to_act(state):
            rows.see(0, LABYRINTH_BRIDGE.kernel(state, chance), seat)
            encoding.observe(LABYRINTH.view(state, seat), told)
            assert np.array_equal(row, told), state


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
