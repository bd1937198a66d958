"""What most faces are made of, asked by itself: what it refuses is named, and has changed nothing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from filon.games.contract import Malformed, Seat
from filon.lab.episode import Episode
from filon.lab.errors import GameIsOver, NotLegal, NotWaitedFor
from filon.lab.registry import encoding_for

ENCODING = encoding_for("saboteur", 3)
NO_SEATS: list[Any] = [3, -1, 1.0, "0", True]
NO_SEEDS: list[Any] = [-1, 2**63, 1.5, "7", None, True]


@pytest.mark.parametrize("name", ["seed", "number"])
@pytest.mark.parametrize("value", NO_SEEDS)
def test_what_no_game_is_dealt_by_is_named(name: str, value: Any) -> None:
    with pytest.raises(Malformed) as refusal:
        Episode(ENCODING, **{"seed": 1, name: value})
    assert refusal.value.field == name


def test_whole_numbers_of_any_kind_deal_and_play_the_same_game() -> None:
    plain, numpys = Episode(ENCODING, 2**62), Episode(ENCODING, np.int64(2**62), np.int32(0))  # type: ignore[arg-type]
    assert plain.state == numpys.state
    index = next(iter(plain.choices(Seat(0))))
    plain.step(Seat(0), index)
    numpys.step(Seat(0), np.int16(index))  # type: ignore[arg-type]
    assert plain.state == numpys.state


@pytest.mark.parametrize("seat", NO_SEATS)
def test_nobody_looks_on_from_a_seat_that_is_none(seat: Any) -> None:
    """The law would count -1 from the end, and show the last seat's secrets."""
    episode = Episode(ENCODING, 1)
    asked: list[Callable[[], Any]] = [
        lambda: episode.view(seat),
        lambda: episode.observe(seat),
        lambda: episode.told(seat),
        lambda: episode.legal(seat),
        lambda: episode.choices(seat),
        lambda: episode.mask(seat),
        lambda: episode.step(seat, 0),
    ]
    for question in asked:
        with pytest.raises(Malformed) as refusal:
            question()
        assert refusal.value.field == "seat"


def test_what_is_no_legal_index_is_refused_and_changes_nothing() -> None:
    episode = Episode(ENCODING, 1)
    before = episode.state
    for index in (None, "0", 0.0, True, [0]):
        with pytest.raises(Malformed, match="index"):
            episode.step(Seat(0), index)  # type: ignore[arg-type]
    with pytest.raises(NotLegal):
        episode.step(Seat(0), -1)
    with pytest.raises(NotWaitedFor, match="waits for seat 0"):
        episode.step(Seat(1), 0)
    assert (episode.state, episode.past, episode.decisions) == (before, [], 0)
    while episode.waiting:
        episode.step(episode.waiting[0], next(iter(episode.choices(episode.waiting[0]))))
    with pytest.raises(GameIsOver):
        episode.step(Seat(0), 0)


def test_a_copy_goes_on_as_this_one_would_and_neither_changes_the_other() -> None:
    """To the end, through the deals that are still to come."""
    episode = Episode(encoding_for("diamant", 4), 5)
    episode.step(Seat(0), 0)
    twin, before = episode.copy(), len(episode.past)
    played_on(episode)
    assert (len(twin.past), twin.decisions, twin.waiting) == (before, 1, (1, 2, 3))
    assert [*twin.choices(Seat(1))] == [0, 1]
    played_on(twin)
    assert twin.outcome is not None
    assert (twin.state, twin.past, twin.decisions) == (episode.state, episode.past, episode.decisions)


def test_a_copys_choices_are_its_own() -> None:
    episode = Episode(ENCODING, 1)
    twin = episode.copy()
    episode.step(Seat(0), next(iter(episode.choices(Seat(0)))))
    assert twin.choices(Seat(0))
    assert not episode.choices(Seat(0))
    assert not twin.choices(Seat(1))
    assert episode.choices(Seat(1))


def played_on(episode: Episode) -> None:
    while episode.waiting:
        episode.step(episode.waiting[0], episode.decisions % 2)


def test_arrays_of_another_shape_or_kind_are_refused() -> None:
    """Numbers would be cut off in one of bytes, without a word."""
    episode = Episode(ENCODING, 1)
    size, actions = ENCODING.layout.size, ENCODING.actions.size
    locked = np.zeros(size, np.int16)
    locked.flags.writeable = False
    rows: list[Any] = [
        np.zeros(size + 1, np.int16),
        np.zeros((1, size), np.int16),
        np.zeros(size, np.int8),
        [0] * size,
        locked,
    ]
    for row in rows:
        with pytest.raises(Malformed, match=f"out: an array of {size} numbers of int16"):
            episode.observe(Seat(0), row)
    for mask in (np.zeros(actions - 1, np.int8), np.zeros(actions, np.bool_)):
        with pytest.raises(Malformed, match=f"out: an array of {actions} numbers of int8"):
            episode.mask(Seat(0), mask)  # type: ignore[arg-type]
    assert np.array_equal(episode.observe(Seat(0), np.zeros(size, np.int16)), episode.observe(Seat(0)))
    with pytest.raises(Malformed, match=f"rows of {size} numbers"):
        ENCODING.layout.split(np.zeros((4, size - 1)))


def test_options_are_read_by_name_whatever_the_name_and_kind_of_number() -> None:
    for name in ("name", "self", "given"):
        with pytest.raises(Malformed) as refusal:
            encoding_for("diamant", 3, **{name: 3})
        assert refusal.value.field == name
    assert encoding_for("labyrinth", turn_limit=np.int64(12)) is encoding_for("labyrinth", turn_limit=12)
