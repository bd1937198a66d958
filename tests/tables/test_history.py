"""The log read back: what a connection that was open all along was told, page by page."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.contract import Hidden
from filon.tables import Audience, Guest, Past, Refused, audience, commands, evolve, past, update
from filon.tables.model import Message
from filon.tables.protocol import GamePlayed, MessageHidden, Seen
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, four_at_the_table, four_playing
from tests.tables.people import EVERYBODY, any_command, seated, some_settings

STRANGER = Guest("stranger")
encode = msgspec.json.encode


def read(desk: Desk, guest: Guest | None, **wanted: Any) -> Past:
    return past(desk.table, desk.log, guest, **{"now": desk.now, "limit": 1000, **wanted})


def plays(entries: tuple[Seen, ...]) -> list[GamePlayed]:
    return [event for entry in entries for event in entry.events if isinstance(event, GamePlayed)]


def numbers(page: Past) -> list[int]:
    return [entry.sequence for entry in page.entries]


def test_a_player_reads_back_the_own_secret_choice_and_nobody_elses() -> None:
    desk = four_playing()
    desk.act(BEN, "leave")
    for reader, knows in ((BEN, True), (ANNA, False), (STRANGER, False)):
        (choice,) = plays(read(desk, reader).entries)[-1].events
        assert isinstance(choice.choice, Hidden) is not knows


def test_pages_join_up_to_the_whole_and_end_at_the_first_entry() -> None:
    desk = four_playing().play_out()
    whole = numbers(read(desk, ANNA))
    assert whole == [entry.sequence for entry in desk.log]
    paged: list[int] = []
    before: int | None = None
    while True:
        page = read(desk, ANNA, before=before, limit=7)
        assert len(page.entries) <= 7
        paged = numbers(page) + paged
        before = page.before
        if before is None:
            break
        assert before == page.entries[0].sequence
    assert paged == whole
    assert read(desk, ANNA, limit=len(whole)).before is None


def test_whoever_is_handed_a_seat_reads_what_a_spectator_saw_before() -> None:
    desk = four_playing()
    desk.act(BEN, "leave")
    desk.say(BEN, commands.HandSeat(EVE))
    desk.act(EVE, "go")
    first, *_, last = plays(read(desk, EVE).entries)
    assert isinstance(first.events[0].choice, Hidden), "the choice of whoever held the seat before"
    assert last.events[0].choice.value == "go_on"


def test_where_nobody_may_watch_a_newcomer_reads_nothing_of_the_time_before() -> None:
    desk = four_playing(watch="nobody")
    desk.act(BEN, "leave")
    desk.say(BEN, commands.HandSeat(EVE))
    desk.act(ANNA, "go")
    assert [play.seat for play in plays(read(desk, EVE).entries)] == [0]
    assert [play.seat for play in plays(read(desk, CLEO).entries)] == [1, 0]


def test_a_lobby_opens_nothing_of_the_game_that_strangers_might_not_watch() -> None:
    desk = four_playing(watch="nobody").play_out()
    desk.say(ANNA, commands.Rematch())
    assert audience(desk.table, STRANGER) == Audience()
    assert plays(read(desk, STRANGER).entries) == []
    assert plays(read(desk, ANNA).entries)


@pytest.mark.parametrize("guest", [None, STRANGER])
def test_who_may_not_look_is_refused(guest: Guest | None) -> None:
    desk = four_playing(watch="nobody")
    with pytest.raises(Refused) as no:
        read(desk, guest)
    assert no.value.code == "no_watching"


def test_the_removed_are_refused() -> None:
    desk = four_playing().join(EVE)
    desk.say(ANNA, commands.Remove(EVE))
    with pytest.raises(Refused) as no:
        read(desk, EVE)
    assert no.value.code == "removed"


def test_those_who_watch_late_read_late() -> None:
    desk = four_at_the_table(watch="delayed", delay_s=300)
    desk.now += 1000
    desk.start()
    desk.now += 60_000
    desk.act(BEN, "leave")
    happened = desk.now
    assert numbers(read(desk, STRANGER)) == [], "not even that somebody sat down a minute ago"
    assert plays(read(desk, STRANGER, now=happened + 299_999).entries) == []
    assert len(plays(read(desk, STRANGER, now=happened + 300_000).entries)) == 1
    assert len(plays(read(desk, BEN).entries)) == 1, "players are not late"
    desk.play_out()
    desk.say(ANNA, commands.Rematch())
    assert audience(desk.table, STRANGER).delay_s == 0
    assert plays(read(desk, STRANGER).entries) == [], "the end of the game is still too fresh"


def test_a_seat_is_read_over_the_shoulder_from_when_its_player_agreed() -> None:
    desk = four_playing(watch="seat")
    desk.act(BEN, "leave")
    desk.say(CLEO, commands.AllowWatching(allowed=True))
    desk.act(CLEO, "leave")
    seen = {play.seat: play.events[0].choice for play in plays(read(desk, STRANGER, watch=2).entries)}
    assert isinstance(seen[1], Hidden)
    assert seen[2].value == "leave"
    unasked = plays(read(desk, STRANGER).entries)
    assert all(isinstance(play.events[0].choice, Hidden) for play in unasked)


def test_a_players_screen_reads_the_public_log() -> None:
    desk = four_playing()
    desk.act(BEN, "leave")
    (play,) = plays(read(desk, BEN, screen=True).entries)
    assert isinstance(play.events[0].choice, Hidden)


def test_words_that_were_taken_out_or_whose_speaker_is_muted_now_are_not_read_back() -> None:
    desk = four_playing()
    said = [desk.say(guest, commands.Say(f"I am {guest}")) for guest in (BEN, CLEO, DAN)]
    desk.say(ANNA, commands.RemoveMessage(said[0]))
    desk.say(ANNA, commands.Mute(CLEO, muted=True))
    heard = {entry.sequence: entry.events[0] for entry in read(desk, ANNA).entries}
    assert heard[said[0]] == heard[said[1]] == MessageHidden()
    message = heard[said[2]]
    assert isinstance(message, Message)
    assert message.text == "I am dan"
    assert said[1] + 3 not in heard, "whom Anna does not hear is nobody's business"


@given(some_settings(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_the_past_is_what_the_connection_told(chosen: Any, seed: int) -> None:
    """Everybody listens from the first entry on; at the end each reads back exactly what was told."""
    random = FastRandom(seed)
    desk = seated(chosen, 3)
    for _ in range(60):
        desk.now += random.below(3000)
        sender = EVERYBODY[random.below(len(EVERYBODY))]
        try:
            desk.say(sender, any_command(desk.table, sender, random))
        except Refused:
            desk.wake()
    for listener in (*EVERYBODY, STRANGER):
        try:
            found = read(desk, listener, now=desk.now + 10**9)
        except Refused:
            continue
        assert [encode(one) for one in found.entries if not talk(one)] == live(desk, listener)


def live(desk: Desk, listener: Guest) -> list[bytes]:
    """Entry by entry, to whom the listener is once it has happened. Words are taken out and muted later."""
    told: list[bytes] = []
    table = None
    for entry in desk.log:
        table = evolve(table, entry)
        try:
            viewer = audience(table, listener)
        except Refused:
            continue
        told += [encode(one) for one in update(table, [entry], viewer).entries if not talk(one)]
    return told


def talk(entry: Seen) -> bool:
    return any(type(event).__name__ in ("Message", "MessageHidden") for event in entry.events)
