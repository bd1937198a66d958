"""Absence, stand-ins that know one seat's view alone, and coming back."""

import pytest

from filon.games.registry import GAMES
from filon.tables import THE_TABLE, Guest, bot_turns, commands, next_wake
from filon.tables.model import Bot, Held, Playing, StandIn
from filon.tables.schedule import HOST_ABSENCE_MS
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, act, four_at_the_table, four_playing


def stand_in(desk: Desk, seat: int) -> StandIn | None:
    chair = desk.table.chairs[seat]
    assert isinstance(chair, Held)
    return chair.stand_in


def test_a_bot_plays_on_for_who_has_been_gone_too_long() -> None:
    desk = four_playing(absence_s=60)
    desk.say(BEN, commands.Depart())
    assert next_wake(desk.table) == desk.now + 60_000
    assert not desk.wait(59)
    assert desk.wait(1)
    assert stand_in(desk, 1) == StandIn("random", "absence")
    desk.now += 1000
    assert desk.bots() == 1
    assert 1 not in desk.playing.turns
    desk.check_log()


def test_a_short_interruption_changes_nothing() -> None:
    desk = four_playing(absence_s=60)
    desk.say(BEN, commands.Depart())
    desk.now += 59_000
    desk.say(BEN, commands.Arrive())
    assert not desk.wait(60)
    assert stand_in(desk, 1) is None


def test_coming_back_is_taking_over_again() -> None:
    desk = four_playing(absence_s=60)
    desk.say(BEN, commands.Depart())
    desk.wait(60)
    desk.say(BEN, commands.Arrive())
    assert stand_in(desk, 1) is None
    assert desk.table.people[BEN].away_since is None
    desk.act(BEN, "leave")
    desk.check_log()


def test_acting_takes_the_chair_back_at_once() -> None:
    desk = four_playing()
    desk.say(BEN, commands.LeaveSeat())
    assert stand_in(desk, 1) == StandIn("random", "left")
    desk.act(BEN, "go")
    assert stand_in(desk, 1) is None
    desk.check_log()


def test_an_illegal_action_does_not_take_the_chair_back() -> None:
    desk = four_playing()
    for guest, choice in zip(FOUR, ("leave", "go", "go", "go"), strict=True):
        desk.act(guest, choice)
    desk.say(ANNA, commands.LeaveSeat())
    desk.refused(ANNA, act(GAMES["diamant"].read("go")), "illegal")
    assert stand_in(desk, 0) is not None


def test_who_stood_up_on_purpose_is_not_sat_down_by_a_reconnection() -> None:
    desk = four_playing()
    desk.say(BEN, commands.LeaveSeat())
    desk.nothing(BEN, commands.LeaveSeat())
    desk.say(BEN, commands.Depart())
    desk.say(BEN, commands.Arrive())
    assert stand_in(desk, 1) == StandIn("random", "left")
    desk.say(BEN, commands.TakeBack())
    desk.nothing(BEN, commands.TakeBack())
    assert stand_in(desk, 1) is None


def test_a_table_may_choose_to_wait_for_the_absent() -> None:
    desk = four_playing(absence_s=None)
    desk.say(BEN, commands.Depart())
    assert next_wake(desk.table) is None
    assert not desk.wait(100_000)


def test_when_everybody_has_gone_nobody_is_played_for_until_somebody_comes_back() -> None:
    desk = four_playing(absence_s=60)
    for guest in FOUR:
        desk.say(guest, commands.Depart())
    assert next_wake(desk.table) is None
    assert not desk.wait(100_000), "dinner is no reason to lose a game"
    desk.say(CLEO, commands.Arrive())
    assert desk.wait(0), "Cleo should not wait for people who have been away for hours"
    assert [stand_in(desk, seat) is not None for seat in range(4)] == [True, True, False, True]


def test_departing_and_arriving_are_noted_once_of_everybody_who_has_joined() -> None:
    desk = four_at_the_table().join(EVE)
    for guest in (BEN, EVE):
        desk.nothing(guest, commands.Arrive())
        desk.say(guest, commands.Depart())
        desk.nothing(guest, commands.Depart())
        desk.say(guest, commands.Arrive())
    desk.nothing(Guest("stranger"), commands.Arrive())
    desk.nothing(Guest("stranger"), commands.Depart())


