"""Several servers over one PostgreSQL and one Redis: the same tables everywhere, whoever dies."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from filon.store import migrate
from tests.server.playing import Filon, Person, new_guest, play_on, seated
from tests.services import Redis, fresh_database, redis_url

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def pair() -> Iterator[list[Filon]]:
    """Two servers that play no bots, and a worker that does."""
    database = fresh_database()
    asyncio.run(migrate(database))
    alike: dict[str, Any] = {"redis_url": redis_url(), "gone_seconds": 1}
    servers = [Filon(database, embedded_worker=False, **alike) for _ in range(2)]
    worker = Filon(database, command="worker", **alike)
    for one in (*servers, worker):
        one.start()
    yield servers
    for one in (*servers, worker):
        assert one.stop() == 0, one.log[-20:]
        assert not one.faults(), one.faults()


async def _go(everybody: list[Person]) -> None:
    for person in everybody:
        await person.go()


async def test_players_of_one_table_sit_at_different_servers(pair: list[Filon]) -> None:
    everybody = await seated(pair, people=4)
    assert await play_on(everybody, moves=24) == 24
    assert len({person.seen for person in everybody}) == 1
    views = [person.game["view"]["phase"] for person in everybody if person.game is not None]
    assert views[0]["gallery"] == views[1]["gallery"]
    present = {person.guest for person in everybody}
    for person in everybody:
        await person.until(
            lambda person=person: person.presence is not None and set(person.presence["present"]) == present  # type: ignore[misc]
        )
    await _go(everybody)


async def test_choices_made_at_once_on_two_servers_are_all_accepted(pair: list[Filon]) -> None:
    everybody = await seated(pair, people=8)
    for _ in range(4):
        deciding = [person for person in everybody if person.to_act]
        sequences = await asyncio.gather(
            *(person.order("Act", action={"type": "Choose", "choice": "go_on"}) for person in deciding)
        )
        assert len(set(sequences)) == len(deciding)
        for person in everybody:
            await person.reach(max(sequences))
    await _go(everybody)


async def test_the_same_command_through_both_servers_is_applied_once(pair: list[Filon]) -> None:
    everybody = await seated(pair, people=3)
    anna = everybody[0]
    elsewhere = Person(pair[1], anna.guest, anna.token, anna.table)
    await elsewhere.come()
    for turn in range(5):
        first, second = await asyncio.gather(
            *(one.order("Say", f"said-{turn}", text=f"hello {turn}") for one in (anna, elsewhere))
        )
        assert first == second
    await elsewhere.go()
    await _go(everybody)


async def test_a_worker_plays_the_bots_of_both_servers(pair: list[Filon]) -> None:
    for server in pair:
        (anna,) = await seated(server, people=1, seats=3, bot_pause_ms=0, start=False)
        await anna.order("Start", fill="random")
        await anna.dealt()
        assert await play_on([anna], moves=3) == 3
        await anna.until(lambda anna=anna: anna.to_act or anna.status == "over")  # type: ignore[misc]
        await anna.go()


async def test_a_seat_moves_to_another_device_at_another_server(pair: list[Filon]) -> None:
    everybody = await seated(pair, people=3)
    async with httpx.AsyncClient() as http:
        link = await http.post(
            f"{pair[0].url}/api/tables/{everybody[0].table}/seat-links",
            headers={"Authorization": f"Bearer {everybody[0].token}"},
        )
        assert link.status_code == 201
        phone = await new_guest(pair[1], "Phone")
        headers = {"Authorization": f"Bearer {phone.token}"}
        body = {"secret": link.json()["secret"]}
        taken = await http.post(f"{pair[1].url}/api/seat-links/take", json=body, headers=headers)
        assert taken.json() == {"table": everybody[0].table}
        again = await http.post(f"{pair[1].url}/api/seat-links/take", json=body, headers=headers)
        assert again.status_code == 404
    await phone.come(pair[1], table=everybody[0].table)
    assert phone.seat == 0
    await everybody[0].until(lambda: everybody[0].seat is None)
    await phone.order("Act", action={"type": "Choose", "choice": "go_on"})
    await phone.go()
    await _go(everybody)


async def test_when_one_server_is_killed_its_players_go_on_at_the_other() -> None:
    database = fresh_database()
    await migrate(database)
    servers = [Filon(database, redis_url=redis_url(), gone_seconds=1).start() for _ in range(2)]
    try:
        everybody = await seated(servers, people=4)
        rng = random.Random(3)
        await play_on(everybody, moves=10)
        stranded = [person for person in everybody if person.server is servers[1]]
        last = {person: person.accepted.copy() for person in everybody}
        servers[1].kill()
        for person in stranded:
            await person.gone()
            await person.come(servers[0])
            assert person.seat is not None
        assert await play_on(everybody, moves=10, seed=rng.getrandbits(32)) > 0
        for person in everybody:
            for name, sequence in last[person].items():
                if not name.startswith(person.guest):
                    continue
                assert await person.order("Leave", name) == sequence, "answered again, not done"
        await _go(everybody)
        assert not servers[0].faults()
    finally:
        servers[0].stop()


async def test_play_goes_on_while_redis_is_away() -> None:
    database = fresh_database()
    await migrate(database)
    redis = Redis()
    servers = [Filon(database, redis_url=redis.url).start() for _ in range(2)]
    try:
        everybody = await seated(servers, people=3)
        redis.stop()
        assert await play_on(everybody, moves=6) == 6
        await _go(everybody)
    finally:
        for server in servers:
            server.stop()
            assert not server.faults()
