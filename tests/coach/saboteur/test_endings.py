"""Ends of rounds that the law's own exhaustion decides: what the coach says of them is known beforehand."""

from typing import Any

import pytest

from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.saboteur import COACH
from filon.games.chance import FastRandom
from filon.games.contract import Seat, play_one
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import State, Winner
from filon.games.saboteur.pieces import Role
from tests.games.saboteur.mines import mine, waiting

ONE_AWAY = "start ESW NESW ESW NESW ESW NESW"
TWO_AWAY = "start ESW NESW ESW NESW ESW"


def ending(steps: str, hands: str, saboteur: int) -> State:
    """The last round of three players, the first to move; the treasure is known to lie straight ahead.

    A saboteur knows that it is the only one; a digger has nobody left to doubt who holds a card.
    """
    first, *others = hands.split(" | ")
    stones = f"{'. ' * 8}!\n{'. ' * 8}.\n{steps}\n{'. ' * 8}.\n{'. ' * 8}!"
    return mine(
        stones,
        hand=first,
        hands=dict(enumerate(others, start=1)),
        saboteurs=[saboteur],
        goals="oSW $ oNW",
        pile="",
        number=3,
    )


def diggers_win(state: State) -> bool:
    """With both sides at their best: every line of play there is."""
    if state.results:
        return state.results[-1].winner is Winner.DIGGERS
    seat = waiting(state)
    wanted = state.round.roles[seat] is Role.DIGGER
    lines = (after(state, action) for action in SABOTEUR.legal_actions(state, seat))
    return any(diggers_win(line) == wanted for line in lines) == wanted


def after(state: State, action: Any) -> State:
    then: State = play_one(SABOTEUR, state, waiting(state), action, FastRandom(0))[0]
    return then


def sight_of(state: State) -> Sight:
    seat = waiting(state)
    return Sight(SABOTEUR, SABOTEUR.view(state, seat), SABOTEUR.legal_actions(state, seat))


def weighed(state: State, played: Any) -> Weighed:
    return COACH.weigh(sight_of(state), played, FastRandom(1), "quick")


@pytest.mark.parametrize(
    ("steps", "hands", "saboteur"),
    [
        (ONE_AWAY, "ESW map |  | ", 1),
        (ONE_AWAY, "xNESW map | ESW | ", 0),
        (ONE_AWAY, "NS rockfall | ESW | ", 0),
        (ONE_AWAY, "broken_pick map | EW | ", 0),
        (TWO_AWAY, "NS rockfall | EW EW | ", 0),
        (TWO_AWAY, "xEW EW | ESW | EW", 0),
        (TWO_AWAY, "EW ESW xNESW |  | ", 2),
    ],
)
def test_every_card_is_worth_what_exhaustion_finds(steps: str, hands: str, saboteur: int) -> None:
    state = ending(steps, hands, saboteur)
    wanted = state.round.roles[0] is Role.DIGGER
    actions = SABOTEUR.legal_actions(state, Seat(0))
    wins = {action: diggers_win(after(state, action)) == wanted for action in actions}
    assert set(wins.values()) == {True, False}, "an ending in which it matters what is played"
    for played in actions:
        found = weighed(state, played)
        assert wins[found.options[0].action]
        assert found.options[0].round == 1
        assert found.options[0].error == 0
        for option in found.options:
            assert option.round == wins[option.action], SABOTEUR.write(option.action)
        assert played in [option.action for option in found.options]
        assert (found.kind == "saboteur.right") == (played == found.options[0].action)


def test_in_the_last_round_the_share_of_the_game_goes_by_who_is_paid() -> None:
    """Nobody has gold yet: the lone saboteur who gets four nuggets has won, one who gets none has lost."""
    state = ending(ONE_AWAY, "xNESW map | ESW | ", 0)
    options = weighed(state, SABOTEUR.read("discard map")).options
    assert options[0].game > 0.95
    assert options[-1].game < 0.05
