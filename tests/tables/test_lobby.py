"""Before the start: people, chairs, bots, settings."""

import pytest

from filon.tables import Guest, Refused, commands, open_table
from filon.tables.model import MOST_PEOPLE, Bot, Empty, Held, Lobby, PerDecision
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, SECRET, Desk, four_at_the_table, settings


def lobby(desk: Desk) -> Lobby:
    assert isinstance(desk.table.phase, Lobby)
    return desk.table.phase


def seats(desk: Desk) -> list[Guest | str | None]:
    names: list[Guest | str | None] = []
    for chair in desk.table.chairs:
        match chair:
            case Held(guest):
                names.append(guest)
            case Bot(level):
                names.append(f"bot {level}")
            case Empty():
                names.append(None)
    return names


def test_who_opens_a_table_is_its_host_and_sits_nowhere_yet() -> None:
    desk = Desk()
    assert desk.table.host == ANNA
    assert desk.table.people[ANNA].name == "Anna"
    assert seats(desk) == [None] * 4
    desk.check_log()


def test_options_are_spelt_out_when_the_table_opens() -> None:
    desk = Desk(settings(options={"chests": "hidden"}))
    assert desk.table.settings.options == {"chests": "hidden", "leftovers": "together", "artifacts": "none"}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 2}, "seats"),
        ({"seats": 9}, "seats"),
        ({"options": {"chests": "ajar"}}, "options.chests"),
        ({"options": {"dice": 2}}, "options.dice"),
        ({"stand_in": "genius"}, "stand_in"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_field(given: dict[str, object], field: str) -> None:
    with pytest.raises(Refused) as no:
        open_table(settings(**given), ANNA, "Anna", SECRET, table="t", code="C")
    assert (no.value.code, no.value.field) == ("malformed", field)


def test_a_short_secret_is_a_mistake_of_the_server() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        open_table(settings(), ANNA, "Anna", b"short", table="t", code="C")


def test_joining_twice_is_joining_once() -> None:
    desk = Desk().join(BEN)
    desk.nothing(BEN, commands.Join("Benjamin"))
    assert desk.table.people[BEN].name == "Ben"


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u202e", "x" * 25, "\u200d"])
def test_a_name_must_be_seen_and_short(name: str) -> None:
    assert Desk().refused(BEN, commands.Join(name), "malformed").field == "name"


def test_two_people_cannot_have_the_same_name() -> None:
    desk = Desk()
    desk.refused(BEN, commands.Join(" ANNA\n"), "name_taken")
    desk.join(BEN)
    desk.refused(BEN, commands.Rename("anna"), "name_taken")


def test_a_name_is_shown_without_what_cannot_be_seen() -> None:
    desk = Desk()
    desk.say(BEN, commands.Join("  Ben\u202e \t the  Bold "))
    assert desk.table.people[BEN].name == "Ben the Bold"


def test_a_person_can_have_another_name() -> None:
    desk = Desk().join(BEN)
    desk.say(BEN, commands.Rename("Benno"))
    assert desk.table.people[BEN].name == "Benno"
    desk.nothing(BEN, commands.Rename("Benno"))
    desk.refused(EVE, commands.Rename("Eve"), "not_joined")


def test_a_table_holds_only_so_many_people() -> None:
    desk = Desk()
    for number in range(MOST_PEOPLE - 1):
        desk.say(Guest(f"g{number}"), commands.Join(f"Guest {number}"))
    desk.refused(EVE, commands.Join("Eve"), "table_full")


def test_seats_are_taken_left_and_taken_again() -> None:
    desk = Desk().join(BEN)
    desk.say(ANNA, commands.TakeSeat(2))
    desk.say(BEN, commands.TakeSeat())
    assert seats(desk) == [BEN, None, ANNA, None]
    desk.say(ANNA, commands.TakeSeat(1))
    assert seats(desk) == [BEN, ANNA, None, None]
    desk.nothing(ANNA, commands.TakeSeat(1))
    desk.nothing(ANNA, commands.TakeSeat())
    desk.say(BEN, commands.LeaveSeat())
    assert seats(desk) == [None, ANNA, None, None]
    assert BEN in desk.table.people
    desk.check_log()


def test_a_seat_can_be_taken_only_by_one() -> None:
    desk = Desk(settings(seats=3)).sit(ANNA, BEN, CLEO).join(DAN)
    assert desk.refused(DAN, commands.TakeSeat(0), "seat_taken").field == "seat"
    desk.refused(DAN, commands.TakeSeat(), "seat_taken")
    desk.refused(DAN, commands.TakeSeat(3), "no_such_seat")
    desk.refused(DAN, commands.TakeSeat(-1), "no_such_seat")
    desk.refused(EVE, commands.TakeSeat(0), "not_joined")
    desk.refused(DAN, commands.LeaveSeat(), "not_seated")


def test_two_people_swap_when_both_have_asked() -> None:
    desk = Desk().sit(ANNA, BEN, CLEO)
    desk.say(ANNA, commands.SwapSeats(1))
    assert lobby(desk).swaps == {0: 1}
    desk.nothing(ANNA, commands.SwapSeats(1))
    assert seats(desk)[:2] == [ANNA, BEN]
    desk.say(CLEO, commands.SwapSeats(0))
    desk.say(BEN, commands.SwapSeats(0))
    assert seats(desk)[:3] == [BEN, ANNA, CLEO]
    assert lobby(desk).swaps == {}, "an offer was to a person, not to a chair"
    desk.check_log()


def test_swapping_with_a_bot_or_an_empty_chair_asks_nobody() -> None:
    desk = Desk().sit(ANNA)
    desk.say(ANNA, commands.SeatBot(1, "random"))
    desk.say(ANNA, commands.SwapSeats(1))
    assert seats(desk) == ["bot random", ANNA, None, None]
    desk.say(ANNA, commands.SwapSeats(3))
    assert seats(desk) == ["bot random", None, None, ANNA]
    desk.nothing(ANNA, commands.SwapSeats(3))
    desk.refused(ANNA, commands.SwapSeats(7), "no_such_seat")
    desk.refused(BEN, commands.SwapSeats(0), "not_seated")


def test_the_host_seats_bots_and_sends_them_away() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.say(ANNA, commands.SeatBot(2, "random"))
    desk.nothing(ANNA, commands.SeatBot(2, "random"))
    assert seats(desk) == [ANNA, BEN, "bot random", None]
    desk.refused(ANNA, commands.SeatBot(1, "random"), "seat_taken")
    assert desk.refused(ANNA, commands.SeatBot(3, "genius"), "malformed").field == "level"
    desk.refused(ANNA, commands.SeatBot(4, "random"), "no_such_seat")
    desk.refused(BEN, commands.SeatBot(3, "random"), "not_host")
    desk.refused(BEN, commands.ClearSeat(2), "not_host")
    desk.refused(ANNA, commands.ClearSeat(0), "not_a_bot")
    desk.say(ANNA, commands.ClearSeat(2))
    assert seats(desk) == [ANNA, BEN, None, None]
    desk.check_log()


def test_a_newcomer_cannot_push_a_bot_out_of_its_seat() -> None:
    desk = Desk().join(BEN)
    desk.say(ANNA, commands.SeatBot(0, "random"))
    desk.refused(BEN, commands.TakeSeat(0), "seat_taken")


def test_being_ready_is_shown_and_can_be_taken_back() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.say(BEN, commands.Ready())
    desk.nothing(BEN, commands.Ready())
    assert lobby(desk).ready == (BEN,)
    desk.say(BEN, commands.Ready(ready=False))
    assert lobby(desk).ready == ()
    desk.refused(EVE, commands.Ready(), "not_seated")


def test_more_and_fewer_seats_keep_people_in_order() -> None:
    desk = Desk().join(BEN, CLEO)
    desk.say(BEN, commands.TakeSeat(1))
    desk.say(CLEO, commands.TakeSeat(3))
    desk.say(CLEO, commands.Ready())
    desk.say(ANNA, commands.ChangeSettings(settings(seats=6)))
    assert seats(desk) == [None, BEN, None, CLEO, None, None]
    assert lobby(desk).ready == (), "who was ready was ready for other settings"
    desk.say(ANNA, commands.ChangeSettings(settings(seats=3)))
    assert seats(desk) == [None, BEN, CLEO]
    desk.say(ANNA, commands.TakeSeat())
    desk.sit()
    desk.nothing(ANNA, commands.ChangeSettings(settings(seats=3)))
    desk.check_log()


def test_settings_that_do_not_fit_are_refused() -> None:
    desk = four_at_the_table()
    assert desk.refused(ANNA, commands.ChangeSettings(settings(seats=3)), "seat_taken").field == "seats"
    assert desk.refused(ANNA, commands.ChangeSettings(settings(seats=99)), "malformed").field == "seats"
    other = settings(game="saboteur")
    assert desk.refused(ANNA, commands.ChangeSettings(other), "malformed").field == "game"
    desk.refused(BEN, commands.ChangeSettings(settings(clock=PerDecision(60))), "not_host")
    desk.say(ANNA, commands.ChangeSettings(settings(clock=PerDecision(60), public=True)))
    assert desk.table.settings.clock == PerDecision(60)


def test_the_game_does_not_start_with_empty_seats_unless_bots_fill_them() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.refused(BEN, commands.Start(), "not_host")
    desk.refused(ANNA, commands.Start(), "seats_open")
    assert desk.refused(ANNA, commands.Start("genius"), "malformed").field == "fill"
    desk.say(ANNA, commands.Start("random"))
    assert seats(desk) == [ANNA, BEN, "bot random", "bot random"]
    assert set(desk.playing.turns) == {0, 1, 2, 3}
    desk.check_log()


@pytest.mark.parametrize(
    "command",
    [
        commands.TakeSeat(),
        commands.SwapSeats(1),
        commands.Ready(),
        commands.AddNonce("0" * 32),
        commands.SeatBot(0, "random"),
        commands.ClearSeat(0),
        commands.ChangeSettings(settings()),
        commands.Start(),
    ],
)
def test_what_belongs_before_the_start_is_refused_after_it(command: commands.Command) -> None:
    desk = four_at_the_table().start()
    desk.refused(ANNA, command, "not_in_lobby")


def test_leaving_the_table_frees_the_chair_and_all_that_hung_on_the_person() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.say(BEN, commands.AddNonce("b" * 32))
    desk.say(BEN, commands.Ready())
    desk.say(BEN, commands.Leave())
    assert seats(desk) == [ANNA, None, None, None]
    assert BEN not in desk.table.people
    assert lobby(desk).nonces == {}
    assert lobby(desk).ready == ()
    desk.refused(BEN, commands.Leave(), "not_joined")
    desk.check_log()


def test_when_the_host_leaves_the_next_in_seat_order_hosts() -> None:
    desk = Desk().join(EVE).sit(ANNA, BEN)
    desk.say(ANNA, commands.Leave())
    assert desk.table.host == BEN
    desk.say(BEN, commands.Leave())
    assert desk.table.host == EVE, "nobody is seated: who joined first"


def test_an_abandoned_table_is_hosted_by_who_comes_next() -> None:
    desk = Desk()
    desk.say(ANNA, commands.Leave())
    assert desk.table.people == {}
    desk.say(BEN, commands.Join("Ben"))
    assert desk.table.host == BEN


def test_four_people_in_any_order_of_coming() -> None:
    desk = Desk().join(DAN, CLEO, BEN)
    for guest, seat in ((DAN, 0), (BEN, 3), (ANNA, 1), (CLEO, 2)):
        desk.say(guest, commands.TakeSeat(seat))
    assert seats(desk) == [DAN, ANNA, CLEO, BEN]
    assert set(FOUR) == set(desk.table.people)
