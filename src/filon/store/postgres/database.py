"""A pool of connections to one PostgreSQL, migrations, and its errors in the words of the contract."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import asyncpg

from filon.store import migrations
from filon.store.contract import Conflict, Unavailable, keepable, require_keepable

_CONNECTIONS: Final = 8
_ANSWER_WITHIN_S: Final = 30.0
_CLOSE_WITHIN_S: Final = 10.0
_ATTEMPTS: Final = 3
_MIGRATION_LOCK: Final = 0x46494C4F4E
"""`FILON`: the advisory lock that lets one process migrate at a time."""


class Lost(Unavailable):
    """The connection went away under a question."""


class Undone(Unavailable):
    """PostgreSQL rolled it back to let another writer through: surely not written."""


async def migrate(url: str) -> list[str]:
    """Brings the database up to this release's schema; the names of the steps taken."""
    with explained():
        connection = await asyncpg.connect(url, command_timeout=_ANSWER_WITHIN_S)
    try:
        with explained():
            return await apply(connection, migrations.steps("postgres"))
    finally:
        await connection.close()


async def apply(
    connection: "asyncpg.Connection[asyncpg.Record]", steps: Sequence[migrations.Step]
) -> list[str]:
    """All missing steps in one transaction: a database is never left between two of them."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS filon_schema"
            " (number integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL,"
            " taken_at bigint NOT NULL)"
        )
        left = migrations.missing(
            steps,
            dict(map(tuple, await connection.fetch("SELECT number, digest FROM filon_schema"))),
        )
        for step in left:
            await connection.execute(step.sql)
            await connection.execute(
                "INSERT INTO filon_schema VALUES ($1, $2, $3, $4)",
                step.number, step.name, step.digest, int(time.time() * 1000),
            )  # fmt: skip
    return [str(step) for step in left]


class Database:
    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._pool = pool

    @classmethod
    async def open(cls, url: str) -> "Database":
        with explained():
            pool = await asyncpg.create_pool(
                url, min_size=0, max_size=_CONNECTIONS, command_timeout=_ANSWER_WITHIN_S, reset=_leave
            )
        return cls(pool)

    async def read(self, sql: str, *values: object) -> list[Any]:
        """Asked once more if the connection was lost: a pool learns of a restart only by trying."""
        if not keepable(*values):
            return []
        try:
            return await self._ask(sql, values)
        except Lost:
            return await self._ask(sql, values)

    async def write(self, sql: str, *values: object) -> list[Any]:
        """Tried again only after PostgreSQL itself undid it (a deadlock with another writer)."""
        require_keepable(*values)
        for _ in range(_ATTEMPTS - 1):
            try:
                return await self._ask(sql, values)
            except Undone:
                continue
        return await self._ask(sql, values)

    async def taken(self) -> dict[int, str]:
        """The steps that this database remembers."""
        known = await self.read("SELECT to_regclass('filon_schema') IS NOT NULL")
        return dict(await self.read("SELECT number, digest FROM filon_schema") if known[0][0] else [])

    async def close(self) -> None:
        try:
            await asyncio.wait_for(self._pool.close(), _CLOSE_WITHIN_S)
        except TimeoutError:
            self._pool.terminate()

    async def _ask(self, sql: str, values: Sequence[object]) -> list[Any]:
        with explained():
            return await self._pool.fetch(sql, *values)


async def _leave(_connection: object) -> None:
    """Nothing here leaves anything behind on a connection, so that the pool need not ask for a reset each
    time.
    """


@contextmanager
def explained() -> Iterator[None]:
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise Conflict(str(error)) from error
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as error:
        raise ValueError(str(error)) from error
    except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError) as error:
        raise Undone(f"PostgreSQL: {error}") from error
    except asyncpg.PostgresError as error:
        raise Lost(f"PostgreSQL: {error}") from error
    except ValueError:
        raise
    except (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError) as error:
        raise Lost(f"PostgreSQL: {error!r}") from error
