"""The store for many machines: one PostgreSQL that every `filon serve` and `filon worker` speaks to."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

from filon.store import migrations
from filon.store.contract import LAST, Counts, Cursor, Entry, ListedGame, Row, Status
from filon.store.postgres import database
from filon.store.postgres.appends import Appends
from filon.store.postgres.database import Database
from filon.store.postgres.jobs import Jobs
from filon.store.rows import (
    COUNT,
    LATEST_CHANGE,
    SELECT_ROWS,
    read_counts,
    read_row,
    require_sound,
    write_names,
)
from filon.store.share import ALL, POSTGRES_SUM, Share

_CREATE: Final = """
WITH opened AS (
  INSERT INTO tables (id, code, game, status, public, host, seats, taken, guests, sequence, wake_at, due_at,
    changed_at, summary)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13) RETURNING id
)
INSERT INTO entries SELECT id, $14, $15, $16, $17, $18 FROM opened"""
# SKIP LOCKED: workers that ask at the same moment get different tables instead of waiting for each other.
_CLAIM: Final = f"""
WITH due AS MATERIALIZED (
  SELECT id, due_at FROM tables WHERE due_at <= $1 AND id <> ALL($5) AND ({POSTGRES_SUM}) % $6 = $7
  ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE tables t SET due_at = $3, claimed_until = $3, claimed_by = $4 FROM due WHERE t.id = due.id
)
SELECT id FROM due ORDER BY due_at, id"""  # noqa: S608 - nothing in it comes from anybody
_NEXT_DUE: Final = f"SELECT min(due_at) FROM tables WHERE id <> ALL($1) AND ({POSTGRES_SUM}) % $2 = $3"  # noqa: S608
# A claim ends within its lease, so that those of an owner lie at the beginning of the index of what is due.
# As where many append, rows are locked in the order of their ids.
_RENEW: Final = """
WITH held AS MATERIALIZED (
  SELECT id FROM claims WHERE owner = $1 AND until <= $2 ORDER BY id FOR UPDATE
)
UPDATE tables t SET due_at = $2, claimed_until = $2 FROM held WHERE t.id = held.id RETURNING t.id"""
_RELEASE: Final = """
WITH held AS MATERIALIZED (
  SELECT id FROM claims WHERE owner = $1 AND id = ANY($2) ORDER BY id FOR UPDATE
)
UPDATE tables t SET due_at = wake_at FROM held WHERE t.id = held.id"""
_FREE: Final = """
WITH held AS MATERIALIZED (SELECT id FROM claims WHERE owner = $1 ORDER BY id FOR UPDATE)
UPDATE tables t SET due_at = wake_at FROM held WHERE t.id = held.id"""
_FREE_ALL: Final = """
WITH held AS MATERIALIZED (SELECT id FROM tables WHERE due_at > wake_at ORDER BY id FOR UPDATE)
UPDATE tables t SET due_at = wake_at FROM held WHERE t.id = held.id"""
_DELETE_EXPIRED: Final = """
WITH old AS MATERIALIZED (
  SELECT id FROM tables
  WHERE (status = 'over' AND changed_at < $1) OR (status <> 'over' AND changed_at < $2 AND wake_at IS NULL)
  LIMIT $3 FOR UPDATE SKIP LOCKED
)
DELETE FROM tables t USING old WHERE t.id = old.id RETURNING t.id"""


class PostgresStore(Jobs):
    def __init__(self, opened: Database) -> None:
        super().__init__(opened)
        self._appends = Appends(opened)

    @classmethod
    async def open(cls, url: str, *, migrate: bool) -> "PostgresStore":
        if migrate:
            await database.migrate(url)
        opened = await Database.open(url)
        try:
            migrations.require_none_missing(migrations.steps("postgres"), await opened.taken())
        except BaseException:
            await opened.close()
            raise
        return cls(opened)

    # The log

    async def create(self, row: Row, first: Entry) -> None:
        require_sound(row, (first,), 0)
        await self._database.write(
            _CREATE,
            row.table, row.code, row.game, row.status, row.public, row.host, row.seats, row.taken,
            write_names(row.guests), row.sequence, row.wake_at, row.changed_at, row.summary,
            first.sequence, first.at, first.sender, first.command, first.data,
        )  # fmt: skip

    def append(
        self,
        row: Row,
        entries: Sequence[Entry],
        expected: int,
        *,
        before: Row | None = None,  # noqa: ARG002 - one statement writes many tables: there is nothing to spare
        finished: Sequence[ListedGame] = (),
    ) -> asyncio.Future[None]:
        require_sound(row, entries, expected, finished)
        return self._appends.submit(row, entries, expected, finished)

    async def row(self, table: str) -> Row | None:
        found = await self._database.read(SELECT_ROWS + " WHERE id = $1", table)
        return read_row(found[0]) if found else None

    async def by_code(self, code: str) -> Row | None:
        found = await self._database.read(SELECT_ROWS + " WHERE code = $1", code)
        return read_row(found[0]) if found else None

    async def entries(self, table: str, after: int = 0, until: int = LAST) -> list[Entry]:
        found = await self._database.read(
            "SELECT sequence, at, sender, command, data FROM entries"
            " WHERE table_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence",
            table, after, until,
        )  # fmt: skip
        return [Entry(*values) for values in found]

    async def save_snapshot(self, table: str, sequence: int, data: bytes) -> None:
        await self._database.write(
            "INSERT INTO snapshots SELECT id, $2, $3 FROM tables WHERE id = $1 AND sequence >= $2"
            " ON CONFLICT (table_id) DO UPDATE SET sequence = excluded.sequence, data = excluded.data"
            " WHERE excluded.sequence > snapshots.sequence",
            table, sequence, data,
        )  # fmt: skip

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        found = await self._database.read("SELECT sequence, data FROM snapshots WHERE table_id = $1", table)
        return (found[0][0], found[0][1]) if found else None

    async def answered(self, table: str, sender: str, command: str) -> int | None:
        found = await self._database.read(
            "SELECT sequence FROM entries"
            " WHERE table_id = $1 AND sender = $2 AND command = $3 AND command <> ''",
            table, sender, command,
        )  # fmt: skip
        return found[0][0] if found else None

    # Lists of tables

    async def open_tables(
        self, limit: int, before: Cursor | None = None, *, status: Status = "lobby", game: str | None = None
    ) -> list[Row]:
        found = await self._database.read(
            SELECT_ROWS + " WHERE public AND status = $1 AND ($2::text IS NULL OR game = $2)"
            " AND ($3::bigint IS NULL OR (changed_at, id) < ($3, $4))"
            " ORDER BY changed_at DESC, id DESC LIMIT $5",
            status, game, *(before or (None, None)), limit,
        )  # fmt: skip
        return [read_row(values) for values in found]

    async def tables_of(self, guest: str, limit: int, before: Cursor | None = None) -> list[Row]:
        found = await self._database.read(
            SELECT_ROWS + " JOIN table_guests g ON g.table_id = t.id WHERE g.guest = $1"
            " AND ($2::bigint IS NULL OR (changed_at, t.id) < ($2, $3))"
            " ORDER BY changed_at DESC, t.id DESC LIMIT $4",
            guest, *(before or (None, None)), limit,
        )  # fmt: skip
        return [read_row(values) for values in found]

    # Time

    async def claim_due(
        self,
        owner: str,
        now: int,
        limit: int,
        lease_ms: int,
        *,
        skip: Collection[str] = (),
        share: Share = ALL,
    ) -> list[str]:
        claimed = await self._database.write(
            _CLAIM, now, limit, now + lease_ms, owner, list(skip), share.of, share.part
        )
        return [table for (table,) in claimed]

    async def renew(self, owner: str, now: int, lease_ms: int) -> set[str]:
        return {table for (table,) in await self._database.write(_RENEW, owner, now + lease_ms)}

    async def release(self, owner: str, tables: Sequence[str]) -> None:
        await self._database.write(_RELEASE, owner, list(tables))

    async def free_claims(self, owner: str | None = None) -> None:
        await self.free_jobs(owner)
        if owner is None:
            await self._database.write(_FREE_ALL)
        else:
            await self._database.write(_FREE, owner)

    async def next_due(self, *, skip: Collection[str] = (), share: Share = ALL) -> int | None:
        found = await self._database.read(_NEXT_DUE, list(skip), share.of, share.part)
        due: int | None = found[0][0]
        return due

    async def latest_change(self) -> int | None:
        latest: int | None = (await self._database.read(LATEST_CHANGE))[0][0]
        return latest

    # Upkeep

    async def delete_expired(self, finished_before: int, abandoned_before: int, limit: int) -> list[str]:
        gone = await self._database.write(_DELETE_EXPIRED, finished_before, abandoned_before, limit)
        return [table for (table,) in gone]

    async def counts(self) -> Counts:
        return read_counts(await self._database.read(COUNT))

    async def ready(self) -> None:
        migrations.require_all_taken(migrations.steps("postgres"), await self._database.taken())

    async def close(self) -> None:
        await self._appends.close()
        await self._database.close()
