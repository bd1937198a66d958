"""`filon serve --processes 2`: two processes and their parent, over one SQLite file and over PostgreSQL."""

import asyncio
import contextlib
import json
import re
import socket
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from filon.games.contract import Malformed
from filon.server.settings import read_settings
from filon.store import migrate, open_store, part_of
from tests.server.playing import PATIENCE_S, Filon, Person, play_on, seated, serving
from tests.services import fresh_database, redis_url

pytestmark = pytest.mark.anyio

PAIR: dict[str, Any] = {"processes": 2, "gone_seconds": 1, "server_silence_seconds": 3}
OF_HTTP = zlib.crc32(b"127.0.0.1") % 2
"""The process that plain requests of this machine go to."""


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def pair(request: pytest.FixtureRequest) -> Iterator[Filon]:
    database = ""
    if request.param == "postgres":
        database = fresh_database()
        asyncio.run(migrate(database))
    with serving(database, **PAIR) as server:
        yield server


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Filon]:
    """One to be killed."""
    server = Filon(f"sqlite:///{tmp_path}/filon.db", **PAIR).start()
    yield server
    server.stop()


def process(server: Filon, number: int) -> psutil.Process:
    (found,) = [
        one
        for one in psutil.Process(server.pid).children()
        if one.cmdline()[2:4] == ["filon.server.processes.child", str(number)]
    ]
    return found


async def samples(server: Filon) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=server.url) as http:
        text = (await http.get("/metrics")).raise_for_status().text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    found = {name: float(value) for name, _, value in lines}
    assert len(found) == len(lines), "a sample told twice"
    return found


