"""Playing over the WebSocket: commands and answers, coming back, watching, ends of connections."""

import asyncio
import json
import random

import pytest

from filon.games.registry import GAMES
from tests.server.playing import (
    Filon,
    Refused,
    in_a_cave,
    new_guest,
    open_table,
    play_on,
    seated,
    serving,
    table_of,
)

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_over_the_wire(server: Filon, game: str) -> None:
    people = GAMES[game].seats[0]
    async with table_of(server, game=game, people=people) as everybody:
        made = await play_on(everybody, moves=20)
        assert made > 0
        latest = max(person.seen or 0 for person in everybody)
        for person in everybody:
            await person.reach(latest)
            assert person.seat == everybody.index(person)


async def test_a_command_sent_again_is_answered_again_and_applied_once(server: Filon) -> None:
    async with table_of(server) as (anna, ben, _cleo):
        first = await anna.order("Act", "once", action={"type": "Choose", "choice": "go_on"})
        assert await anna.order("Act", "once", action={"type": "Choose", "choice": "leave"}) == first
        assert await ben.order("Act", "once", action={"type": "Choose", "choice": "leave"}) == first + 1


async def test_the_same_command_from_two_connections_at_once_is_applied_once(server: Filon) -> None:
    async with table_of(server) as (anna, _ben, _cleo):
        again = await new_guest(server)
        again.token, again.guest = anna.token, anna.guest
        await again.come(table=anna.table)
        both = await asyncio.gather(
            *(one.order("Act", "twin", action={"type": "Choose", "choice": "go_on"}) for one in (anna, again))
        )
        assert both[0] == both[1]
        await again.go()


async def test_a_refusal_names_the_rule_and_what_would_be_legal(server: Filon) -> None:
    async with table_of(server) as everybody:
        leaver, *others = everybody
        while leaver.to_act:
            # Unless the cave is fled right then, the leaver is at the camp and the others go on.
            await leaver.order("Act", action={"type": "Choose", "choice": "leave"})
            for other in others:
                last = await other.order("Act", action={"type": "Choose", "choice": "go_on"})
            for person in everybody:
                await person.reach(last)
            await in_a_cave(everybody)
        with pytest.raises(Refused) as refused:
            await leaver.order("Act", action={"type": "Choose", "choice": "go_on"})
        answer = refused.value.answer
        assert answer["code"] == "illegal"
        assert answer["rule"].startswith("DIA-")
        assert answer["legal"] == []


async def test_simultaneous_choices_are_all_accepted_in_any_order(server: Filon) -> None:
    async with table_of(server, people=8) as everybody:
        rng = random.Random(7)
        for _ in range(5):
            await in_a_cave(everybody)
            deciding = [person for person in everybody if person.to_act]
            rng.shuffle(deciding)
            sequences = await asyncio.gather(
                *(person.order("Act", action={"type": "Choose", "choice": "go_on"}) for person in deciding)
            )
            assert len(set(sequences)) == len(deciding)
            for person in everybody:
                await person.reach(max(sequences))


async def test_a_lost_connection_costs_nothing_but_what_was_missed(server: Filon) -> None:
    async with table_of(server) as (anna, ben, cleo):
        await ben.go()
        await anna.order("Act", action={"type": "Choose", "choice": "go_on"})
        await cleo.order("Act", action={"type": "Choose", "choice": "go_on"})
        before = len(ben.messages)
        await ben.come()
        await ben.until(lambda: ben.seen is not None and ben.seen >= (anna.seen or 0))
        told = [message["type"] for message in ben.messages[before:]]
        assert "Update" in told
        assert "Sync" not in told
        assert ben.to_act


async def test_a_new_device_with_the_same_token_sees_the_same_seat(server: Filon) -> None:
    async with table_of(server) as (anna, _ben, _cleo):
        phone = await new_guest(server)
        phone.token, phone.guest = anna.token, anna.guest
        await phone.come(table=anna.table)
        assert phone.seat == 0
        assert phone.game == anna.game
        await phone.order("Act", action={"type": "Choose", "choice": "leave"})
        await anna.until(lambda: anna.seen == phone.seen)
        assert anna.game == phone.game
        await phone.go()


async def test_the_table_screen_and_strangers_see_the_public_view_only(server: Filon) -> None:
    async with table_of(server) as (anna, ben, _cleo):
        stranger, screen = await new_guest(server), await new_guest(server)
        stranger.token = ""
        screen.token, screen.guest = anna.token, anna.guest
        await stranger.come(table=anna.table)
        await screen.come(table=anna.table, screen=True)
        await ben.order("Act", action={"type": "Choose", "choice": "leave"})
        await stranger.until(lambda: stranger.seen == ben.seen)
        await screen.until(lambda: screen.seen == ben.seen)
        assert stranger.game == screen.game
        assert screen.game is not None
        assert screen.game["view"]["phase"]["choices"]["1"] == {"type": "hidden"}
        assert "legal" not in screen.game
        with pytest.raises(Refused, match="not_a_guest"):
            await stranger.order("Act", action={"type": "Choose", "choice": "leave"})
        await stranger.go()
        await screen.go()


