"""Planes say square by square what the rows say."""

import numpy as np
import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Malformed
from filon.lab.episode import Episode
from filon.lab.registry import encoding_for
from filon.lab.saboteur.layout import REACHED
from filon.lab.saboteur.planes import Plane, planes
from filon.lab.saboteur.policies import to_the_goals


def seen(seats: int) -> list[np.ndarray]:
    episode = Episode(encoding_for("saboteur", seats), 3)
    random = FastRandom(3)
    rows = []
    while episode.waiting:
        rows.append(episode.observe(episode.waiting[0]))
        episode.step(episode.waiting[0], to_the_goals(episode, random))
    return rows


@pytest.mark.parametrize("seats", [3, 10])
def test_planes_hold_all_that_the_maze_and_the_goals_do(seats: int) -> None:
    layout = encoding_for("saboteur", seats).layout
    rows = np.stack(seen(seats))
    squares, rest = planes(layout, rows)
    part = layout.split(rows)
    bits = (1, 2, 4, 8, 16, REACHED)
    again = sum(squares[:, plane] * bit for plane, bit in enumerate(bits, start=Plane.OPEN_NORTH))
    assert np.array_equal(again, part["maze"])
    assert np.array_equal(squares[:, Plane.CARD], part["maze"] > 0)
    by_card = squares[:, Plane.GOAL_HIDDEN : Plane.GOAL_TURNED].sum(axis=1)
    assert set(np.flatnonzero(by_card[0])) == {3 * 15 + 12, 5 * 15 + 12, 7 * 15 + 12}
    assert (by_card.sum(axis=(1, 2)) == 3).all()
    middle = squares[:, :, 5, 12]
    assert np.array_equal(middle[:, Plane.TREASURE] > 0, part["goals"][:, 1, 0] == 0)
    assert np.array_equal(middle[:, Plane.GOAL_TURNED] > 0, part["goals"][:, 1, 1] == 1)
    assert np.array_equal(middle[:, Plane.GOAL_FACE_UP], part["goals"][:, 1, 2])
    assert squares.dtype == rest.dtype == np.float32
    assert rest.shape[1] == layout.size - 165 - 9
    assert np.abs(rest).max() <= 1
    assert np.allclose(rest[:, 4] * 67, part["pile"][:, 0])


def test_rows_of_another_size_are_refused() -> None:
    layout = encoding_for("saboteur", 3).layout
    with pytest.raises(Malformed, match="rows of 479 numbers"):
        planes(layout, np.zeros((2, 480), np.int16))