async def until_ready(server: Filon) -> None:
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(base_url=server.url) as http:
        while (await http.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def table_in(part: int, server: Filon, **given: Any) -> AsyncIterator[list[Person]]:
    """People at a table whose viewers belong to this process."""
    while True:
        everybody = await seated(server, **given)
        if part_of(everybody[0].table, 2) == part:
            break
        for person in everybody:
            await person.go()
    yield everybody
    for person in everybody:
        if person.connected:
            await person.go()


async def come_back(person: Person) -> None:
    """As a client does: a connection that is handed to a process just as it dies is lost with it."""
    await person.gone()
    async with asyncio.timeout(PATIENCE_S):
        while not person.connected:
            with contextlib.suppress(OSError, WebSocketException):
                await person.come()
    assert person.seat is not None


async def test_all_viewers_of_a_table_are_in_one_process(pair: Filon) -> None:
    for part in range(2):
        async with table_in(part, pair, people=3) as everybody:
            before = await samples(pair)
            stranger = await Person(pair, "", "", everybody[0].table).come()
            after = await samples(pair)
            names = [f'filon_connections{{process="{number}"}}' for number in (part, 1 - part)]
            assert [after[name] - before[name] for name in names] == [1, 0]
            assert await play_on(everybody, moves=6) == 6
            await stranger.go()


async def test_a_connection_that_a_proxy_used_before_goes_where_the_table_is(pair: Filon) -> None:
    """The process that answered the first request on it hands it over with the second."""
    async with table_in(1 - OF_HTTP, pair, people=3) as everybody:
        before = await samples(pair)
        kept = socket.create_connection(("127.0.0.1", pair.port))
        kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while b"ok" not in answer:
            answer += kept.recv(4096)
        async with connect(
            f"ws://localhost:{pair.port}/api/tables/{everybody[0].table}/live", sock=kept
        ) as live:
            await live.send(json.dumps({"type": "Hello", "protocol": 2}))
            assert json.loads(await live.recv())[0]["type"] == "Welcome"
            after = await samples(pair)
            names = [f'filon_connections{{process="{number}"}}' for number in (1 - OF_HTTP, OF_HTTP)]
            assert [after[name] - before[name] for name in names] == [1, 0]
            assert await play_on(everybody, moves=2) == 2
            assert json.loads(await live.recv())


async def test_what_is_ordered_over_http_at_one_process_is_told_by_the_other(pair: Filon) -> None:
    async with table_in(1 - OF_HTTP, pair, people=3) as everybody:
        anna, ben, _ = everybody
        async with httpx.AsyncClient(base_url=pair.url) as http:
            for number in range(2):
                answer = await http.post(
                    f"/api/tables/{anna.table}/commands",
                    json={"id": f"http-{number}", "command": {"type": "Say", "text": f"hello {number}"}},
                    headers={"Authorization": f"Bearer {anna.token}"},
                )
                assert answer.json()["type"] == "Accepted", answer.text
                await ben.reach(answer.json()["sequence"])
                # And back: what the viewers' process wrote is known where HTTP is answered.
                await anna.order("Say", text="and hello again")


async def test_people_and_bots_play_to_the_end_whichever_process_looks_after_them(pair: Filon) -> None:
    for part in range(2):
        async with table_in(part, pair, people=1, seats=4, bot_pause_ms=0, start=False) as (anna,):
            await anna.order("Start", fill="random")
            await anna.dealt()
            async with asyncio.timeout(PATIENCE_S):
                while anna.status == "playing":
                    await play_on([anna], moves=1)
            assert anna.status == "over"


async def test_who_signs_out_at_one_process_is_signed_out_at_the_other(pair: Filon) -> None:
    async with table_in(1 - OF_HTTP, pair, people=3) as everybody:
        ben = everybody[1]
        async with httpx.AsyncClient(base_url=pair.url) as http:
            headers = {"Authorization": f"Bearer {ben.token}"}
            assert (await http.delete("/api/me/token", headers=headers)).status_code == 204
        await ben.gone()
        assert ben.close_code == 4401


async def test_the_metrics_of_all_processes_add_up(pair: Filon) -> None:
    before = await samples(pair)
    for part in range(2):
        async with table_in(part, pair, people=3) as everybody:
            await play_on(everybody, moves=5 + part)
    after = await samples(pair)
    for part in range(2):
        name = f'filon_moves_total{{process="{part}",game="diamant"}}'
        assert after[name] - before.get(name, 0) == 5 + part
    assert {name for name in after if name.startswith("filon_guests")} == {"filon_guests"}
    cpu = {name for name in after if name.startswith("process_cpu_seconds_total")}
    assert cpu == {f'process_cpu_seconds_total{{process="{name}"}}' for name in ("0", "1", "front")}


@pytest.mark.parametrize(
    "said",
    [
        b"\x00\xff\x16\x03\x01 no request at all\r\n\r\n",
        b"GET /api/tables/../../etc/live HTTP/1.1\r\n\r\n",
        b"GET /api/tables/" + b"x" * 40 + b"/live HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"A" * 100_000,
    ],
)
async def test_nonsense_is_answered_by_a_process_and_hurts_nobody(pair: Filon, said: bytes) -> None:
    async with table_in(0, pair, people=3) as everybody:
        reader, writer = await asyncio.open_connection("127.0.0.1", pair.port)
        writer.write(said)
        try:
            answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        except ConnectionError:
            answer = b""
        assert not answer or re.match(rb"HTTP/1.1 4\d\d ", answer)
        writer.close()
        assert await play_on(everybody, moves=2) == 2


async def test_a_process_that_is_killed_loses_nothing_and_nobody_else_notices(own: Filon) -> None:
    async with table_in(0, own, people=3) as stranded, table_in(1, own, people=3) as others:
        await play_on(stranded, moves=8)
        victim = process(own, 0)
        victim.kill()
        for person in stranded:
            await come_back(person)
        assert await play_on(others, moves=4) == 4
        assert await play_on(stranded, moves=4, seed=2) == 4
        for person in stranded:
            for name, sequence in person.accepted.items():
                if name.startswith(person.guest):
                    assert await person.order("Leave", name) == sequence, "answered again, not done"
        await until_ready(own)
        assert (await samples(own))['filon_process_restarts_total{process="front"}'] == 1
        assert process(own, 0).pid != victim.pid
        async with table_in(0, own, people=3) as fresh:
            assert await play_on(fresh, moves=2) == 2
    (only,) = own.faults()
    assert "a process ended" in only


async def test_while_a_process_hangs_another_looks_after_its_tables(own: Filon) -> None:
    hanging = 1 - OF_HTTP
    async with table_in(hanging, own, people=1, seats=3, bot_pause_ms=0, start=False) as (anna,):
        headers = {"Authorization": f"Bearer {anna.token}"}
        async with httpx.AsyncClient(base_url=own.url, headers=headers) as http:
            process(own, hanging).suspend()
            try:
                answer = await http.get("/readyz")
                assert answer.status_code == 503
                assert f"process {hanging}" in answer.json()["reason"]
                commands = f"/api/tables/{anna.table}/commands"
                sent = {"id": "start", "command": {"type": "Start", "fill": "random"}}
                began = (await http.post(commands, json=sent)).json()["sequence"]
                store = await open_store(own.database_url, migrate=False)
                async with asyncio.timeout(PATIENCE_S):
                    while not await store.entries(anna.table, began):
                        await asyncio.sleep(0.02)
                await store.close()
            finally:
                process(own, hanging).resume()
        await until_ready(own)
        await anna.reach(began + 1)
    assert not own.faults()


async def test_with_redis_the_processes_of_several_machines_share_all_tables() -> None:
    database = fresh_database()
    await migrate(database)
    servers = [Filon(database, redis_url=redis_url(), **{**PAIR, "processes": many}) for many in (2, 1)]
    try:
        for server in servers:
            server.start()
        everybody = await seated(servers, people=4)
        assert await play_on(everybody, moves=8) == 8
        async with httpx.AsyncClient() as http:
            for server in servers:
                assert (await http.get(f"{server.url}/readyz")).status_code == 200
        for person in everybody:
            await person.go()
    finally:
        statuses = [server.stop() for server in servers]
    assert statuses == [0, 0]
    assert not servers[0].faults()


async def test_asked_to_end_all_of_them_do_and_people_are_told(own: Filon) -> None:
    async with table_in(0, own, people=3) as here, table_in(1, own, people=3) as there:
        family = psutil.Process(own.pid).children(recursive=True)
        assert own.stop() == 0
        for person in (*here, *there):
            await person.gone()
            assert person.goodbye is not None
            assert person.goodbye["come_back"]
    assert not psutil.wait_procs(family, PATIENCE_S)[1]
    assert not own.faults()


async def test_when_the_parent_is_killed_none_is_left_and_a_new_one_goes_on(own: Filon) -> None:
    async with table_in(1, own, people=3, bot_pause_ms=0) as everybody:
        await play_on(everybody, moves=4)
        family = psutil.Process(own.pid).children(recursive=True)
        own.kill()
        own.start()
        for person in everybody:
            await come_back(person)
        assert await play_on(everybody, moves=4) == 4
        assert not psutil.wait_procs(family, PATIENCE_S)[1]


@pytest.mark.parametrize("wanted", ["0", "65", "many", "1.5"])
def test_a_number_of_processes_that_makes_no_sense_is_refused_by_name(wanted: str) -> None:
    with pytest.raises(Malformed, match="processes"):
        read_settings({"FILON_PROCESSES": wanted})


def test_where_connections_cannot_be_handed_over_one_process_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "send_fds")
    assert read_settings({}).processes == 1
    with pytest.raises(Malformed, match=r"FILON_PROCESSES.*only 1"):
        read_settings({"FILON_PROCESSES": "2"})


def test_a_process_that_cannot_start_is_no_server(tmp_path: Path) -> None:
    """PostgreSQL that is not there: the parent says so, once, as a single server would."""
    with pytest.raises(RuntimeError, match="did not start") as failed:
        Filon(f"postgresql://nobody@/none?host={tmp_path}", processes=2).start()
    assert str(failed.value).count("filon: ") == 1


def test_a_child_that_ends_before_it_was_ready_ends_its_parent(tmp_path: Path) -> None:
    broken = Filon(f"sqlite:///{tmp_path}/filon.db", processes=2, web_root=str(tmp_path / "nowhere"))
    with pytest.raises(RuntimeError, match=r"process . did not start"):
        broken.start()
