"""Between two rounds the table waits for those who are there, not for bots, nor for who is away."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from filon.games.contract import CONTINUE, Continued
from filon.games.diamant.model import CaveOver, Choice, Choose, Expedition
from filon.tables import THE_TABLE, Audience, Guest, commands, next_wake, sync
from filon.tables.model import Over, PerDecision, Playing
from filon.tables.schedule import bot_turns
from tests.tables.desk import ANNA, BEN, CLEO, DAN, FOUR, Desk, act, settings

WAITS_S = 20
LEAVE = Choose(Choice.LEAVE)


def after_a_cave(people: int = 4, caves: int = 1, **given: Any) -> Desk:
    """All have left so many caves at once; other chairs are bots'."""
    desk = Desk(settings(**{"intermission_s": WAITS_S, **given})).sit(*FOUR[:people])
    for seat in range(people, 4):
        desk.say(ANNA, commands.SeatBot(seat, "random"))
    desk.start()
    for cave in range(caves):
        if cave:
            assert desk.wait(WAITS_S)
        leave(desk, people)
    assert isinstance(desk.playing.state.phase, CaveOver)
    return desk


def leave(desk: Desk, people: int) -> None:
    for guest in FOUR[:people]:
        desk.say(guest, act(LEAVE))
    for seat in range(people, 4):
        desk.say(THE_TABLE, commands.PlayFor(seat, LEAVE, desk.table.sequence))


def cave_of(desk: Desk) -> int:
    assert isinstance(desk.playing.state.phase, Expedition)
    return desk.playing.state.phase.cave


def test_the_next_cave_waits_until_everybody_is_ready() -> None:
    desk = after_a_cave()
    for guest in (CLEO, ANNA, DAN):
        desk.say(guest, act(CONTINUE))
        assert not desk.wait(1), "somebody is not ready"
    desk.say(BEN, act(CONTINUE))
    assert next_wake(desk.table) == desk.now
    assert desk.wait(0)
    assert cave_of(desk) == 2
    desk.check_log()


def test_or_until_the_time_of_the_table_is_over() -> None:
    desk = after_a_cave()
    shown = sync(desk.table, Audience()).game
    assert shown is not None
    assert shown.timers == (desk.now + WAITS_S * 1000,)
    desk.say(BEN, act(CONTINUE))
    assert not desk.wait(WAITS_S - 0.001)
    assert desk.wait(0.001)
    assert cave_of(desk) == 2


def test_a_host_may_have_it_shorter() -> None:
    desk = after_a_cave(intermission_s=3)
    assert not desk.wait(2.999)
    assert desk.wait(0.001)


def test_bots_have_nothing_to_do_in_it_and_nobody_waits_for_them() -> None:
    desk = after_a_cave(people=1)
    assert bot_turns(desk.table, desk.now + 3_600_000) == ()
    desk.say(ANNA, act(CONTINUE))
    assert desk.wait(0)
    assert cave_of(desk) == 2


def test_nobody_waits_for_who_has_gone() -> None:
    desk = after_a_cave()
    for guest in (ANNA, BEN, CLEO):
        desk.say(guest, act(CONTINUE))
    assert not desk.wait(1)
    desk.say(DAN, commands.Depart())
    assert desk.wait(0)
    assert cave_of(desk) == 2


def test_while_nobody_is_there_it_is_not_over_because_nobody_is_missing() -> None:
    desk = after_a_cave(people=1)
    desk.say(ANNA, commands.Depart())
    assert not desk.wait(0)


def test_no_clock_runs_in_it() -> None:
    desk = after_a_cave(clock=PerDecision(5))
    desk.wait(WAITS_S - 1)
    assert all(getattr(chair, "stand_in", None) is None for chair in desk.table.chairs)
    desk.wait(1)
    assert {turn.at for turn in desk.playing.turns.values()} == {desk.now}


def test_the_last_cave_is_looked_at_before_the_game_is_over() -> None:
    desk = after_a_cave(caves=5)
    assert desk.wait(WAITS_S)
    assert isinstance(desk.table.phase, Over)
    desk.check_log()


@given(st.lists(st.sampled_from([*FOUR, "away", "back"]), max_size=12))
def test_it_is_over_exactly_when_all_who_are_there_are_ready(said: list[Guest]) -> None:
    """A second model: who is ready, and whether Ben is there."""
    desk = after_a_cave(absence_s=None)
    ready: set[Guest] = set()
    here = set(FOUR)
    for what in said:
        if what == "away":
            desk.say(BEN, commands.Depart())
            here.discard(BEN)
        elif what == "back":
            desk.say(BEN, commands.Arrive())
            here.add(BEN)
        elif what in here - ready:
            desk.say(what, act(CONTINUE))
            ready.add(what)
        assert isinstance(desk.table.phase, Playing)
        assert desk.wait(0) == (here <= ready)
        if here <= ready:
            assert cave_of(desk) == 2
            return


def test_being_ready_is_not_taken_back() -> None:
    desk = after_a_cave()
    desk.say(CLEO, act(CONTINUE))
    desk.refused(CLEO, commands.AskUndo(), "nothing_to_undo")


def test_that_somebody_is_ready_is_told_to_all() -> None:
    desk = after_a_cave()
    desk.say(CLEO, act(CONTINUE))
    (played,) = desk.log[-1].events
    assert getattr(played, "events", None) == (Continued(2),)  # type: ignore[arg-type]
    shown = sync(desk.table, Audience()).game
    assert shown is not None
    assert shown.view.phase.ready == (2,)
