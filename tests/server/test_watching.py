"""Watching late, and rules that change from game to game; lobbies; places; devices that are signed out."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from filon.server.rooms.registry import Rooms
from filon.tables import Guest, commands
from filon.tables.model import Over, Playing
from tests.server.inside import Watcher, clock_at, come, rooms_in, stored, write
from tests.server.playing import Filon, Person, Refused, new_guest, play_on, table_of
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, four_at_the_table

STRANGER: Final = Guest("stranger")


class Late:
    """A table that is watched late, and one who watches it."""

    def __init__(self, rooms: Rooms, desk: Desk) -> None:
        self.rooms = rooms
        self.desk = desk
        self.known = 0

    async def come(self, watcher: Watcher | None = None) -> Watcher:
        await self.hear()
        room = await self.rooms.get(self.desk.table.id)
        assert room is not None
        watcher = watcher or Watcher(STRANGER)
        await come(self.rooms, room, watcher)
        return watcher

    async def hear(self) -> None:
        if len(self.desk.log) > self.known:
            await write(self.rooms.store, self.desk.log, self.known)
            room = self.rooms._rooms.get(self.desk.table.id)
            if room is not None:
                room.learn(stored(self.desk.log[self.known :]))
            self.known = len(self.desk.log)

    async def wait(self, seconds: float) -> None:
        await self.hear()
        self.desk.now += int(seconds * 1000)
        room = self.rooms._rooms[self.desk.table.id]
        if room.delayed is not None:
            room.delayed.tell(room.viewers, self.desk.now)

    def change(self, **wanted: Any) -> None:
        """Another rule, from the lobby of the rematch on."""
        if isinstance(self.desk.table.phase, Playing):
            self.desk.play_out()
        if isinstance(self.desk.table.phase, Over):
            self.desk.say(ANNA, commands.Rematch())
        changed = msgspec.structs.replace(self.desk.table.settings, **wanted)
        self.desk.say(ANNA, commands.ChangeSettings(changed))


@pytest.fixture
def in_rooms(tmp_path: Path) -> Any:
    def run(desk: Desk, story: Any) -> None:
        async def told() -> None:
            async with rooms_in(tmp_path) as rooms:
                with clock_at(lambda: desk.now):
                    await story(Late(rooms, desk), desk)

        asyncio.run(told())

    return run


def positions(watcher: Watcher) -> Iterator[dict[str, Any]]:
    for message in watcher.messages:
        if message.get("game") is not None:
            yield message


def shows_every_seat(watcher: Watcher) -> bool:
    return any("views" in message["game"] for message in positions(watcher))


def test_a_longer_delay_holds_from_the_next_game_on(in_rooms: Any) -> None:
    desk = four_at_the_table(watch="delayed", delay_s=30)

    async def story(late: Late, desk: Desk) -> None:
        desk.start()
        first = await late.come()
        await late.wait(30)
        assert shows_every_seat(first), "as agreed"
        late.change(delay_s=600)
        desk.start()
        second = await late.come()
        await late.wait(599)
        assert not any(message["sequence"] >= desk.playing.started for message in positions(second))
        await late.wait(1)
        assert any(message["sequence"] >= desk.playing.started for message in positions(second))
        assert shows_every_seat(second)

    in_rooms(desk, story)


def test_a_shorter_delay_does_not_shorten_that_of_the_game_before(in_rooms: Any) -> None:
    desk = four_at_the_table(watch="delayed", delay_s=600)

    async def story(late: Late, desk: Desk) -> None:
        desk.start()
        late.change(delay_s=30)
        desk.start()
        watcher = await late.come()
        for _ in range(59):
            await late.wait(10)
            assert not list(positions(watcher))
        await late.wait(10)
        assert shows_every_seat(watcher)

    in_rooms(desk, story)


@pytest.mark.parametrize("rule", ["nobody", "public", "seat"])
def test_a_late_rematch_shows_no_seat_of_a_game_that_was_not_to_be_watched_so(
    in_rooms: Any, rule: str
) -> None:
    desk = four_at_the_table(watch=rule)

    async def story(late: Late, desk: Desk) -> None:
        desk.start()
        desk.say(BEN, commands.Say("only for us"))
        desk.now += 3_600_000
        late.change(watch="delayed", delay_s=30)
        seed = desk.table.phase.last.seed  # type: ignore[union-attr]
        desk.now += 10_000
        desk.start()
        started = desk.table.sequence
        # All but the latest forty seconds is old enough; the rematch is in them.
        desk.now += 15_000
        watcher = await late.come()
        await late.wait(10)
        assert not shows_every_seat(watcher)
        if rule == "nobody":
            assert not list(positions(watcher))
        await late.wait(30)
        assert shows_every_seat(watcher)
        assert all(
            message["sequence"] >= started for message in positions(watcher) if "views" in message["game"]
        )
        sent = b"".join(watcher.frames)
        assert (b"only for us" in sent) is (rule != "nobody")
        assert (seed.encode() in sent) is (rule != "nobody")

    in_rooms(desk, story)


def test_a_late_watcher_who_comes_in_the_middle_of_the_delay_sees_the_lobby_before(in_rooms: Any) -> None:
    desk = four_at_the_table(watch="nobody")

    async def story(late: Late, desk: Desk) -> None:
        desk.now += 3_600_000
        desk.start()
        desk.now += 3_600_000
        late.change(watch="delayed", delay_s=600)
        desk.start()
        watcher = await late.come()
        (sync,) = watcher.messages
        assert (sync["type"], sync["table"]["status"], sync["sequence"]) == ("Sync", "lobby", 8)
        assert sync["chat"] == []

    in_rooms(desk, story)


def test_a_public_rematch_does_not_hasten_the_late_game_before(in_rooms: Any) -> None:
    desk = four_at_the_table(watch="delayed", delay_s=600)

    async def story(late: Late, desk: Desk) -> None:
        desk.start()
        desk.say(BEN, commands.Say("only for us"))
        late.change(watch="public")
        lobby = await late.come()
        desk.start()
        watcher = await late.come()
        await late.wait(599)
        for one in (lobby, watcher, await late.come()):
            assert b"only for us" not in b"".join(one.frames)
            assert all(message["table"]["result"] is None for message in one.messages if "table" in message)
        await late.wait(1)
        again = await late.come()
        assert b"only for us" in b"".join(again.frames)

    in_rooms(desk, story)


def test_worlds_that_differ_in_what_is_not_shown_yet_send_the_same_bytes(tmp_path: Path) -> None:
    """Two tables: other choices within the delay, other words in a lobby that is private to its people."""

    async def world(number: int) -> list[bytes]:
        desk = four_at_the_table(watch="nobody")
        desk.say(BEN, commands.Say(("one", "two")[number]))
        folder = tmp_path / str(number)
        folder.mkdir()
        async with rooms_in(folder) as rooms:
            late = Late(rooms, desk)
            with clock_at(lambda: desk.now):
                lobby = await late.come()
                desk.start()
                for choice in (("go", "leave", "go"), ("leave", "go", "go"))[number]:
                    desk.act(CLEO, choice)
                desk.say(DAN, commands.Say(("aye", "nay")[number]))
                late.change(watch="delayed", delay_s=30)
                desk.start()
                strangers = [lobby, await late.come(), await late.come(Watcher(None, screen=True))]
                await late.wait(31)
                for choice in (("go", "leave"), ("leave", "go"))[number]:
                    desk.act(BEN, choice)
                strangers.append(await late.come(Watcher(EVE)))
                await late.wait(29)
                strangers.append(await late.come(Watcher(None)))
                sent = [frame for stranger in strangers for frame in stranger.frames]
                await late.wait(1)
                assert shows_every_seat(strangers[-1])
                return sent

    one, other = (asyncio.run(world(number)) for number in (0, 1))
    assert one == other
    assert len(one) > 5


# Over the wire


async def fetch(server: Filon, path: str, token: str = "", method: str = "GET") -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        return await http.request(method, path, headers=headers)


@pytest.mark.anyio
async def test_the_lobby_of_a_private_rematch_tells_a_stranger_who_sits_where(
    server: Filon,
) -> None:
    async with table_of(server, watch="nobody") as everybody:
        anna, ben, _cleo = everybody
        await ben.order("Say", text="only for us")
        await play_on(everybody, moves=10_000)
        await anna.until(lambda: anna.status == "over")
        seed = anna.view["result"]["seed"]
        await anna.order("Rematch")
        stranger, newcomer = await new_guest(server), await new_guest(server)
        for nosy in (stranger, newcomer):
            await nosy.come(table=anna.table)
        await newcomer.order("Join", name="New")
        await ben.order("Say", text="for all who have joined")
        last = await anna.order("Ready", ready=False)
        for nosy in (stranger, newcomer):
            await nosy.reach(last)
            sent = "".join(nosy.frames)
            sent += (await fetch(server, f"/api/tables/{anna.table}/view", nosy.token)).text
            sent += (await fetch(server, f"/api/tables/{anna.table}/log?limit=100", nosy.token)).text
            assert "only for us" not in sent
            assert seed not in sent
            assert ("for all who have joined" in sent) is (nosy is newcomer)
            assert [chair["type"] for chair in nosy.view["chairs"]] == ["Held"] * 3
            await nosy.go()
        kept = (await fetch(server, f"/api/tables/{anna.table}/view", ben.token)).text
        assert "only for us" in kept
        assert seed in kept


@pytest.mark.anyio
async def test_an_old_after_opens_nothing_of_the_time_before_consent(server: Filon) -> None:
    async with table_of(server, watch="seat") as (anna, ben, _cleo):
        before = anna.seen
        await ben.order("Act", action={"type": "Choose", "choice": "leave"})
        await ben.order("AllowWatching")
        stranger = await new_guest(server)
        stranger.seen = before
        await stranger.come(table=anna.table, watch=1)
        await stranger.until(lambda: stranger.game is not None)
        assert stranger.game is not None
        assert stranger.game["view"]["seat"] == 1, "from now on"
        choices = [
            event["choice"]
            for message in stranger.messages
            for entry in message.get("entries", [])
            for played in entry["events"]
            for event in played.get("events", [])
            if "choice" in event
        ]
        assert all(choice == {"type": "hidden"} for choice in choices)
        await stranger.go()


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/api/me/token", "/api/me"])
async def test_who_signs_out_is_signed_out_of_open_connections_too(server: Filon, path: str) -> None:
    async with table_of(server) as (anna, ben, cleo):
        phone = Person(server, ben.guest, ben.token, ben.table)
        await phone.come()
        assert (await fetch(server, path, ben.token, "DELETE")).status_code == 204
        for device in (ben, phone):
            await device.gone()
            assert device.close_code == 4401
            assert device.goodbye is not None
            assert (device.goodbye["code"], device.goodbye["come_back"]) == ("unauthorized", False)
        await anna.until(lambda: anna.presence is not None and ben.guest not in anna.presence["present"])
        await cleo.order("Say", text="others go on")


@pytest.mark.anyio
async def test_a_seat_that_moved_is_no_longer_the_old_devices(server: Filon) -> None:
    async with table_of(server) as (anna, ben, _cleo):
        link = (await fetch(server, f"/api/tables/{ben.table}/seat-links", ben.token, "POST")).json()
        phone = await new_guest(server, "Phone")
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            headers = {"Authorization": f"Bearer {phone.token}"}
            taken = await http.post("/api/seat-links/take", json={"secret": link["secret"]}, headers=headers)
            assert taken.status_code == 200
        await ben.until(lambda: ben.seat is None)
        assert ben.game is not None
        assert ben.game["view"]["seat"] is None
        assert "legal" not in ben.game
        with pytest.raises(Refused, match="not_seated"):
            await ben.order("Act", action={"type": "Choose", "choice": "leave"})
        await phone.come(table=anna.table)
        assert phone.seat == 1
        await phone.go()
