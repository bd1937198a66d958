"""Clocks: none, a time per decision, a bank per player; days too."""

from filon.tables import commands, next_wake
from filon.tables.clocks import deadline, next_banks, next_thought
from filon.tables.model import DAY_S, Bank, Held, PerDecision, StandIn
from tests.tables.desk import ANNA, BEN, CLEO, DAN, FOUR, Desk, four_playing

BY_TIME = StandIn("random", "time")


def stand_in(desk: Desk, seat: int) -> StandIn | None:
    chair = desk.table.chairs[seat]
    assert isinstance(chair, Held)
    return chair.stand_in


def test_without_a_clock_the_table_waits_for_ever() -> None:
    desk = four_playing()
    assert next_wake(desk.table) is None
    assert not desk.wait(10 * DAY_S)


def test_a_decision_has_its_time_and_then_a_bot_decides() -> None:
    desk = four_playing(clock=PerDecision(30))
    began = desk.now
    assert next_wake(desk.table) == began + 30_000
    desk.act(ANNA, "go")
    assert not desk.wait(29.999)
    assert desk.wait(0.001)
    assert [stand_in(desk, seat) for seat in range(4)] == [None, BY_TIME, BY_TIME, BY_TIME]
    desk.now += desk.table.settings.bot_pause_ms
    assert desk.bots() == 3
    assert desk.playing.turns[0].at == desk.now, "the next decision has a time of its own"
    desk.check_log()


def test_what_others_do_gives_nobody_more_time() -> None:
    desk = four_playing(clock=PerDecision(30))
    desk.now += 20_000
    desk.act(BEN, "go")
    assert deadline(desk.table, desk.playing, 0) == desk.now + 10_000
    assert deadline(desk.table, desk.playing, 1) is None, "the game does not wait for who has chosen"


def test_a_table_may_choose_that_a_late_player_is_waited_for() -> None:
    desk = four_playing(clock=PerDecision(30), on_time_out="wait")
    assert deadline(desk.table, desk.playing, 0) == desk.now + 30_000, "the clock is shown all the same"
    assert next_wake(desk.table) is None
    assert not desk.wait(1000)


def test_a_turn_may_take_days() -> None:
    desk = four_playing(clock=PerDecision(3 * DAY_S), absence_s=None)
    for guest in FOUR:
        desk.say(guest, commands.Depart())
    assert not desk.wait(3 * DAY_S - 1)
    assert desk.wait(1)
    assert stand_in(desk, 0) == BY_TIME


def test_a_bank_pays_for_thinking_only() -> None:
    desk = four_playing(clock=Bank(60, 2))
    assert desk.banks == (60_000,) * 4
    desk.now += 10_000
    desk.act(ANNA, "go")
    assert desk.banks == (52_000, 60_000, 60_000, 60_000)
    desk.now += 5_000
    for guest in (BEN, CLEO, DAN):
        desk.act(guest, "go")
    assert desk.banks == (52_000, 47_000, 47_000, 47_000), "Anna did not pay while she waited"
    assert deadline(desk.table, desk.playing, 0) == desk.now + 52_000
    desk.check_log()


def test_changing_a_choice_costs_nothing_and_earns_nothing() -> None:
    desk = four_playing(clock=Bank(60, 2))
    desk.act(ANNA, "go")
    desk.now += 5_000
    desk.act(ANNA, "leave")
    assert desk.banks[0] == 62_000


def test_an_empty_bank_hands_the_chair_to_a_bot() -> None:
    desk = four_playing(clock=Bank(60, 1))
    assert desk.wait(60)
    assert desk.banks == (0, 0, 0, 0)
    assert stand_in(desk, 0) == BY_TIME


def test_a_stand_in_does_not_use_up_the_bank() -> None:
    desk = four_playing(clock=Bank(60))
    desk.now += 10_000
    desk.say(ANNA, commands.LeaveSeat())
    assert desk.banks[0] == 50_000
    desk.now += 30_000
    assert desk.bots() == 1
    assert desk.banks[0] == 50_000
    desk.say(ANNA, commands.TakeBack())
    assert desk.banks[0] == 50_000


def test_standing_up_while_a_bot_plays_costs_no_time() -> None:
    desk = four_playing(clock=Bank(60), absence_s=10, bot_pause_ms=60_000)
    desk.say(ANNA, commands.Depart())
    desk.wait(10)
    assert desk.banks[0] == 50_000
    desk.now += 20_000
    desk.say(ANNA, commands.LeaveSeat())
    assert stand_in(desk, 0) == StandIn("random", "left")
    assert desk.banks[0] == 50_000


def test_who_acts_before_anybody_has_looked_at_the_clock_is_heard() -> None:
    """A server that is late is no fault of the player."""
    desk = four_playing(clock=PerDecision(30))
    desk.now += 31_000
    desk.act(BEN, "leave")
    assert desk.wait(0)
    assert [stand_in(desk, seat) for seat in range(4)] == [BY_TIME, None, BY_TIME, BY_TIME]


def test_who_is_not_waited_for_any_more_has_paid_for_the_time_until_then() -> None:
    desk = four_playing(clock=Bank(60, 2))
    thought = next_thought(desk.table, desk.playing, decided=(0,), to_act=(0, 1, 3), at=desk.now + 9000)
    assert thought == (9000, 0, 9000, 0)
    assert next_banks(desk.table, desk.playing, 0, thought) == (62_000, 60_000, 60_000, 60_000)


def test_a_game_that_is_over_wakes_nobody() -> None:
    desk = four_playing(clock=PerDecision(30)).play_out()
    assert next_wake(desk.table) is None
    assert not desk.wait(1000)


def test_the_wake_up_time_says_when_something_will_be_due() -> None:
    desk = four_playing(clock=PerDecision(30))
    while (at := next_wake(desk.table)) is not None and len(desk.log) < 300:
        assert at >= desk.table.at
        desk.now = max(desk.now, at)
        woken = desk.wake()
        played = desk.bots(len(desk.log))
        assert woken or played, "a wake-up time with nothing due would be asked for again and again"
    assert next_wake(desk.table) is None
    desk.check_log()
