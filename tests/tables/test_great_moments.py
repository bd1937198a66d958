"""What everybody should see takes its time: nobody's next decision begins before."""

from typing import get_args

import pytest

from filon.bots.registry import bots_of
from filon.games.registry import GAMES
from filon.tables import commands, next_wake
from filon.tables.events import Played
from filon.tables.model import Bank, Playing
from tests.tables.desk import ANNA, Desk, settings

PAUSE_MS = 1_000


def events_of(desk: Desk) -> list[object]:
    """Of the latest entry, those of the game."""
    return [one for event in desk.log[-1].events if isinstance(event, Played) for one in event.events]


def played_until(game: str, seats: int, kinds: set[str]) -> Desk:
    """Bots play on, Anna's stand-in too, until something of these kinds has just happened."""
    desk = Desk(settings(game=game, seats=seats, bot_pause_ms=PAUSE_MS, stand_in="normal", clock=Bank(600)))
    desk.sit(ANNA)
    for seat in range(1, seats):
        desk.say(ANNA, commands.SeatBot(seat, "normal"))
    desk.start()
    desk.say(ANNA, commands.LeaveSeat())
    for move in range(2_000):
        assert isinstance(desk.table.phase, Playing)
        at = next_wake(desk.table)
        assert at is not None
        desk.now = max(desk.now, at)
        if not desk.wake():
            desk.bots(move)
        if kinds <= {type(event).__name__ for event in events_of(desk)} and desk.playing.turns:
            return desk
    raise AssertionError(f"no {kinds} in so many moves")


@pytest.mark.parametrize(
    ("game", "seats", "kinds", "pauses"),
    [
        ("saboteur", 4, {"GoalRevealed", "TurnBegan"}, 3),
        ("saboteur", 4, {"RoundEnded", "GoldDrawn"}, 8),
        ("labyrinth", 3, {"ThrowsShown", "DuelWon"}, 5),
    ],
)
def test_bots_wait_until_it_has_been_seen(game: str, seats: int, kinds: set[str], pauses: int) -> None:
    desk = played_until(game, seats, kinds)
    assert {turn.at for turn in desk.playing.turns.values()} == {desk.now + pauses * PAUSE_MS}
    assert desk.bots() == 0
    at = next_wake(desk.table)
    assert at is not None
    assert at >= desk.now + pauses * PAUSE_MS
    desk.check_log()


def test_great_moments_are_events_of_their_games() -> None:
    """A name that no event has would be waited for by nobody."""
    for name, game in GAMES.items():
        assert set(bots_of(name).great_moments) <= {kind.__name__ for kind in get_args(game.event_type)}
