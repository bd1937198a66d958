"""Cards weighed from one seat's eyes: alike whatever lies behind them, and with reasons that hold."""

from typing import Any

import pytest

from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.played import played_game
from filon.coach.replay import sights
from filon.coach.saboteur import COACH
from filon.coach.saboteur.deeds import KINDS
from filon.games.chance import FastRandom
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import DiggingView, State
from tests.games.saboteur.mines import mine, play, waiting

SIX_STEPS = "start EW EW EW NESW NESW NESW"
KNOWN = f"{'. ' * 8}!\n{'. ' * 8}.\n{SIX_STEPS}\n{'. ' * 8}.\n{'. ' * 8}!"


def seen(state: State, *moves: str) -> Sight:
    """By whoever has the turn after these moves."""
    after, events = play(state, *moves)
    seat = waiting(after)
    told = tuple(SABOTEUR.redact(event, seat) for event in events)
    return Sight(SABOTEUR, SABOTEUR.view(after, seat), SABOTEUR.legal_actions(after, seat), told)


def weighed(sight: Sight, played: str) -> Weighed:
    return COACH.weigh(sight, SABOTEUR.read(played), FastRandom(1), "quick")


@pytest.mark.parametrize("seats", [4, 10])
def test_twins_are_weighed_alike(seats: int) -> None:
    """Another state behind the same sight changes nothing."""
    taken: list[tuple[Sight, Any]] = [
        (sight, moment.action)
        for moment, sight in sights(played_game(SABOTEUR, ["easy"] * seats, 2))
        if isinstance(sight.view.phase, DiggingView) and COACH.is_real(sight)
    ]
    assert len(taken) > 60
    for number, (sight, action) in enumerate(taken[::24]):
        twin = SABOTEUR.imagine(sight.view, FastRandom(number))
        seat = sight.view.seat
        again = Sight(SABOTEUR, SABOTEUR.view(twin, seat), SABOTEUR.legal_actions(twin, seat), sight.past)
        found = COACH.weigh(sight, action, FastRandom(number), "quick")
        assert found == COACH.weigh(again, action, FastRandom(number), "quick")
        assert found.kind in KINDS
        assert action in [option.action for option in found.options]
        games = [option.game for option in found.options]
        assert games == sorted(games, reverse=True)
        assert all(0 <= option.game <= 1 and 0 <= (option.round or 0) <= 1 for option in found.options)


def test_to_choose_gold_is_no_decision() -> None:
    state = mine(SIX_STEPS, hand="ESW NS", hands={1: "NS"}, goals="oSW $ oNW", pile="")
    assert COACH.is_real(seen(state))
    assert not COACH.is_real(seen(state, "ESW 7,0"))


def test_who_throws_the_last_card_away_is_told_how_near_it_led() -> None:
    state = mine(KNOWN, hand="ESW map", hands={1: "xS", 2: "NS"}, goals="oSW $ oNW", pile="")
    found = weighed(seen(state), "discard map")
    assert SABOTEUR.write(found.options[0].action) == "ESW 7,0"
    assert found.kind == "saboteur.digger_missed_path"
    assert found.why.key == "coach.saboteur.reaches"
    assert found.why.values == {"goal": 1, "chance": 100, "best": 0, "played": 1}


def test_a_saboteur_who_lays_the_last_card_helped() -> None:
    state = mine(KNOWN, hand="ESW xNESW", hands={1: "ESW"}, saboteurs=[0], goals="oSW $ oNW", pile="")
    found = weighed(seen(state), "ESW 7,0")
    assert found.kind == "saboteur.saboteur_helped"
    assert found.why.key in ("coach.saboteur.farther", "coach.saboteur.cuts_off")
    assert found.why.values["played"] == 0


def test_a_hammer_for_somebody_honest_is_named_with_the_doubt() -> None:
    """Seat 1 has only dug; what the coach holds against the hammer is how honest it looks."""
    table = mine(
        "start EW",
        hand="EW",
        hands={1: "ESW NS", 2: "NS NS", 3: "broken_pick EW"},
        seats=4,
        pile="map map map map",
        goals="oSW $ oNW",
    )
    sight = seen(table, "EW 2,0", "ESW 3,0", "discard NS")
    found = weighed(sight, "break pick 1")
    assert found.kind == "saboteur.digger_hit_digger"
    assert found.why.key == "coach.saboteur.hit_friend"
    assert found.why.values["seat"] == 1
    assert found.why.values["doubt"] in range(30)