def test_hosting_passes_on_when_the_host_is_gone_before_the_start() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.Depart())
    assert next_wake(desk.table) == desk.now + HOST_ABSENCE_MS
    assert not desk.wait((HOST_ABSENCE_MS - 1) / 1000)
    assert desk.wait(0.001)
    assert desk.table.host == BEN
    desk.say(BEN, commands.Start())
    desk.check_log()


def test_hosting_stays_while_nobody_else_is_there_and_during_a_game() -> None:
    desk = Desk().sit(ANNA)
    desk.say(ANNA, commands.Depart())
    assert next_wake(desk.table) is None
    desk = four_playing(absence_s=None)
    desk.say(ANNA, commands.Depart())
    assert next_wake(desk.table) is None


def test_a_bot_is_shown_its_seats_view_and_legal_actions_and_no_more() -> None:
    desk = four_playing(options={"chests": "hidden"})
    desk.act(BEN, "go")
    desk.say(ANNA, commands.LeaveSeat())
    desk.now += 1000
    (turn,) = bot_turns(desk.table, desk.now)
    game = GAMES["diamant"]
    assert turn.view == game.view(desk.playing.state, turn.seat)  # type: ignore[arg-type]
    assert turn.legal == game.legal_actions(desk.playing.state, turn.seat)  # type: ignore[arg-type]
    assert set(turn.__struct_fields__) == {
        "seat",
        "level",
        "view",
        "legal",
        "sequence",
        "arose",
        "began",
        "pause_ms",
    }


def test_without_a_game_no_bot_is_asked() -> None:
    desk = Desk()
    desk.say(ANNA, commands.SeatBot(0, "random"))
    assert bot_turns(desk.table, desk.now + 10_000) == ()


def test_a_bot_pauses_so_that_people_can_follow() -> None:
    desk = four_playing(bot_pause_ms=2000)
    desk.say(ANNA, commands.LeaveSeat())
    assert next_wake(desk.table) == desk.now + 1000, "it thinks while it pauses"
    desk.now += 999
    assert desk.bots() == 0
    desk.now += 1
    assert desk.bots() == 1


def test_two_workers_that_play_the_same_bot_play_it_once() -> None:
    desk = Desk()
    desk.say(ANNA, commands.Start("random"))
    desk.now += 1000
    turns = bot_turns(desk.table, desk.now)
    assert [turn.seat for turn in turns] == [0, 1, 2, 3]
    go = turns[0].legal[0]
    for turn in turns:
        desk.say(THE_TABLE, commands.PlayFor(turn.seat, go, turn.sequence))
    cards = len(desk.playing.state.phase.gallery)
    for turn in turns:
        desk.refused(THE_TABLE, commands.PlayFor(turn.seat, go, turn.sequence), "stale")
    assert len(desk.playing.state.phase.gallery) == cards


def test_a_bots_choice_comes_too_late_when_the_person_is_back() -> None:
    desk = four_playing()
    desk.say(BEN, commands.LeaveSeat())
    desk.now += 1000
    (turn,) = bot_turns(desk.table, desk.now)
    desk.say(BEN, commands.TakeBack())
    desk.refused(THE_TABLE, commands.PlayFor(1, turn.legal[0], turn.sequence), "stale")


def test_a_bot_that_breaks_the_law_is_refused_like_anybody() -> None:
    desk = four_playing()
    desk.say(BEN, commands.LeaveSeat())
    desk.refused(THE_TABLE, commands.PlayFor(1, "nonsense", desk.table.sequence), "malformed")


@pytest.mark.parametrize("leaver", FOUR)
def test_a_game_goes_on_to_its_end_whoever_leaves(leaver: Guest) -> None:
    desk = four_playing(bot_pause_ms=0)
    desk.say(leaver, commands.Leave())
    desk.play_out()
    assert desk.over.result.outcome.winners
    assert Bot("random") in desk.table.chairs


def test_stand_ins_stand_up_when_the_game_is_over() -> None:
    desk = four_playing()
    desk.say(DAN, commands.LeaveSeat())
    desk.say(DAN, commands.Depart())
    while isinstance(desk.table.phase, Playing):
        desk.now += 2000
        desk.bots(len(desk.log))
        for seat, guest in enumerate((ANNA, BEN, CLEO)):
            if isinstance(desk.table.phase, Playing) and seat in desk.table.phase.turns:
                desk.act(guest, "go" if len(desk.log) % 3 else "leave")
    assert stand_in(desk, 3) is None
