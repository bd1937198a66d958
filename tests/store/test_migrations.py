"""From nothing to this release's schema, once, whole or not at all; and addresses."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from filon.games.contract import Malformed
from filon.store import OutOfDate, RecordLine, Unavailable, fingerprint, migrate, migrations, open_store
from filon.store.migrations import Step
from filon.store.postgres import database
from filon.store.sqlite import file
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio

Apply = Callable[[list[Step]], Coroutine[Any, Any, list[str]]]


def applying(url: str, released: int | None) -> Apply:
    """Takes these steps after so many of the released ones."""

    async def applied(more: list[Step]) -> list[str]:
        if url.startswith("sqlite"):
            connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
            try:
                return file.apply(connection, [*migrations.steps("sqlite")[:released], *more])
            finally:
                connection.close()
        server = await asyncpg.connect(url)
        try:
            return await database.apply(server, [*migrations.steps("postgres")[:released], *more])
        finally:
            await server.close()

    return applied


@pytest.fixture
def apply(url: str) -> Apply:
    return applying(url, None)


@pytest.fixture
def before_jobs(url: str) -> Apply:
    return applying(url, 3)


async def run(url: str, *statements: str) -> None:
    """In SQLite, false and true are numbers and a summary is bytes."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        for statement in statements:
            plain = statement.replace("'f'", "0").replace("'t'", "1").replace("'')", "x'')")
            connection.execute(plain.replace("'won'", "CAST('won' AS BLOB)").replace("'lost'", "x'00'"))
        connection.close()
    else:
        server = await asyncpg.connect(url)
        for statement in statements:
            await server.execute(statement)
        await server.close()


async def test_migrating_takes_each_step_once(url: str) -> None:
    assert await migrate(url) == ["0001 tables", "0002 claims", "0003 games", "0004 jobs"]
    assert await migrate(url) == []
    await (await open_store(url, migrate=False)).close()


async def test_a_store_is_not_opened_on_a_database_that_was_not_migrated(url: str) -> None:
    with pytest.raises(OutOfDate, match="filon migrate"):
        await open_store(url, migrate=False)
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()
        with pytest.raises(OutOfDate, match="0001 tables"):
            await open_store(url, migrate=False)


async def test_processes_that_start_together_migrate_once(url: str) -> None:
    taken = await asyncio.gather(*(asyncio.to_thread(asyncio.run, migrate(url)) for _ in range(6)))
    assert sorted(len(names) for names in taken) == [0, 0, 0, 0, 0, 4]


async def test_a_new_step_keeps_what_is_there_and_those_who_run_but_no_older_release_starts(
    url: str, apply: Apply
) -> None:
    store = await open_store(url, migrate=True)
    await store.create(row("t1"), entry(1))
    assert await apply([Step(5, "mood", "ALTER TABLE guests ADD COLUMN mood text;")]) == ["0005 mood"]
    await store.ready()
    await store.add_guest("ada", fingerprint("x"), "Ada", NOON)
    await store.append(grown(row("t1")), [entry(2)], 1)
    assert await store.entries("t1") == [entry(1), entry(2)]
    await store.close()
    with pytest.raises(OutOfDate, match="newer release"):
        await open_store(url, migrate=True)
    with pytest.raises(OutOfDate, match="another step 5"):
        await apply([Step(5, "mood", "ALTER TABLE guests ADD COLUMN mood integer;")])


async def test_a_step_that_fails_halfway_leaves_nothing_of_itself(url: str, apply: Apply) -> None:
    await migrate(url)
    broken = Step(5, "broken", "CREATE TABLE half (id integer);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedTableError)):
        await apply([broken])
    assert await apply([Step(5, "whole", "CREATE TABLE half (id integer);\n")]) == ["0005 whole"]


async def test_games_from_before_there_were_records_enter_the_records_of_their_guests(
    url: str, before_jobs: Apply
) -> None:
    await before_jobs([])
    guests = "INSERT INTO guests VALUES ('ada', 'Ada', 1, 1)"
    table = (
        "INSERT INTO tables (id, code, game, status, public, host, seats, taken, guests, sequence,"
        " changed_at, summary) VALUES ('t1', 'ABCD', 'diamant', 'over', 'f', 'ada', 3, 3, '[]', 1, 1, '')"
    )
    games = (
        "INSERT INTO games VALUES ('ada', 't1', 1, 5, 'f', 'won'), ('ada', 't1', 2, 6, 't', 'lost'),"
        " ('gone', 't1', 1, 5, 'f', 'won')"
    )
    await run(url, guests, table, games)
    await migrate(url)
    store = await open_store(url, migrate=False)
    assert await store.record_of("ada", 9) == [
        RecordLine("t1", "ABCD", "diamant", 1, 5, b"won", None, kept=True)
    ]
    assert await store.record_of("gone", 9) == []
    await store.close()


def test_a_script_is_split_where_its_statements_end() -> None:
    script = "CREATE TABLE a (b);\n-- a comment; with a semicolon\nCREATE TRIGGER c AFTER INSERT ON a BEGIN\n"
    script += "  DELETE FROM a;\n  SELECT ';';\nEND;\n"
    first, second = migrations.statements(script)
    assert first == "CREATE TABLE a (b);\n"
    assert second.endswith("END;\n")
    with pytest.raises(ValueError, match="without an end"):
        list(migrations.statements("CREATE TABLE a (b)"))


@pytest.mark.parametrize(
    "address",
    ["", "filon.db", "mysql://x/y", "sqlite://", "sqlite:///", "sqlite://host/filon.db", "sqlite:///x?synchronous=off",
     "sqlite:///x?mode=ro"],
)  # fmt: skip
async def test_an_address_of_no_database_is_malformed(address: str) -> None:
    with pytest.raises(Malformed, match="database"):
        await open_store(address, migrate=True)
    with pytest.raises(Malformed, match="database"):
        await migrate(address)


async def test_a_postgresql_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="PostgreSQL"):
        await open_store(f"postgresql://postgres@/filon?host={tmp_path}", migrate=False)
    with pytest.raises(Unavailable, match="PostgreSQL"):
        await migrate(f"postgresql://postgres@/filon?host={tmp_path}")
