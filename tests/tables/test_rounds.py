"""The round that has ended last, for whoever saw it: as they saw it, and not before."""

from typing import Any

import msgspec
import pytest

from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.tables import Guest, Refused, commands, evolve
from filon.tables.model import AnyTable, Playing
from filon.tables.replays import Eyes, shown
from filon.tables.rounds import Round, RoundWatcher
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, four_playing

GAME = GAMES["diamant"]
HIDDEN = {"type": "hidden"}


def latest(desk: Desk, guest: Guest | None, *, now: int | None = None) -> Round | None:
    watcher = RoundWatcher(desk.table, guest, now=desk.now if now is None else now)
    table: AnyTable | None = None
    for entry in desk.log:
        table = evolve(table, entry)
        if isinstance(table.phase, Playing):
            watcher.take(table, entry)
    return watcher.latest()


def leave_the_cave(desk: Desk) -> int:
    """The entry with which the cave is over."""
    for guest in FOUR:
        desk.act(guest, "leave")
    return desk.table.sequence


def waiting(**given: Any) -> Desk:
    return four_playing(intermission_s=20, **given)


def choices(found: Round | None) -> list[Any]:
    """By seat, what the round tells of them while they are secret."""
    assert found is not None
    steps = shown(GAME, found.state, found.steps, found.eyes)
    return [msgspec.to_builtins(step.events[0])["choice"] for step in steps]


def test_there_is_none_before_the_first_has_ended() -> None:
    desk = waiting()
    desk.act(ANNA, "leave")
    assert latest(desk, ANNA) is None
    assert latest(desk, None) is None


def test_it_begins_with_its_deal_and_ends_with_its_end() -> None:
    desk = waiting()
    dealt = desk.playing.state
    over = leave_the_cave(desk)
    found = latest(desk, BEN)
    assert found is not None
    assert found.eyes == Eyes("seat", Seat(1))
    assert found.state == dealt
    assert found.steps[-1].sequence == over
    assert [step.seat for step in found.steps] == [0, 1, 2, 3]
    desk.act(ANNA, "continue")
    assert latest(desk, BEN) == found, "who is ready is no part of it"
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "continue")
    desk.wake()
    began = desk.playing.state
    assert latest(desk, BEN) == found, "the next one has not ended"
    leave_the_cave(desk)
    second = latest(desk, BEN)
    assert second is not None
    assert second.state == began
    assert [step.step for step in second.steps] == [9, 10, 11, 12]


def test_a_player_sees_their_own_secrets_and_a_spectator_none() -> None:
    desk = waiting()
    leave_the_cave(desk)
    for guest in (EVE, None):
        found = latest(desk, guest)
        assert found is not None
        assert found.eyes == Eyes("public")
        assert choices(found) == [HIDDEN] * 4
    assert choices(latest(desk, ANNA)) == ["leave", HIDDEN, HIDDEN, HIDDEN]


def test_who_may_not_watch_is_refused() -> None:
    desk = waiting(watch="nobody")
    leave_the_cave(desk)
    for guest in (EVE, None):
        with pytest.raises(Refused) as no:
            latest(desk, guest)
        assert no.value.code == "no_watching"
    desk.join(EVE)
    desk.say(ANNA, commands.Remove(EVE))
    with pytest.raises(Refused) as no:
        latest(desk, EVE)
    assert no.value.code == "removed"


def test_who_is_shown_the_table_late_waits_for_the_end_of_the_round() -> None:
    desk = waiting(watch="delayed", delay_s=60)
    began = desk.now
    leave_the_cave(desk)
    assert latest(desk, None) is None
    assert latest(desk, ANNA) is not None
    assert latest(desk, None, now=began + 59_999) is None
    late = latest(desk, None, now=began + 60_000)
    assert late is not None
    assert late.eyes == Eyes("public")


def test_until_the_next_is_shown_who_is_late_has_the_one_before() -> None:
    desk = waiting(watch="delayed", delay_s=60)
    over = leave_the_cave(desk)
    desk.wait(20)
    leave_the_cave(desk)
    found = latest(desk, None, now=desk.now + 59_999)
    assert found is not None
    assert found.steps[-1].sequence == over
    assert latest(desk, None, now=desk.now + 60_000) not in (None, found)


def test_a_round_that_one_did_not_see_is_not_shown() -> None:
    """A seat that comes to another device brings nothing of what happened before."""
    desk = waiting(watch="nobody")
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.HandSeat(EVE))
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "leave")
    assert latest(desk, BEN) is not None
    assert latest(desk, EVE) is None


def test_after_the_end_of_the_game_there_is_none() -> None:
    desk = four_playing().play_out()
    watcher = RoundWatcher(desk.table, ANNA, now=desk.now)
    assert watcher.latest() is None
