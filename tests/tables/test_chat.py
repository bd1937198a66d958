"""Talk: limits, phrases, mute, silence, removal; all of it stored with the table."""

import pytest

from filon.tables import Guest, audience, catch_up, commands, sync, update
from filon.tables.chat import BURST, LONGEST, PHRASES, WINDOW_MS
from filon.tables.model import CHAT_KEPT, GONE_KEPT, Message
from filon.tables.protocol import MessageHidden
from tests.tables.desk import ANNA, BEN, CLEO, EVE, Desk, four_at_the_table, settings


def texts(desk: Desk) -> list[str | None]:
    return [message.text or message.phrase for message in desk.table.chat]


def test_people_at_the_table_talk() -> None:
    desk = Desk().join(BEN)
    desk.say(BEN, commands.Say("  hello\n there "))
    desk.say(ANNA, commands.SayPhrase("good_luck"))
    assert texts(desk) == ["hello there", "good_luck"]
    assert desk.table.chat[0].name == "Ben"
    desk.refused(EVE, commands.Say("me too"), "not_joined")
    desk.check_log()


@pytest.mark.parametrize("text", ["", " \n ", "x" * (LONGEST + 1), "\u202e", "\x00"])
def test_a_message_must_be_seen_and_short(text: str) -> None:
    assert Desk().refused(ANNA, commands.Say(text), "malformed").field == "text"


def test_a_phrase_must_be_one_that_clients_can_translate() -> None:
    desk = Desk()
    assert desk.refused(ANNA, commands.SayPhrase("you_smell"), "malformed").field == "phrase"
    assert len(set(PHRASES)) == len(PHRASES)


def test_too_many_messages_at_once_have_to_wait() -> None:
    desk = Desk().join(BEN)
    for number in range(BURST):
        desk.say(ANNA, commands.Say(f"{number}"))
        desk.now += 1000
    no = desk.refused(ANNA, commands.Say("more"), "too_fast")
    assert "5 s" in no.reason
    desk.refused(ANNA, commands.SayPhrase("wow"), "too_fast")
    desk.say(BEN, commands.Say("I can"))
    desk.now += 5000
    desk.say(ANNA, commands.Say("more"))
    desk.refused(ANNA, commands.Say("and more"), "too_fast")


@pytest.mark.parametrize(
    ("rule", "player", "spectator"),
    [
        ("everybody", None, None),
        ("players", None, "chat_closed"),
        ("phrases", "chat_closed", "chat_closed"),
        ("nobody", "chat_closed", "chat_closed"),
    ],
)
def test_who_may_talk_is_the_tables_rule(rule: str, player: str | None, spectator: str | None) -> None:
    desk = Desk(settings(chat=rule)).sit(ANNA).join(EVE)
    for guest, code in ((ANNA, player), (EVE, spectator)):
        if code is None:
            desk.say(guest, commands.Say("hello"))
        else:
            desk.refused(guest, commands.Say("hello"), code)  # type: ignore[arg-type]
    if rule == "phrases":
        desk.say(ANNA, commands.SayPhrase("hello"))
        desk.refused(EVE, commands.SayPhrase("hello"), "chat_closed")


def test_the_host_silences_and_lets_talk_again() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.Silence(BEN))
    desk.nothing(ANNA, commands.Silence(BEN))
    desk.refused(BEN, commands.Say("but"), "silenced")
    desk.refused(BEN, commands.SayPhrase("sorry"), "silenced")
    desk.say(ANNA, commands.Silence(BEN, silenced=False))
    desk.say(BEN, commands.Say("thanks"))
    desk.refused(ANNA, commands.Silence(ANNA), "no_such_person")
    desk.refused(ANNA, commands.Silence(EVE), "no_such_person")
    desk.check_log()


def test_leaving_and_joining_again_ends_no_silence() -> None:
    desk = four_at_the_table().join(EVE)
    for guest in (BEN, EVE):
        desk.say(ANNA, commands.Silence(guest))
        desk.say(guest, commands.Leave())
        desk.join(guest)
        desk.refused(guest, commands.Say("but"), "silenced")
        desk.say(ANNA, commands.Silence(guest, silenced=False))
        desk.say(guest, commands.Leave())
        desk.join(guest)
        desk.say(guest, commands.Say("thanks"))
    desk.check_log()


def test_being_sent_away_and_readmitted_ends_no_silence() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.Silence(BEN))
    desk.say(ANNA, commands.Remove(BEN))
    desk.say(ANNA, commands.Readmit(BEN))
    desk.join(BEN)
    desk.refused(BEN, commands.Say("but"), "silenced")


