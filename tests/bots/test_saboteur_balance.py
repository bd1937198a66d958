"""How often saboteurs win with all normal: a third to a half of the rounds, however many play."""

import pytest

from bench.saboteur_rounds import by_the_law, in_the_kernel
from filon.games.saboteur.pieces import SEATS
from filon.kernels import COMPILED


@pytest.mark.skipif(not COMPILED, reason="interpreted it takes minutes")
@pytest.mark.parametrize("seats", SEATS)
def test_saboteurs_win_a_third_to_a_half_at_every_number_of_players(seats: int) -> None:
    """600 rounds: chance alone moves the share by four points; docs/bots.md has the figures of many more."""
    assert 0.32 < in_the_kernel(seats, 600, seed=1).share < 0.53


def test_so_they_do_by_the_law() -> None:
    assert 0.2 < by_the_law(4, 45, 1, "normal", "normal").share < 0.65


def test_a_lone_saboteur_gets_past_those_who_accuse_whoever_lays_a_dead_end() -> None:
    """It won one round in ten when it laid them as soon as the diggers came near."""
    assert by_the_law(4, 60, 1, "normal", "accuser").share > 0.17
