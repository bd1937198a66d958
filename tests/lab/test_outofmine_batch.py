"""Batches of the mine are the episodes of the law, stepped at once, the table's own actions included."""

from typing import Any

import numpy as np
import pytest

from filon.games.contract import Malformed
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Options, TilePlaced, TilePutBack, TimeRanOut, WentAway
from filon.kernels.outofmine.batch import make_batch
from filon.kernels.stream import Stream
from filon.lab.lockstep import every_table
from filon.lab.outofmine.encoding import OutOfMineEncoding
from tests.lab.galleries import next_index
from tests.lab.side_by_side import SideBySide

EXPERT = Options(elves="on", finds="on")


@pytest.mark.parametrize(("seats", "options"), list(every_table(OUTOFMINE)))
def test_every_number_is_the_laws(seats: int, options: Any) -> None:
    both = SideBySide(make_batch, OutOfMineEncoding(seats, options), 5, games=2, total=2)
    play(both, steps=200, tired=12 - 2 * seats)
    assert both.over


@pytest.mark.parametrize(("limit", "what"), [(300, TimeRanOut), (None, WentAway)])
def test_the_table_loses_its_patience_as_in_an_episode(limit: int | None, what: type) -> None:
    """With a clock the round is over, without one whoever holds a tile is taken for away."""
    both = SideBySide(make_batch, OutOfMineEncoding(2, Options(round_limit=limit)), 4, games=7)
    play(both, steps=212, tired=0)
    for episode in both.episodes:
        assert [type(event) for event in episode.past].count(what) == 1


def test_a_tile_placed_as_the_other_hand_is_emptied_by_the_table() -> None:
    """After two choices of a face, 200 decisions: the last one places a tile while a second is held."""
    both = SideBySide(make_batch, OutOfMineEncoding(2, Options(round_limit=None)), 4, games=1)
    at = both.encoding.actions.offsets
    play(both, steps=2, tired=0)
    for kind in ("take", "place", "take", "pick_up", *["swap"] * 195, "place"):
        both.step([next(index for index in both.legal(0) if index >= at[kind])])
    placed, away, emptied = both.episodes[0].past[-3:]
    assert [type(event) for event in (placed, away, emptied)] == [TilePlaced, WentAway, TilePutBack]


@pytest.mark.parametrize("options", [Options(), EXPERT])
def test_rounds_that_end_with_a_call(options: Options) -> None:
    encoding = OutOfMineEncoding(3, options)
    both = SideBySide(make_batch, encoding, 6, games=1)
    while not both.over:
        both.step([next_index(encoding, both.observations[0], both.masks[0])])


def test_the_arrays_stay_where_they_are() -> None:
    both = SideBySide(make_batch, OutOfMineEncoding(2, EXPERT), 1, games=2)
    before = both.observations.copy()
    both.play_at_random(4)
    assert not np.array_equal(both.observations, before)
    assert np.array_equal(np.frombuffer(both.batch.observations, np.int16), both.observations.reshape(-1))


def test_as_many_seats_as_the_rules_allow() -> None:
    with pytest.raises(Malformed, match="seats: 1 players"):
        make_batch(1, OUTOFMINE.simulation, 1, games=1, first=0, total=1)


def play(both: SideBySide, *, steps: int, tired: int) -> None:
    """At random, but for giving up: at one chance in so many, or never."""
    chance = Stream(9)
    give_up = both.encoding.actions.offsets["give_up"]
    for _ in range(steps):
        chosen = []
        for game in range(len(both.episodes)):
            legal = both.legal(game)
            if legal[-1] == give_up:
                gives_up = tired and chance.below(tired) == 0
                legal = [give_up] if gives_up else legal[:-1]
            chosen.append(legal[chance.below(len(legal))])
        both.step(chosen)
