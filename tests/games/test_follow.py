"""Views that follow what their viewers are told: whole games, every seat and a spectator."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.games.saboteur.model import Passed
from filon.lab.walk import walk
from tests.contract.tables import ending_options


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.followed])
def test_every_kind_of_event_that_can_be_followed_is(name: str) -> None:
    """With every combination of options."""
    game = GAMES[name]
    met: set[type] = set()
    for seed, options in enumerate(ending_options(game)):
        random, seats = FastRandom(seed), game.seats[seed % 3]
        for step in walk(game, game.deal(seats, options, random), random, intermissions=True):
            kinds = {type(event) for event in step.events}
            if not kinds <= game.followed:
                continue
            met |= kinds
            for viewer in (None, *map(Seat, range(seats))):
                view = game.view(step.before, viewer)
                for event in step.events:
                    view = game.follow(view, game.redact(event, viewer))
                assert view == game.view(step.after, viewer)
    assert met == game.followed - {Passed}, "which is too rare"


def test_whoever_passes_changes_nothing() -> None:
    game = GAMES["saboteur"]
    view = game.view(game.deal(3, game.simulation, FastRandom(1)), Seat(0))
    assert game.follow(view, Passed(Seat(0))) == view