async def test_nobody_watches_where_nobody_may(server: Filon) -> None:
    async with table_of(server, watch="nobody") as (anna, _ben, _cleo):
        stranger = await new_guest(server)
        await stranger.come(table=anna.table)
        await stranger.gone()
        assert stranger.goodbye is not None
        assert stranger.goodbye["code"] == "no_watching"
        assert stranger.close_code == 4403


async def test_a_late_watcher_sees_everything_only_after_the_delay(server: Filon) -> None:
    async with table_of(server, watch="delayed", delay_s=30) as (anna, _ben, _cleo):
        watcher = await new_guest(server)
        await watcher.come(table=anna.table)
        await anna.order("Act", action={"type": "Choose", "choice": "leave"})
        assert watcher.seen is not None
        assert watcher.seen < (anna.seen or 0)
        assert watcher.game is None, "the game began less than 30 seconds ago"
        await watcher.go()


async def test_whoever_is_sent_away_is_shown_out_and_stays_out(server: Filon) -> None:
    everybody = await seated(server, start=False)
    anna, ben, cleo = everybody
    await anna.order("Remove", guest=ben.guest)
    await ben.gone()
    assert ben.goodbye is not None
    assert ben.goodbye["code"] == "removed"
    assert not ben.goodbye["come_back"]
    await ben.come()
    await ben.gone()
    assert ben.goodbye["code"] == "removed"
    await anna.go()
    await cleo.go()


async def test_people_hear_who_is_there(server: Filon) -> None:
    async with table_of(server, start=False) as (anna, ben, cleo):
        everybody = {anna.guest, ben.guest, cleo.guest}
        await anna.until(lambda: anna.presence is not None and set(anna.presence["present"]) == everybody)
        await ben.go()
        await anna.until(lambda: anna.presence is not None and ben.guest not in anna.presence["present"])


async def test_a_bot_takes_the_empty_chairs_and_plays(server: Filon) -> None:
    async with table_of(server, people=1, seats=4, bot_pause_ms=0, start=False) as (anna,):
        await anna.order("Start", fill="random")
        await anna.until(lambda: anna.game is not None)
        assert await play_on([anna], moves=4) == 4
        await anna.until(
            lambda: any(
                event.get("by") == "bot"
                for message in anna.messages
                for entry in message.get("entries", [])
                for event in entry["events"]
            )
        )


async def test_an_absent_player_is_played_by_a_bot_and_takes_over_again(server: Filon) -> None:
    async with table_of(server, absence_s=5, bot_pause_ms=0) as (anna, ben, cleo):
        await ben.go()
        for person in (anna, cleo):
            await person.order("Act", action={"type": "Choose", "choice": "go_on"})
        await anna.until(lambda: anna.view["chairs"][1].get("stand_in") is not None)
        await anna.until(
            lambda: anna.to_act,
        )
        await ben.come()
        await ben.until(lambda: ben.view["chairs"][1].get("stand_in") is None)
        assert ben.seat == 1


async def test_a_first_message_that_is_no_hello_is_answered(server: Filon) -> None:
    guest = await new_guest(server)
    table = await open_table(server, guest)
    await guest.come(table=table)
    await guest.send('{"type":"Command","id":"x","command":{"type":"Nonsense"}}')
    await guest.until(
        lambda: any(said.get("code") == "malformed" and said["id"] == "x" for said in guest.messages)
    )
    await guest.send("{")
    await guest.until(
        lambda: any(said.get("code") == "malformed" and said["id"] is None for said in guest.messages)
    )
    await guest.send(json.dumps({"type": "Ping", "at": 5}))
    await guest.until(lambda: any(said["type"] == "Pong" and said["at"] == 5 for said in guest.messages))
    await guest.go()


async def test_unknown_tables_and_tokens_are_told_apart(server: Filon) -> None:
    guest = await new_guest(server)
    await guest.come(table="nowhere")
    await guest.gone()
    assert (guest.goodbye or {})["code"] == "no_such_table"
    assert guest.close_code == 4404
    table = await open_table(server, guest)
    guest.token = "filon_" + "x" * 43
    await guest.come(table=table)
    await guest.gone()
    assert (guest.goodbye or {})["code"] == "unauthorized"
    assert guest.close_code == 4401


async def test_a_restart_in_mid_game_loses_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('restart')}/filon.db"
    with serving(database, snapshot_every=5) as first:
        everybody = await seated(first)
        await play_on(everybody, moves=7)
        games = [person.game for person in everybody]
        seen = everybody[0].seen
        first.stop()
        for person in everybody:
            await person.gone()
            assert person.close_code == 1012
            assert person.goodbye is not None
            assert person.goodbye["come_back"]
    with serving(database) as second:
        for person, game in zip(everybody, games, strict=True):
            person.seen = None
            await person.come(second)
            assert person.game == game
            assert person.seen == seen
        assert await play_on(everybody, moves=5) > 0
        for person in everybody:
            await person.go()
