"""Rounds by side, read from finished games."""

from collections import Counter

import pytest

from filon.coach.played import played_game
from filon.coach.replay import moments
from filon.coach.rounds import rounds_of
from filon.games.registry import GAMES
from filon.games.saboteur.model import Winner
from filon.games.saboteur.pieces import ROUNDS, Role


@pytest.mark.parametrize("seed", range(3))
def test_each_seat_has_a_side_in_every_round_and_the_side_that_won_has_won(seed: int) -> None:
    file = played_game(GAMES["saboteur"], ["random"] * 5, seed)
    results = moments(file)[-1].after.results
    found = rounds_of(file)
    assert [len(rounds) for rounds in found] == [ROUNDS] * 5
    for number, result in enumerate(results):
        played = [rounds[number] for rounds in found]
        assert Counter(one.side for one in played) == Counter(role.value for role in result.roles)
        diggers = {one.won for one in played if one.side == Role.DIGGER.value}
        saboteurs = {one.won for one in played if one.side == Role.SABOTEUR.value}
        assert diggers <= {result.winner is Winner.DIGGERS}
        assert saboteurs <= {result.winner is Winner.SABOTEURS}


def test_a_game_without_sides_has_no_rounds_of_any() -> None:
    assert rounds_of(played_game(GAMES["diamant"], ["random"] * 3, 1)) == ((), (), ())
