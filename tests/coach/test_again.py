"""Playing on from a moment of a finished game: what is taken anew, and what is drawn anew."""

from collections.abc import Iterator
from typing import Any

import pytest

from filon.coach.again import drawn_anew, nothing_is_left, without_secret_choices
from filon.coach.registry import coach_of
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat, in_intermission
from filon.games.registry import GAMES
from filon.tables.replays import Step
from tests.coach.games import game_of
from tests.games_under_test import COACHED

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def walked(game: AnyGame) -> Iterator[tuple[list[tuple[Any, Step]], Any]]:
    """The steps so far, each with the position before it, and the position that they led to."""
    led: list[tuple[Any, Step]] = []
    for one in moments(game_of(game.name)):
        yield led, one.before
        step = Step(one.step, one.sequence, 0, one.seat, "bot", one.action, one.events)
        led.append((one.before, step))


@every_game
def test_no_secret_choice_waits_and_nothing_else_is_taken_back(game: AnyGame) -> None:
    """As those see it who have not chosen: the board, whose turn it was, what everybody has."""
    dropped = 0
    for led, state in walked(game):
        began = without_secret_choices(game, led, state)
        if began is state:
            continue
        dropped += 1
        assert game.to_act(began) > game.to_act(state)
        assert game.pieces(began) == game.pieces(state)
        for name in ("chests", "hands", "pawns", "round", "gold_deck"):
            assert getattr(began, name, None) == getattr(state, name, None)
        waiting = getattr(began.phase, "choices", getattr(began.phase, "throws", {}))
        assert not waiting
    assert dropped or game.name in ("saboteur", "outofmine")


@pytest.mark.parametrize("game", [GAMES[name] for name in COACHED], ids=COACHED)
def test_what_lies_open_stays_as_it_lay(game: AnyGame) -> None:
    coach = coach_of(game.name)
    for number, (_, state) in enumerate(walked(game)):
        if number % 9 or nothing_is_left(game, state):
            continue
        drawn = drawn_anew(coach, game, state, FastRandom(number))
        assert game.pieces(drawn) == game.pieces(state)
        assert game.outcome(drawn) is None
        assert not in_intermission(game, drawn)
        if not in_intermission(game, state):
            for seat in map(Seat, range(len(game_of(game.name).players))):
                assert game.view(drawn, seat) == game.view(state, seat)
                assert game.legal_actions(drawn, seat) == game.legal_actions(state, seat)
