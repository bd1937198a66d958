"""Servers of this release and of the next side by side, on one PostgreSQL and one Redis."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from filon.store import migrate
from tests.server.newer import Newer, newer_release
from tests.server.playing import Filon, Person, play_on, seated
from tests.services import fresh_database, redis_url

pytestmark = pytest.mark.anyio


class Site:
    """An older and a newer server; snapshots so often that each meets the other's."""

    def __init__(self, folder: Path, database: str) -> None:
        self._sources = newer_release(folder)
        self._alike: dict[str, Any] = {"redis_url": redis_url(), "snapshot_every": 4}
        self._database = database
        self._started: list[Filon] = []
        self.older = self._start(Filon(database, **self._alike))
        self.newer = self.start_newer()

    def start_newer(self) -> Filon:
        return self._start(Newer(self._sources, self._database, **self._alike))

    def _start(self, server: Filon) -> Filon:
        self._started.append(server.start())
        return server

    def close(self) -> None:
        ended = [(server.stop(), server) for server in self._started]
        for status, server in ended:
            assert status == 0, server.log[-20:]
            assert not server.faults(), server.faults()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    database = fresh_database()
    await migrate(database)
    site = Site(tmp_path / "newer", database)
    yield site
    site.close()


async def _go(*everybody: Person) -> None:
    for person in everybody:
        await person.go()


async def _asked(server: Filon, path: str, person: Person | None = None) -> httpx.Response:
    headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
    async with httpx.AsyncClient(base_url=server.url) as http:
        return await http.get(path, headers=headers)


async def _told_to_come_back(person: Person) -> None:
    await person.gone()
    assert person.goodbye is not None
    assert person.goodbye["come_back"] is True


async def test_a_table_at_which_nothing_new_happens_is_played_on_both(site: Site) -> None:
    everybody = await seated([site.older, site.newer], people=4)
    assert await play_on(everybody, moves=16) == 16  # of twenty at least: five caves, four people
    stranger = Person(site.newer, "", "", everybody[0].table)
    await stranger.come()
    assert stranger.seen == everybody[0].seen, "each folds what the other's snapshot does not tell it"
    await _go(stranger, *everybody)


async def test_who_is_at_the_older_server_when_something_new_happens_goes_on_at_the_newer(site: Site) -> None:
    everybody = await seated([site.older, site.newer], people=2, seats=4, start=False)
    anna, ben = everybody
    elsewhere = await seated(site.older, people=3)
    await anna.order("Start", fill="random")
    for person in everybody:
        await person.dealt()
    await play_on(everybody, moves=4)
    said = await anna.order("Say", "said-before", text="still the older one")
    await ben.reach(said)
    await ben.order("Say", text="something new")

    await _told_to_come_back(anna)
    await anna.come(site.older)
    await _told_to_come_back(anna)
    answer = await _asked(site.older, f"/api/tables/{anna.table}/log", anna)
    assert answer.status_code == 503
    ready = await _asked(site.older, "/readyz")
    assert ready.status_code == 200, ready.text
    assert await play_on(elsewhere, moves=9) == 9, "other tables of the older server go on"

    seat = anna.seat
    await anna.come(site.newer)
    assert anna.seat == seat
    assert await anna.order("Say", "said-before", text="still the older one") == said, "answered, not done"
    played = await play_on(everybody, moves=8)
    assert played == 8 or anna.status == "over", "with bots, whom the older server leaves to the newer one"
    stranger = Person(site.newer, "", "", anna.table)
    await stranger.come()
    (sync,) = [message for message in stranger.messages if message["type"] == "Sync"]
    told = [message["text"] for message in sync["chat"]]
    assert told == ["still the older one, of before", "something new"]
    await _go(stranger, *everybody, *elsewhere)


async def test_when_the_older_server_is_replaced_every_table_is_there(site: Site) -> None:
    old_table = await seated(site.older, people=3)
    await play_on(old_table, moves=4)
    mixed = await seated([site.older, site.newer], people=4)
    await play_on(mixed, moves=4)
    await mixed[1].order("Say", text="something new")
    stranded = [person for person in mixed if person.server is site.older]
    for person in stranded:
        await _told_to_come_back(person)
    seats = [person.seat for person in old_table]

    assert site.older.stop() == 0
    replaced = site.start_newer()
    for person in (*old_table, *stranded):
        await person.gone()
        await person.come(replaced)
        assert person.seat is not None
    assert [person.seat for person in old_table] == seats
    for table in (old_table, mixed):
        made = await play_on(table, moves=4)
        assert made == 4 or table[0].status == "over"
    await _go(*old_table, *mixed)
