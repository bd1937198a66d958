"""Host powers, rematch, and a chair's way to another device."""

from filon.tables import commands
from filon.tables.chance import commitment_to, secret_of
from filon.tables.model import Bot, Empty, Held, Lobby, Playing
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, four_at_the_table, four_playing


def test_a_removed_person_is_gone_and_stays_away() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.say(ANNA, commands.Remove(BEN))
    assert BEN not in desk.table.people
    assert desk.chair(1) == Empty()
    desk.refused(BEN, commands.Join("Ben"), "removed")
    desk.refused(BEN, commands.Say("let me in"), "removed")
    desk.check_log()


def test_a_person_removed_in_mid_game_leaves_a_bot_that_plays_on() -> None:
    desk = four_playing()
    desk.say(ANNA, commands.Remove(BEN))
    assert desk.chair(1) == Bot("random")
    desk.refused(BEN, commands.TakeBack(), "removed")
    desk.now += 10_000
    assert desk.bots() == 1
    desk.check_log()


def test_a_readmitted_person_may_join_again() -> None:
    desk = Desk().join(BEN)
    desk.say(ANNA, commands.Remove(BEN))
    desk.refused(ANNA, commands.Readmit(CLEO), "no_such_person")
    desk.say(ANNA, commands.Readmit(BEN))
    desk.join(BEN)
    assert BEN in desk.table.people


def test_only_the_host_has_the_hosts_powers() -> None:
    desk = four_at_the_table()
    for command in (
        commands.Remove(CLEO),
        commands.Readmit(CLEO),
        commands.HandOverHosting(CLEO),
        commands.Rematch(),
        commands.Silence(CLEO),
    ):
        desk.refused(BEN, command, "not_host")


def test_the_host_cannot_remove_or_promote_nobody_or_themselves() -> None:
    desk = Desk().sit(ANNA, BEN)
    for guest in (ANNA, EVE):
        desk.refused(ANNA, commands.Remove(guest), "no_such_person")
        desk.refused(ANNA, commands.HandOverHosting(guest), "no_such_person")


def test_hosting_is_handed_over_with_all_its_powers() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.HandOverHosting(BEN))
    desk.refused(ANNA, commands.Start(), "not_host")
    desk.say(BEN, commands.Start())
    assert isinstance(desk.table.phase, Playing)


def test_leaving_in_mid_game_leaves_the_chair_to_a_bot_for_good() -> None:
    desk = four_playing()
    desk.say(ANNA, commands.Leave())
    assert desk.chair(0) == Bot("random")
    assert desk.table.host == BEN
    desk.refused(ANNA, commands.TakeBack(), "not_seated")
    desk.join(ANNA)
    desk.refused(ANNA, commands.TakeSeat(0), "not_in_lobby")
    desk.check_log()


def test_a_rematch_brings_the_same_people_to_the_same_chairs() -> None:
    desk = four_playing()
    desk.refused(ANNA, commands.Rematch(), "not_over")
    desk.play_out()
    first = desk.over.result
    desk.refused(BEN, commands.Rematch(), "not_host")
    desk.say(ANNA, commands.Rematch())
    assert isinstance(desk.table.phase, Lobby)
    assert desk.table.phase.last == first
    assert desk.table.phase.ready == (ANNA,)
    assert [chair.guest for chair in desk.table.chairs if isinstance(chair, Held)] == list(FOUR)
    assert desk.table.game_number == 2
    desk.refused(ANNA, commands.Rematch(), "not_over")
    desk.start().play_out(seed=2)
    second = desk.over.result
    assert second.game == 2
    assert second.seed != first.seed
    assert second.commitment != first.commitment
    assert second.commitment == commitment_to(secret_of(desk.table.root, 2))
    desk.check_log()


def test_after_a_game_people_may_leave_their_seats_and_others_take_them_in_the_rematch() -> None:
    desk = four_playing().play_out().join(EVE)
    desk.say(DAN, commands.LeaveSeat())
    assert desk.chair(3) == Empty()
    desk.say(ANNA, commands.Rematch())
    desk.say(EVE, commands.TakeSeat())
    assert desk.chair(3) == Held(EVE)
    desk.start()
    desk.check_log()


def test_a_seat_moves_to_another_device_with_name_host_and_nonce() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.AddNonce("a" * 32))
    desk.say(ANNA, commands.Ready())
    desk.say(BEN, commands.Mute(ANNA))
    desk.say(ANNA, commands.HandSeat(EVE))
    assert desk.chair(0) == Held(EVE)
    assert desk.table.people[EVE].name == "Anna"
    assert ANNA not in desk.table.people
    assert desk.table.host == EVE
    assert isinstance(desk.table.phase, Lobby)
    assert desk.table.phase.nonces == {EVE: "a" * 32}
    assert desk.table.phase.ready == (EVE,)
    assert desk.table.people[BEN].muted == (EVE,), "the same person on another phone is still muted"
    desk.refused(ANNA, commands.TakeSeat(), "not_joined")
    desk.start()
    desk.act(EVE, "go")
    desk.check_log()


def test_a_seat_moves_in_mid_game_and_takes_over_from_the_stand_in() -> None:
    desk = four_playing()
    desk.say(BEN, commands.LeaveSeat())
    desk.join(EVE)
    desk.say(BEN, commands.HandSeat(EVE))
    assert desk.chair(1) == Held(EVE)
    assert list(desk.table.people) == [ANNA, EVE, CLEO, DAN]
    desk.refused(BEN, commands.TakeBack(), "not_seated")
    desk.act(EVE, "leave")
    desk.check_log()


def test_a_seat_does_not_move_to_somebody_seated_or_sent_away() -> None:
    desk = four_playing().join(EVE)
    desk.nothing(BEN, commands.HandSeat(BEN))
    desk.refused(BEN, commands.HandSeat(CLEO), "seat_taken")
    desk.say(ANNA, commands.Remove(EVE))
    desk.refused(BEN, commands.HandSeat(EVE), "removed")
    desk.refused(EVE, commands.HandSeat(BEN), "removed")
