"""What each viewer gets, and who may watch."""

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from filon.games.contract import Hidden
from filon.tables import (
    Audience,
    Guest,
    Refused,
    Sync,
    Update,
    audience,
    catch_up,
    commands,
    evolve,
    fold,
    sync,
)
from filon.tables import update as updated
from filon.tables.news import CATCH_UP
from filon.tables.protocol import GamePlayed
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, four_at_the_table, four_playing

STRANGER = Guest("stranger")


def as_json(message: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


def test_a_player_sees_the_own_seat_and_its_legal_actions() -> None:
    desk = four_playing()
    desk.act(BEN, "leave")
    viewer = audience(desk.table, BEN)
    assert viewer == Audience(1, playing=True)
    shown = sync(desk.table, viewer)
    assert shown.game is not None
    assert shown.game.view.seat == 1
    assert shown.game.view.phase.choices[1].value == "leave"
    assert len(shown.game.legal) == 2  # type: ignore[arg-type]
    other = sync(desk.table, audience(desk.table, ANNA))
    assert other.game is not None
    assert isinstance(other.game.view.phase.choices[1], Hidden)


def test_a_screen_shows_the_public_view_even_to_a_player() -> None:
    desk = four_playing(watch="nobody")
    viewer = audience(desk.table, BEN, screen=True)
    shown = sync(desk.table, viewer)
    assert shown.seat is None
    assert shown.game is not None
    assert shown.game.view.seat is None
    assert shown.game.legal is UNSET


def test_a_table_without_spectators_turns_strangers_away_from_the_start_on() -> None:
    desk = four_at_the_table(watch="nobody")
    assert audience(desk.table, STRANGER) == Audience(), "in the lobby they may still want to sit down"
    desk.start()
    for guest in (STRANGER, None):
        with pytest.raises(Refused) as no:
            audience(desk.table, guest)
        assert no.value.code == "no_watching"
    with pytest.raises(Refused):
        audience(desk.table, STRANGER, screen=True)


def test_the_removed_are_shown_nothing() -> None:
    desk = four_playing().join(EVE)
    desk.say(ANNA, commands.Remove(EVE))
    with pytest.raises(Refused) as no:
        audience(desk.table, EVE)
    assert no.value.code == "removed"


def test_public_spectators_see_the_public_view_whatever_they_wish_for() -> None:
    desk = four_playing(watch="public")
    assert audience(desk.table, STRANGER, watch=2) == Audience()
    assert audience(desk.table, None) == Audience()


def test_a_seat_is_watched_with_that_players_consent_only() -> None:
    desk = four_playing(watch="seat")
    assert audience(desk.table, STRANGER, watch=1) == Audience()
    desk.say(BEN, commands.AllowWatching())
    desk.nothing(BEN, commands.AllowWatching())
    assert audience(desk.table, STRANGER, watch=1) == Audience(1)
    assert audience(desk.table, STRANGER, watch=0) == Audience()
    assert audience(desk.table, STRANGER, watch=9) == Audience()
    assert audience(desk.table, STRANGER, screen=True, watch=1) == Audience()
    assert audience(desk.table, ANNA, watch=1) == Audience(0, playing=True), "players see their own seat"
    shown = sync(desk.table, Audience(1))
    assert shown.game is not None
    assert shown.game.view.seat == 1
    assert shown.game.legal is UNSET
    assert not shown.playing
    desk.say(BEN, commands.AllowWatching(allowed=False))
    assert audience(desk.table, STRANGER, watch=1) == Audience()
    desk.check_log()


def test_consent_is_asked_for_only_where_the_rule_needs_it() -> None:
    desk = four_playing(watch="public").join(EVE)
    desk.refused(BEN, commands.AllowWatching(), "no_watching")
    desk.refused(EVE, commands.AllowWatching(), "not_seated")


def test_consent_ends_with_the_person() -> None:
    desk = four_playing(watch="seat")
    desk.say(BEN, commands.AllowWatching())
    desk.say(BEN, commands.Leave())
    assert audience(desk.table, STRANGER, watch=1) == Audience()


def test_everything_is_shown_late_and_never_what_no_seat_may_know() -> None:
    desk = four_playing(watch="delayed", delay_s=60)
    viewer = audience(desk.table, STRANGER)
    assert viewer == Audience(everything=True, delay_s=60)
    shown = sync(desk.table, viewer)
    assert shown.game is not None
    assert shown.game.views is not UNSET
    assert [view.seat for view in shown.game.views] == [0, 1, 2, 3]
    for view in shown.game.views:
        assert isinstance(view.phase.pile, int), "the pile's order is nobody's"
    assert audience(desk.table, STRANGER, screen=True) == Audience(), "a screen is not late"


def test_a_late_viewer_is_fed_from_the_table_as_it_was() -> None:
    desk = four_playing(watch="delayed", delay_s=60)
    viewer = audience(desk.table, STRANGER)
    behind = desk.table
    desk.now += 30_000
    desk.act(BEN, "leave")
    old = [entry for entry in desk.log if entry.at <= desk.now - 60_000]
    assert "leave" not in repr(sync(behind, viewer))
    assert fold(old or desk.log[:1]).sequence < desk.table.sequence
    behind = evolve(behind, desk.log[-1])
    shown = updated(behind, desk.log[-1:], viewer)
    assert isinstance(shown.game, msgspec.Struct)
    assert shown.game.views[1].phase.choices[1].value == "leave"  # type: ignore[index]
    (played,) = shown.entries[0].events
    assert isinstance(played, GamePlayed)
    assert isinstance(played.events[0].choice, Hidden)


def test_a_secret_choice_is_announced_alike_whatever_it_was() -> None:
    seen = []
    for choice in ("go", "leave"):
        desk = four_playing()
        desk.act(BEN, choice)
        seen.append(
            [msgspec.json.encode(updated(desk.table, desk.log[-1:], Audience(seat))) for seat in (0, 2, None)]
        )
    assert seen[0] == seen[1]


def test_an_update_holds_what_changed_and_no_more() -> None:
    desk = four_playing()
    desk.act(BEN, "go")
    shown = updated(desk.table, desk.log[-1:], Audience(0, playing=True))
    assert shown.table is UNSET
    assert shown.game is not UNSET
    desk.say(BEN, commands.Say("hi"))
    shown = updated(desk.table, desk.log[-1:], Audience(0, playing=True))
    assert shown.table is UNSET
    assert shown.game is UNSET
    assert as_json(shown)["entries"][0]["events"][0]["text"] == "hi"
    desk.say(BEN, commands.Rename("Benno"))
    shown = updated(desk.table, desk.log[-1:], Audience(0, playing=True))
    assert shown.table is not UNSET
    assert shown.game is UNSET


def test_legal_actions_that_are_still_the_same_are_left_out() -> None:
    desk = four_playing()
    before = desk.table
    desk.act(BEN, "go")
    shown = updated(desk.table, desk.log[-1:], Audience(0, playing=True), before)
    assert isinstance(shown.game, msgspec.Struct)
    assert shown.game.legal is UNSET
    for guest in (CLEO, FOUR[3]):
        desk.act(guest, "go")
    before = desk.table
    desk.act(ANNA, "leave")
    shown = updated(desk.table, desk.log[-1:], Audience(0, playing=True), before)
    assert isinstance(shown.game, msgspec.Struct)
    assert shown.game.legal == (), "at the camp nothing is left to choose"


def test_actions_themselves_reach_nobody() -> None:
    desk = four_playing()
    desk.act(BEN, "go")
    for seat in (0, 1, None):
        assert (
            "action"
            not in as_json(updated(desk.table, desk.log[-1:], Audience(seat)))["entries"][0]["events"][0]
        )


def test_the_servers_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    desk = four_playing()
    root, secret = desk.table.root, desk.playing.seed
    everything = [
        msgspec.json.encode(message)
        for viewer in (Audience(0, playing=True), Audience(), Audience(everything=True))
        for message in (sync(desk.table, viewer), updated(desk.table, desk.log, viewer))
    ]
    for data in everything:
        assert root.hex().encode() not in data
        assert secret.hex().encode() not in data
        assert msgspec.json.encode(root) not in data
        assert msgspec.json.encode(secret) not in data
    desk.play_out()
    result = sync(desk.table, Audience()).table.result
    assert result is not None
    assert result.seed == secret.hex()
    assert root.hex().encode() not in msgspec.json.encode(sync(desk.table, Audience()))


def test_who_comes_back_is_told_what_was_missed() -> None:
    desk = four_playing()
    seen = desk.table.sequence
    viewer = audience(desk.table, ANNA)
    assert catch_up(desk.table, (), viewer, seen) is None
    desk.act(BEN, "go")
    desk.act(CLEO, "go")
    missed = catch_up(desk.table, desk.log[seen:], viewer, seen)
    assert isinstance(missed, Update)
    assert [entry.sequence for entry in missed.entries] == [seen + 1, seen + 2]


def test_who_was_gone_for_long_is_shown_everything_anew_at_a_flat_cost() -> None:
    desk = four_playing()
    viewer = audience(desk.table, ANNA)
    seen = desk.table.sequence
    for number in range(CATCH_UP + 1):
        desk.act(BEN, ("go", "leave")[number % 2])
    assert isinstance(catch_up(desk.table, desk.log[seen:], viewer, seen), Sync)
    assert isinstance(catch_up(desk.table, (), viewer, seen), Sync), "entries are not at hand"
    assert isinstance(catch_up(desk.table, desk.log[seen + 5 :], viewer, seen), Sync), "a gap"
    assert isinstance(catch_up(desk.table, (), viewer, None), Sync)
    assert isinstance(catch_up(desk.table, (), viewer, desk.table.sequence + 7), Sync), "from another world"
    few = catch_up(desk.table, desk.log[-CATCH_UP:], viewer, desk.table.sequence - CATCH_UP)
    assert isinstance(few, Update)


def test_reconnecting_costs_as_little_late_in_the_game_as_early() -> None:
    desk = four_playing()
    viewer = audience(desk.table, ANNA)
    early = len(msgspec.json.encode(sync(desk.table, viewer)))
    for number in range(400):
        desk.act(BEN, ("go", "leave")[number % 2])
    late = len(msgspec.json.encode(sync(desk.table, viewer)))
    assert late < early + 100


def test_who_changed_seats_is_not_shown_the_old_game_through_the_new_seats_eyes() -> None:
    """The seat's former holder saw things that are still nobody else's business after a rematch."""
    desk = four_playing()
    seen = desk.table.sequence
    desk.act(BEN, "leave")
    desk.say(ANNA, commands.SayPhrase("wow"))
    desk.say(BEN, commands.HandSeat(EVE))
    viewer = audience(desk.table, EVE)
    assert viewer.seat == 1
    assert isinstance(catch_up(desk.table, desk.log[seen:], viewer, seen), Sync)
    batch = updated(desk.table, desk.log[seen:], viewer)
    (played,) = batch.entries[0].events
    assert isinstance(played, GamePlayed)
    assert isinstance(played.events[0].choice, Hidden)


def test_the_lobby_has_no_game_part() -> None:
    desk = Desk().sit(ANNA)
    assert sync(desk.table, audience(desk.table, ANNA)).game is None
    desk = four_playing().play_out()
    desk.say(ANNA, commands.Rematch())
    shown = updated(desk.table, desk.log[-1:], audience(desk.table, BEN))
    assert shown.game is None


def test_the_end_shows_the_outcome_to_everybody() -> None:
    desk = four_playing().play_out()
    last = updated(desk.table, desk.log[-1:], audience(desk.table, BEN))
    assert isinstance(last.table, msgspec.Struct)
    assert last.table.result == desk.over.result
    assert isinstance(last.game, msgspec.Struct)
    assert last.game.legal == ()
    for guest in (ANNA, None):
        shown = sync(desk.table, audience(desk.table, guest))
        assert shown.game is not None
        assert shown.game.outcome == desk.over.result.outcome
        assert shown.table.status == "over"
    late = sync(desk.table, Audience(everything=True))
    assert late.game is not None
    assert late.game.views is not UNSET


def over_in_private(**given: Any) -> Desk:
    """A game whose players talked is over, and a rematch is offered."""
    desk = four_playing(**given)
    desk.say(BEN, commands.Say("only for us"))
    desk.play_out()
    desk.say(ANNA, commands.Rematch())
    desk.say(CLEO, commands.Say("again"))
    return desk


def test_the_lobby_of_a_rematch_keeps_what_strangers_might_not_watch() -> None:
    desk = over_in_private(watch="nobody").join(EVE)
    for stranger in (STRANGER, None, EVE):
        shown = sync(desk.table, audience(desk.table, stranger), now=desk.now + 10**9)
        assert shown.table.result is None
        assert shown.chat == ()
        assert shown.table.chairs == desk.table.chairs, "they may still want to sit down"
    for player in FOUR:
        shown = sync(desk.table, audience(desk.table, player))
        assert shown.table.result is not None
        assert [said.text for said in shown.chat] == ["only for us", "again"]
    desk.check_log()


def test_in_the_lobby_of_a_private_table_one_hears_from_joining_on() -> None:
    desk = over_in_private(watch="nobody").join(EVE)
    desk.say(CLEO, commands.Say("welcome"))
    assert [said.text for said in sync(desk.table, audience(desk.table, EVE)).chat] == ["welcome"]
    for listener, heard in ((EVE, True), (STRANGER, False)):
        told = updated(desk.table, desk.log[-1:], audience(desk.table, listener)).entries
        assert bool(told) is heard
    desk.say(EVE, commands.Leave())
    desk.join(EVE)
    assert sync(desk.table, audience(desk.table, EVE)).chat == (), "coming again begins anew"


def test_who_had_no_seat_in_a_private_game_hears_nothing_of_it_afterwards() -> None:
    desk = four_at_the_table(watch="nobody").join(EVE).start()
    desk.say(BEN, commands.Say("only for us"))
    desk.play_out()
    desk.say(DAN, commands.LeaveSeat())
    desk.say(ANNA, commands.Rematch())
    shown = sync(desk.table, audience(desk.table, EVE))
    assert (shown.chat, shown.table.result) == ((), None)
    shown = sync(desk.table, audience(desk.table, DAN))
    assert len(shown.chat) == 1, "Dan had a seat, and stood up when it was over"
    assert shown.table.result is not None


def test_a_public_rematch_opens_nothing_of_the_private_game_before() -> None:
    desk = over_in_private(watch="nobody")
    desk.say(ANNA, commands.ChangeSettings(msgspec.structs.replace(desk.table.settings, watch="public")))
    desk.say(BEN, commands.Say("hello everybody"))
    shown = sync(desk.table, audience(desk.table, STRANGER))
    assert [said.text for said in shown.chat] == ["hello everybody"]
    assert shown.table.result is None
    desk.start()
    assert [said.text for said in sync(desk.table, audience(desk.table, None)).chat] == ["hello everybody"]
    assert len(sync(desk.table, audience(desk.table, BEN)).chat) == 3
    desk.check_log()


def test_what_was_to_be_shown_late_stays_late_in_the_lobby_and_after() -> None:
    desk = over_in_private(watch="delayed", delay_s=300)
    ended = desk.now
    desk.say(ANNA, commands.ChangeSettings(msgspec.structs.replace(desk.table.settings, watch="public")))
    for at, known in ((ended, False), (ended + 299_999, False), (ended + 300_000, True)):
        shown = sync(desk.table, audience(desk.table, STRANGER), now=at)
        assert (shown.table.result is not None) is known
        assert (len(shown.chat) == 2) is known
    longer = msgspec.structs.replace(desk.table.settings, watch="delayed", delay_s=600)
    desk.say(ANNA, commands.ChangeSettings(longer))
    shown = sync(desk.table, audience(desk.table, STRANGER), now=ended + 300_000)
    assert (shown.table.result, shown.chat) == (None, ()), "the larger of the two delays"


def test_a_strangers_screen_is_told_of_a_late_table_what_the_board_shows() -> None:
    desk = four_playing(watch="delayed", delay_s=300)
    desk.say(BEN, commands.Say("only for us"))
    desk.play_out()
    screen = sync(desk.table, audience(desk.table, None, screen=True))
    assert screen.game is not None
    assert (screen.chat, screen.table.result) == ((), None)
    own = sync(desk.table, audience(desk.table, BEN, screen=True))
    assert len(own.chat) == 1
    assert own.table.result is not None


def test_consent_shows_nothing_of_the_time_before_it() -> None:
    desk = four_playing(watch="seat")
    seen = desk.table.sequence
    desk.act(BEN, "leave")
    desk.say(BEN, commands.AllowWatching())
    desk.act(BEN, "go")
    viewer = audience(desk.table, STRANGER, watch=1)
    assert viewer == Audience(1)
    assert isinstance(catch_up(desk.table, desk.log[seen:], viewer, seen), Sync)
    told = updated(desk.table, desk.log[seen:], viewer).entries
    played = [entry.events[0] for entry in (told[0], told[2])]
    choices = [one.events[0].choice for one in played if isinstance(one, GamePlayed)]
    assert isinstance(choices[0], Hidden)
    assert choices[1].value == "go_on"
    desk.say(BEN, commands.AllowWatching(allowed=False))
    desk.act(BEN, "leave")
    seen = desk.table.sequence - 1
    desk.say(BEN, commands.AllowWatching())
    assert isinstance(catch_up(desk.table, desk.log[seen:], viewer, seen), Sync), "given again is given anew"


def test_consent_goes_with_neither_the_chair_nor_the_rule() -> None:
    desk = four_playing(watch="seat")
    desk.say(BEN, commands.AllowWatching())
    desk.say(BEN, commands.HandSeat(EVE))
    assert audience(desk.table, STRANGER, watch=1) == Audience()
    desk.say(EVE, commands.AllowWatching())
    desk.play_out()
    desk.say(ANNA, commands.Rematch())
    for watch in ("public", "seat"):
        desk.say(ANNA, commands.ChangeSettings(msgspec.structs.replace(desk.table.settings, watch=watch)))
    desk.start()
    assert audience(desk.table, STRANGER, watch=1) == Audience()
    desk.check_log()


def test_rules_of_old_are_forgotten_with_the_words_said_under_them() -> None:
    desk = four_at_the_table()
    for number in range(300):
        desk.now += 10_000
        rule = ("nobody", "public", "delayed")[number % 3]
        desk.say(ANNA, commands.ChangeSettings(msgspec.structs.replace(desk.table.settings, watch=rule)))
        if number % 50 == 0:
            desk.say(BEN, commands.Say(f"word {number}"))
    assert len(desk.table.watch_rules) <= 7
