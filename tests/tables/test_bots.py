"""Levels of bots, and the one that plays anything legal."""

import pytest

from filon.bots import LEVELS, Sight, level
from filon.games.chance import FastRandom
from filon.games.contract import Malformed, Seat
from filon.games.registry import GAMES


@pytest.mark.parametrize("name", sorted(LEVELS))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_level_chooses_a_legal_action_in_every_game(name: str, game: str) -> None:
    law = GAMES[game]
    random = FastRandom(1)
    state = law.deal(law.seats[0], law.simulation, random)
    for seat in law.to_act(state):
        legal = law.legal_actions(state, seat)
        assert level(name).choose(Sight(law, law.view(state, seat), legal), random) in legal


def test_the_random_bot_leaves_no_action_out() -> None:
    law = GAMES["diamant"]
    state = law.deal(3, law.simulation, FastRandom(1))
    legal = law.legal_actions(state, Seat(0))
    random = FastRandom(2)
    sight = Sight(law, law.view(state, Seat(0)), legal)
    chosen = {level("random").choose(sight, random) for _ in range(50)}
    assert chosen == set(legal)


def test_an_unknown_level_says_which_there_are() -> None:
    with pytest.raises(Malformed, match="random"):
        level("genius")
