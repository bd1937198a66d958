"""The coach weighs by what a seat saw: positions that look alike to it get the same answer, to the byte."""

import msgspec
import pytest

from filon.bots.sight import Sight
from filon.coach.analysis import is_decision
from filon.coach.registry import coach_of
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from tests.coach.games import decided
from tests.games_under_test import COACHED

DECISIONS = 4
"""Of each game, spread over it."""


@pytest.mark.parametrize("name", COACHED)
def test_twins_are_weighed_alike(name: str) -> None:
    game, coach = GAMES[name], coach_of(name)
    real = [pair for pair in decided(name) if is_decision(coach, *pair)]
    differed = False
    for number, (moment, sight) in enumerate(real[:: max(1, len(real) // DECISIONS)][:DECISIONS]):
        seat = Seat(moment.seat or 0)
        twin = game.imagine(sight.view, FastRandom(number))
        differed |= twin != moment.before
        seen = Sight(game, game.view(twin, seat), game.legal_actions(twin, seat), sight.past)
        weighed, again = (
            coach.weigh(one, moment.action, FastRandom(number), "quick") for one in (sight, seen)
        )
        assert msgspec.json.encode(weighed) == msgspec.json.encode(again)
        assert any(option.action == moment.action for option in weighed.options)
    assert differed or name == "outofmine", "the twins were no twins"
