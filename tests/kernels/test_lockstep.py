"""Every kernel plays as its law does: a few games at every number of seats, all options in turn.

`filon lockstep` plays tens of thousands.
"""

from typing import Any

import pytest

from filon.games.contract import Malformed
from filon.games.registry import GAMES
from filon.kernels.registry import BRIDGES, bridge_of
from filon.lab.lockstep import Apart, Series, every_table

TABLES = [(name, seats) for name, bridge in BRIDGES.items() for seats in bridge.game.seats]
GAMES_EACH = {"diamant": 3}
"""Where a game takes milliseconds; one elsewhere."""


def options_at(name: str, seats: int) -> list[Any]:
    """All options are met at some number of seats, none at each: there are too many for every day."""
    there = [options for players, options in every_table(GAMES[name]) if players == seats]
    counts = list(GAMES[name].seats)
    return there[counts.index(seats) :: len(counts)] or [GAMES[name].simulation]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_law_and_kernel_agree_at_every_step(name: str, seats: int) -> None:
    for options in options_at(name, seats):
        series = Series(BRIDGES[name], seats, options, seed=seats)
        compared = series.lockstep(range(GAMES_EACH.get(name, 1)))
        assert compared.decisions > 0


@pytest.mark.parametrize("name", BRIDGES)
def test_a_series_adds_up_to_its_games(name: str) -> None:
    bridge = BRIDGES[name]
    game = bridge.game
    seats = game.seats[1]
    whole = bridge.series(seats, game.simulation, 3, range(4))
    parts = [bridge.series(seats, game.simulation, 3, part) for part in (range(1), range(1, 4))]
    for field in ("games", "decisions", "shared_wins"):
        assert getattr(whole, field) == sum(getattr(part, field) for part in parts)
    for field in ("wins", "scores", "tally"):
        both = zip(*(getattr(part, field) for part in parts), strict=True)
        assert getattr(whole, field) == [sum(pair) for pair in both]
    assert whole.games == 4


def test_a_kernel_that_strays_is_found() -> None:
    class Generous(type(BRIDGES["diamant"])):  # type: ignore[misc]
        def kernel(self, state: Any, stream: Any) -> Any:
            made = super().kernel(state, stream)
            made.put_in_chest(0, 1)
            return made

    with pytest.raises(Apart, match="diamant, 3 seats"):
        Series(Generous(), 3, GAMES["diamant"].simulation, seed=1).lockstep(range(1))


def test_a_game_without_a_kernel_is_refused_by_name() -> None:
    with pytest.raises(Malformed, match="chess"):
        bridge_of("chess")
