"""Several servers over one PostgreSQL and one Redis: the same tables everywhere, whoever dies."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import msgspec
import pytest
from redis.asyncio import from_url as redis_client

from filon.server.fanout.contract import Alive, Appended, Here, Letter
from filon.store import Entry, fingerprint, migrate, open_store
from tests.server.playing import PATIENCE_S, Filon, Person, departed, in_a_cave, new_guest, play_on, seated
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
    assert await play_on(everybody, moves=16) == 16  # of twenty at least, so that they are still in a cave
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
        await in_a_cave(everybody)
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


BRISK: dict[str, Any] = {"gone_seconds": 1, "server_silence_seconds": 3}


@contextlib.asynccontextmanager
async def _servers(count: int, redis_url: str, **settings: Any) -> AsyncIterator[list[Filon]]:
    database = fresh_database()
    await migrate(database)
    servers = [Filon(database, redis_url=redis_url, **BRISK, **settings).start() for _ in range(count)]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        assert not server.faults(), server.faults()


async def _until_ready(server: Filon, status: int = 200) -> None:
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(base_url=server.url) as http:
        while (await http.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)


def _away(person: Person) -> set[str]:
    return {one["guest"] for one in person.view["people"] if one["away_since"] is not None}


@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_who_is_connected_is_not_away_after_redis_was(how: str) -> None:
    """For much longer than servers may be silent; somebody who does go is noticed, and nobody else."""
    redis = Redis()
    async with _servers(3, redis.url) as servers:
        everybody = await seated(servers, people=4)
        (redis.kill if how == "killed" else redis.pause)()
        for server in servers:
            await _until_ready(server, 503)
        away_until = time.monotonic() + 3 * BRISK["server_silence_seconds"]
        while time.monotonic() < away_until:
            await play_on(everybody, moves=1)
            await asyncio.sleep(0.5)
        (redis.start if how == "killed" else redis.resume)()
        for server in servers:
            await _until_ready(server)
        leaver = everybody.pop()
        await leaver.go()
        for person in everybody:
            await person.until(lambda person=person: leaver.guest in departed(person))  # type: ignore[misc]
            assert departed(person) == {leaver.guest}
        present = {person.guest for person in everybody}
        for person in everybody:
            await person.until(
                lambda person=person: (
                    person.presence is not None and set(person.presence["present"]) == present
                )  # type: ignore[misc]
            )
        await _go(everybody)
    redis.stop()


async def test_news_that_cannot_be_digested_end_nothing() -> None:
    async with _servers(2, redis_url()) as servers:
        everybody = await seated(servers, people=3)
        ben = everybody[1]
        elsewhere = await seated(servers, people=3)
        seen = ben.seen
        assert seen is not None
        channel = f"filon:table:{ben.table}"
        nonsense = Entry(seen + 1, 0, "nobody", "", b"no events")
        encode = msgspec.msgpack.encode
        async with redis_client(redis_url()) as client:
            for said in (
                b"\xff\x00 no message at all",
                encode(["newer", {"type": "Foretold", "table": ben.table, "what": "a newer release"}]),
                encode(["newer", {"type": "Appended", "table": ben.table, "after": seen, "entries": 7}]),
                encode(Letter("newer", Appended(ben.table, seen, (nonsense,)))),
                encode(Letter("newer", Here(ben.table, ("nobody",), 1))),
                encode(Letter("newer", Alive({ben.table: 5}))),
            ):
                for where in (channel, "filon:all"):
                    assert await client.publish(where, said) >= 1
        assert await play_on(everybody, moves=6) == 6
        assert await play_on(elsewhere, moves=6) == 6
        async with httpx.AsyncClient() as http:
            for server in servers:
                assert (await http.get(f"{server.url}/readyz")).status_code == 200
                metrics = (await http.get(f"{server.url}/metrics")).text
                assert "filon_undigested_news_total 0.0" not in metrics
        await _go([*everybody, *elsewhere])


async def test_a_departure_of_somebody_who_is_connected_is_corrected() -> None:
    """A server that hears of nobody, since it has another Redis, thinks that all have gone."""
    database = fresh_database()
    await migrate(database)
    other = Redis()
    deaf = Filon(database, redis_url=other.url, **BRISK).start()
    server = Filon(database, redis_url=redis_url(), **BRISK).start()
    try:
        everybody = await seated(server, people=3)
        anna = everybody[0]
        stranger = Person(deaf, "", "", anna.table)
        await stranger.come()
        guests = {person.guest for person in everybody}
        await stranger.until(lambda: departed(stranger) == guests)
        await anna.order("Say", text="is anybody there?")
        for person in everybody:
            await person.until(lambda person=person: departed(person) == guests and not _away(person))  # type: ignore[misc]
        await _go([stranger, *everybody])
    finally:
        for one in (deaf, server):
            one.stop()
        other.stop()
    assert not server.faults()


async def test_a_worker_that_opens_a_table_sends_nobody_away(pair: list[Filon]) -> None:
    """It has nobody connected itself, and hears from the servers who is."""
    anna, ben = await seated(pair, people=2, seats=4, bot_pause_ms=0, start=False)
    await anna.order("Start", fill="random")
    await anna.dealt()
    await play_on([anna, ben], moves=2)
    await ben.go()
    await anna.until(lambda: ben.guest in departed(anna))
    assert departed(anna) == {ben.guest}
    await anna.go()


async def test_who_signs_out_at_one_server_is_signed_out_at_the_other(pair: list[Filon]) -> None:
    everybody = await seated(pair, people=3)
    ben = everybody[1]
    assert ben.server is pair[1]
    async with httpx.AsyncClient(base_url=pair[0].url) as http:
        headers = {"Authorization": f"Bearer {ben.token}"}
        assert (await http.delete("/api/me/token", headers=headers)).status_code == 204
    await ben.gone()
    assert ben.close_code == 4401
    await everybody[0].order("Say", text="others go on")
    await _go(everybody)


async def test_a_token_that_was_revoked_unheard_acts_no_longer_after_a_while() -> None:
    """The news of it were lost: nobody was told but the database."""
    async with _servers(2, redis_url(), token_check_seconds=0.5) as servers:
        everybody = await seated(servers, people=3)
        ben = everybody[1]
        store = await open_store(servers[0].database_url, migrate=False)
        assert await store.revoke_token(fingerprint(ben.token))
        await store.close()
        await ben.gone()
        assert ben.close_code == 4401
        await everybody[0].order("Say", text="others go on")
        await _go(everybody)
