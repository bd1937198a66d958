"""`kill -9`, many times: nothing acknowledged is lost, nothing is there twice, and the log goes on."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from pathlib import Path

import asyncpg
import pytest

from filon.store import Store, Unavailable, open_store
from filon.store.contract import Entry, Row
from tests.services import Postgres
from tests.store.appender import content
from tests.store.making import entry, grown, row

pytestmark = pytest.mark.anyio

TABLES = ("t1", "t2", "t3", "t4", "t5")
KILLS = 12
LOST = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


class Appender:
    """A child that appends to all tables. Reading its acknowledgements is the only clock of these tests."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.acknowledged: list[tuple[str, int, str]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.appender", url, name, *TABLES],
            stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
        )  # fmt: skip

    def hear(self, number: int | None = None) -> None:
        """That many more acknowledgements; all that are left if none is named."""
        before = len(self.acknowledged)
        self.acknowledged += islice(self._lines(), number)
        assert number is None or len(self.acknowledged) == before + number

    def kill(self) -> None:
        self._process.kill()
        self.hear()
        self._process.communicate()
        assert self._process.returncode == -signal.SIGKILL

    def _lines(self) -> Iterator[tuple[str, int, str]]:
        assert self._process.stdout is not None
        # A line without its end was cut by the kill: that acknowledgement reached nobody.
        for line in iter(self._process.stdout.readline, b""):
            if line.endswith(b"\n"):
                table, sequence, command = line.decode().split()
                yield table, int(sequence), command


async def settled(store: Store, table: str) -> tuple[Row, Sequence[Entry]]:
    """The table and its log of one moment: PostgreSQL may still end what a killed process had sent it."""
    while True:
        found = await store.row(table)
        log = (await store.entries(table))[1:]
        again = await store.row(table)
        assert found is not None
        assert again is not None
        if found.sequence == again.sequence:
            return found, log


async def check(store: Store, children: list[Appender]) -> int:
    """Every acknowledged command once, where it was said to be, whole; the number of entries beside them."""
    acknowledged: dict[str, dict[int, tuple[str, str]]] = defaultdict(dict)
    for child in children:
        for table, sequence, command in child.acknowledged:
            assert sequence not in acknowledged[table], "two commands were told the same sequence"
            acknowledged[table][sequence] = (child.name, command)
    silent = 0
    for table in TABLES:
        found, log = await settled(store, table)
        assert [e.sequence for e in log] == list(range(2, found.sequence + 1)), "a hole or a tail"
        commands = [(e.sender, e.command) for e in log]
        assert len(commands) == len(set(commands)), "a command is there twice"
        assert all(e.data == content(table, e.sender, e.command) for e in log)
        at = {e.sequence: (e.sender, e.command) for e in log}
        assert {sequence: at.get(sequence) for sequence in acknowledged[table]} == acknowledged[table]
        silent += len(log) - len(acknowledged[table])
    return silent


async def begin(url: str) -> Store:
    store = await open_store(url, migrate=True)
    for table in TABLES:
        await store.create(row(table), entry(1, sender="host"))
    return store


async def test_killing_the_process_again_and_again_loses_nothing_acknowledged(url: str) -> None:
    chance = random.Random(1)
    store = await begin(url)
    children: list[Appender] = []
    for number in range(KILLS):
        child = Appender(url, f"child{number}")
        child.hear(chance.randint(1, 400))
        child.kill()
        children.append(child)
        # At most what was under way when the kill came: one append a table and child.
        assert await check(store, children) <= len(TABLES) * len(children)
    await store.close()


async def test_processes_that_race_for_the_same_tables_share_the_sequences(url: str) -> None:
    store = await begin(url)
    children = [Appender(url, f"child{number}") for number in range(3)]
    for child in children:
        child.hear(100)
    for child in children:
        child.kill()
    assert await check(store, children) <= len(TABLES) * len(children)
    assert all(len(child.acknowledged) >= 100 for child in children)
    await store.close()


@contextlib.asynccontextmanager
async def own_postgres() -> AsyncIterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()


async def test_killing_the_backends_of_postgresql_loses_nothing_acknowledged() -> None:
    """PostgreSQL then throws everybody out and recovers; the appender goes on by itself."""
    chance = random.Random(2)
    async with own_postgres() as server:
        url = server.fresh_database()
        await (await begin(url)).close()
        child = Appender(url, "child")
        for _ in range(3):
            child.hear(chance.randint(1, 200))
            await kill_a_backend(url)
            await hear_of_more(child, url)
        child.hear(50)
        child.kill()
        store = await open_store(url, migrate=False)
        assert await check(store, [child]) <= len(TABLES)
        await store.close()


async def test_killing_all_of_postgresql_loses_nothing_acknowledged() -> None:
    chance = random.Random(3)
    async with own_postgres() as server:
        url = server.fresh_database()
        await (await begin(url)).close()
        child = Appender(url, "child")
        for _ in range(2):
            child.hear(chance.randint(1, 200))
            server.kill()
            server.start()
            await hear_of_more(child, url)
        child.hear(50)
        child.kill()
        store = await open_store(url, migrate=False)
        assert await check(store, [child]) <= len(TABLES)
        await store.close()


async def test_a_lost_postgresql_is_unavailable_and_found_again() -> None:
    async with own_postgres() as server:
        store = await begin(server.fresh_database())
        server.kill()
        outcomes = await asyncio.gather(
            *(store.append(grown(row(table)), [entry(2)], 1) for table in TABLES), return_exceptions=True
        )
        assert {type(outcome).__mro__[1] for outcome in outcomes} == {Unavailable}
        with pytest.raises(Unavailable):
            await store.row("t1")
        with pytest.raises(Unavailable):
            await store.ready()
        server.start()
        await store.ready()
        for table in TABLES:
            await store.append(grown(row(table)), [entry(2)], 1)
            assert len(await store.entries(table)) == 2
        await store.close()


async def test_a_postgresql_that_recovers_can_be_stopped() -> None:
    async with own_postgres() as server:
        url = server.fresh_database()
        store = await begin(url)
        await kill_a_backend(url)
        while "reinitializing" not in server.said():
            await asyncio.sleep(0)
    await store.close()


async def connected(url: str) -> "asyncpg.Connection[asyncpg.Record]":
    """We may have to ask until PostgreSQL has recovered."""
    while True:
        try:
            return await asyncpg.connect(url)
        except LOST:
            await asyncio.sleep(0.01)


async def hear_of_more(child: Appender, url: str) -> None:
    """Of an append after the loss: whatever was written before it may still be on its way to us."""
    connection = await connected(url)
    written = await connection.fetchval("SELECT count(*) FROM entries WHERE sender = $1", child.name)
    await connection.close()
    child.hear(max(0, written - len(child.acknowledged)) + 1)


async def kill_a_backend(url: str) -> None:
    """One that serves somebody else; PostgreSQL has noticed when it throws us out too."""
    connection = await connected(url)
    others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    while not (pids := await connection.fetch(others)):
        await asyncio.sleep(0.01)
    os.kill(pids[0][0], signal.SIGKILL)
    with contextlib.suppress(*LOST):
        while True:
            await connection.execute("SELECT")
    connection.terminate()
