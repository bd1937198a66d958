"""Finished games and logs: given to whom the rule of their time allows, and never at everybody's cost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from filon.server.app import make_app
from filon.server.auth import new_token
from filon.server.http.security import SecurityMiddleware
from filon.server.rooms.checkpoints import EVERY, Checkpoints
from filon.server.rooms.reading import AT_ONCE
from filon.server.rooms.rows import newly_finished, row_of
from filon.server.server import Server, open_server
from filon.server.settings import ServerSettings
from filon.store import Entry as StoredEntry
from filon.store import fingerprint
from filon.tables import commands, encode_events, evolve, fold, past, verify
from tests.server.playing import Filon, Person, new_guest, play_on, seated, serving
from tests.tables.desk import ANNA, Desk, four_playing

pytestmark = pytest.mark.anyio

LONG = 3_000


async def export(server: Filon, person: Person | None, table: str, **wanted: Any) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
        answer = await http.get(f"/api/tables/{table}/export", headers=headers, params=wanted)
        return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize(
    ("rule", "code"), [({"watch": "nobody"}, "no_watching"), ({"watch": "delayed", "delay_s": 3600}, "late")]
)
async def test_a_rematch_does_not_open_the_game_before_to_strangers(
    server: Filon, rule: dict[str, Any], code: str
) -> None:
    everybody = await seated(server, **rule)
    anna, ben, _ = everybody
    while anna.status == "playing":
        await play_on(everybody, moves=50)
    stranger = await new_guest(server)
    await anna.order("Rematch")
    opened = {**anna.view["settings"], "watch": "public"}
    for settings in (None, opened):
        if settings is not None:
            await anna.order("ChangeSettings", settings=settings)
        for nosy in (stranger, None):
            assert await export(server, nosy, anna.table) == (403, code)
            assert await export(server, nosy, anna.table, game=1) == (403, code)
        for player in (anna, ben):
            assert (await export(server, player, anna.table))[0] == 200
    # Who comes to the table for the next game was not there for this one.
    await stranger.come(table=anna.table)
    await ben.order("LeaveSeat")
    await stranger.order("Join", name="Stranger")
    await stranger.order("TakeSeat", seat=1)
    assert await export(server, stranger, anna.table) == (403, code)
    assert (await export(server, ben, anna.table))[0] == 200
    for person in (*everybody, stranger):
        await person.go()


async def test_taking_games_along_uses_up_an_allowance() -> None:
    with serving(read_entries_burst=200, read_entries_per_second=0.01) as server:
        everybody = await seated(server)
        anna, ben, _ = everybody
        while anna.status == "playing":
            await play_on(everybody, moves=50)
        answers = [(await export(server, anna, anna.table))[0] for _ in range(12)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert (await export(server, ben, anna.table))[0] == 200, "everybody has their own"
        for person in everybody:
            await person.go()


def long_game() -> Desk:
    """A game with much ado about a name in it."""
    desk = four_playing()
    for number in range(LONG):
        desk.say(ANNA, commands.Rename(f"Anna {number % 2}"))
    desk.play_out()
    return desk


@contextlib.asynccontextmanager
async def hosting(desk: Desk, folder: Path, **given: Any) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """The application on the test's own event loop, the desk's table in its store, and its host who asks."""
    server = await open_server(ServerSettings(database_url=f"sqlite:///{folder}/filon.db", **given))
    try:
        stored = [
            StoredEntry(one.sequence, one.at, one.sender, one.command, encode_events(one.events))
            for one in desk.log
        ]
        token = new_token()
        await server.store.add_guest(desk.table.host, fingerprint(token), "Anna", 1)
        await server.store.create(row_of(fold(desk.log[:1])), stored[0])
        finished = newly_finished(desk.table, None)
        await server.store.append(row_of(desk.table), stored[1:], 1, finished=finished)
        transport = httpx.ASGITransport(SecurityMiddleware(server, make_app(server)))
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", headers=headers
        ) as http:
            yield server, http
    finally:
        await server.close()


@contextlib.asynccontextmanager
async def turns_counted() -> AsyncIterator[list[int]]:
    turns = [0]

    async def turn() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    turning = asyncio.create_task(turn())
    try:
        yield turns
    finally:
        turning.cancel()


async def test_everybody_gets_a_turn_while_a_long_game_is_taken_along(tmp_path: Path) -> None:
    desk = long_game()
    async with hosting(desk, tmp_path) as (_, http):
        await http.get("/api/tables/t1/view")  # the table is read, and kept in memory
        async with turns_counted() as turns:
            answer = await http.get("/api/tables/t1/export")
        assert answer.status_code == 200
        assert verify(answer.content).ok
        assert turns[0] > LONG / AT_ONCE


async def test_reading_back_shows_the_same_from_any_checkpoint(tmp_path: Path) -> None:
    desk = long_game()
    async with hosting(desk, tmp_path) as (server, http):
        pages = ((50, None), (100, EVERY + 1), (7, EVERY), (60, 2 * EVERY + 30), (5, 6), (100, None))
        for limit, before in pages:
            wanted = {"limit": limit} | ({} if before is None else {"before": before})
            read = (await http.get("/api/tables/t1/log", params=wanted)).json()
            said = past(desk.table, desk.log, ANNA, now=desk.now, limit=limit, before=before)
            assert [entry["sequence"] for entry in read["entries"]] == [one.sequence for one in said.entries]
            assert read.get("before") == said.before
        assert len(server.checkpoints) == desk.table.sequence // EVERY


async def test_the_latest_page_of_a_long_log_is_folded_once(tmp_path: Path) -> None:
    desk = long_game()
    allowed = desk.table.sequence + 10 * EVERY
    async with hosting(desk, tmp_path, read_entries_burst=allowed, read_entries_per_second=0.001) as (
        _,
        http,
    ):
        statuses = [(await http.get("/api/tables/t1/log")).status_code for _ in range(6)]
        assert statuses == [200] * 6
        while (await http.get("/api/tables/t1/log")).status_code == 200:
            pass  # and yet it is not for free


def test_checkpoints_are_bounded_and_found() -> None:
    desk = long_game()
    kept = Checkpoints(3)
    table = None
    for entry in desk.log:
        table = evolve(table, entry)
        kept.note(table)
    assert len(kept) == 3
    latest = desk.table.sequence // EVERY * EVERY
    found = kept.before("t1", latest + 1)
    assert found is not None
    assert found.sequence == latest
    before = kept.before("t1", latest)
    assert before is not None
    assert before.sequence == latest - EVERY
    assert kept.before("t1", EVERY) is None
    assert kept.before("other", latest) is None