def test_another_device_ends_no_silence_on_either() -> None:
    desk = four_at_the_table().join(EVE)
    desk.say(ANNA, commands.Silence(BEN))
    desk.say(BEN, commands.HandSeat(EVE))
    desk.refused(EVE, commands.Say("but"), "silenced")
    desk.say(BEN, commands.Join("Benno"))
    desk.refused(BEN, commands.Say("but"), "silenced")
    desk.say(ANNA, commands.Silence(EVE, silenced=False))
    desk.say(EVE, commands.HandSeat(BEN))
    desk.refused(BEN, commands.Say("but"), "silenced")
    desk.check_log()


def test_leaving_and_joining_again_gives_no_more_messages() -> None:
    desk = Desk().join(BEN)
    for number in range(BURST):
        desk.say(BEN, commands.Say(f"{number}"))
    desk.say(BEN, commands.Leave())
    desk.join(BEN)
    desk.refused(BEN, commands.Say("more"), "too_fast")
    desk.now += WINDOW_MS
    desk.say(BEN, commands.Say("more"))


def test_of_those_who_left_only_so_much_is_kept_and_silences_longest() -> None:
    desk = Desk().join(BEN)
    desk.say(ANNA, commands.Silence(BEN))
    desk.say(BEN, commands.Leave())
    for number in range(GONE_KEPT + 20):
        guest = Guest(f"g{number}")
        desk.say(guest, commands.Join(f"Guest {number}"))
        desk.say(guest, commands.Say("hello"))
        desk.say(guest, commands.Leave())
    assert len(desk.table.gone) == GONE_KEPT
    desk.join(BEN)
    desk.refused(BEN, commands.Say("but"), "silenced")
    desk.now += WINDOW_MS
    desk.say(BEN, commands.Leave())
    assert set(desk.table.gone) == {BEN}, "who spoke long ago is forgotten"


def test_who_is_muted_is_unheard_by_one_and_heard_by_all_others() -> None:
    desk = four_at_the_table()
    desk.say(CLEO, commands.Say("before"))
    desk.say(ANNA, commands.Mute(CLEO))
    desk.nothing(ANNA, commands.Mute(CLEO))
    desk.say(CLEO, commands.Say("after"))
    deaf, hearing = audience(desk.table, ANNA), audience(desk.table, BEN)
    assert deaf.muted == (CLEO,)
    assert sync(desk.table, deaf).chat == ()
    assert sync(desk.table, deaf).table.muted == (CLEO,)
    assert [message.text for message in sync(desk.table, hearing).chat] == ["before", "after"]
    (said,) = update(desk.table, desk.log[-1:], deaf).entries[0].events
    assert said == MessageHidden()
    (said,) = update(desk.table, desk.log[-1:], hearing).entries[0].events
    assert isinstance(said, Message)
    desk.say(ANNA, commands.Mute(CLEO, muted=False))
    assert audience(desk.table, ANNA).muted == ()
    desk.refused(ANNA, commands.Mute(EVE), "no_such_person")
    desk.refused(ANNA, commands.Mute(ANNA), "no_such_person")
    desk.refused(EVE, commands.Mute(ANNA), "not_joined")


def test_nobody_is_told_who_muted_whom() -> None:
    desk = four_at_the_table()
    desk.say(ANNA, commands.Mute(CLEO))
    for guest in (ANNA, CLEO):
        assert update(desk.table, desk.log[-1:], audience(desk.table, guest)).entries == ()


def test_the_host_or_who_said_it_takes_a_message_out() -> None:
    desk = four_at_the_table()
    rude = desk.say(BEN, commands.Say("rude"))
    mine = desk.say(CLEO, commands.Say("oops"))
    desk.refused(CLEO, commands.RemoveMessage(rude), "not_yours")
    desk.say(ANNA, commands.RemoveMessage(rude))
    desk.say(CLEO, commands.RemoveMessage(mine))
    assert texts(desk) == []
    desk.refused(ANNA, commands.RemoveMessage(rude), "no_such_message")
    missed = catch_up(desk.table, desk.log[rude - 1 :], audience(desk.table, ANNA), rude - 1)
    assert "rude" not in repr(missed)
    assert "oops" not in repr(missed)
    desk.check_log()


def test_a_newcomer_hears_the_latest_messages_and_the_log_has_all() -> None:
    desk = Desk()
    for number in range(CHAT_KEPT + 7):
        desk.now += 10_000
        desk.say(ANNA, commands.Say(f"{number}"))
    assert len(desk.table.chat) == CHAT_KEPT
    assert texts(desk)[-1] == str(CHAT_KEPT + 6)
    assert (
        sum(type(event).__name__ == "Said" for entry in desk.log for event in entry.events) == CHAT_KEPT + 7
    )


def test_a_name_in_the_chat_stays_what_it_was() -> None:
    desk = Desk()
    desk.say(ANNA, commands.Say("hi"))
    desk.say(ANNA, commands.Rename("Queen"))
    assert desk.table.chat[0].name == "Anna"
