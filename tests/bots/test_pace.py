"""Pauses look human and tell nothing."""

from statistics import mean

import pytest

from filon.bots import LEVELS
from filon.bots.pace import pause_ms, rest_ms
from filon.games.registry import GAMES

BASE = 800
"""What a table pauses for unless its host says otherwise."""


def pauses(game: str, level: str) -> list[int]:
    return [pause_ms(game, level, BASE, seat, sequence) for seat in range(4) for sequence in range(200)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_people_can_follow_and_need_not_wait(game: str, level: str) -> None:
    found = pauses(game, level)
    low, high = (2_000, 10_000) if game == "outofmine" else (700, 3_500)
    assert low < min(found) < max(found) < high
    assert len(set(found)) > 200, "nobody is a metronome"


def test_in_the_mine_a_gallery_takes_about_a_minute_and_the_easy_level_longer() -> None:
    assert 40_000 < 15 * mean(pauses("outofmine", "normal")) < 80_000
    assert mean(pauses("outofmine", "easy")) > 1.3 * mean(pauses("outofmine", "normal"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_table_without_pauses_has_none(game: str, level: str) -> None:
    assert pause_ms(game, level, 0, 1, 2) == 0


def test_random_bots_keep_to_the_tables_own_pause() -> None:
    assert pause_ms("diamant", "random", BASE, 3, 77) == BASE


def test_no_pause_is_endless() -> None:
    assert pause_ms("outofmine", "easy", 60_000, 0, 1) <= 60_000


def test_a_close_choice_takes_no_longer_than_a_clear_one() -> None:
    """Whatever it spends on thinking, it answers on the beat."""
    assert {spent + rest_ms(spent, BASE) for spent in range(1, 401)} == {400}
    assert rest_ms(401, BASE) == 399
    assert rest_ms(77, 0) == rest_ms(77, 1) == 0
