"""The embedded store: one SQLite file in WAL mode, for one machine.

Reads and writes run on the event loop's thread, for the reason that `commits` gives; each is bounded by a key
or a limit. Several processes may use the same file: they agree through the file, not through this module.
"""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, Literal

from filon.store import migrations
from filon.store.contract import (
    LAST,
    Conflict,
    Counts,
    Cursor,
    Entry,
    ListedGame,
    OutOfDate,
    Row,
    Status,
)
from filon.store.rows import (
    COUNT,
    LATEST_CHANGE,
    SELECT_ROWS,
    read_counts,
    read_row,
    require_sound,
    require_sound_entries,
    write_names,
)
from filon.store.share import ALL, SQLITE_SUM, Share
from filon.store.sqlite.checkpoint import LONGEST_PAGES, PAGE_BYTES, Checkpointer
from filon.store.sqlite.commits import PATIENCE_S, GroupCommit
from filon.store.sqlite.file import connect, explained, taken
from filon.store.sqlite.games import list_games
from filon.store.sqlite.jobs import Jobs

Synchronous = Literal["normal", "full"]

_CHECKPOINT_PAGES: Final = 4 * LONGEST_PAGES
"""Where a commit itself tidies the write-ahead log, should the checkpoint thread not keep up."""
_CACHE_KIB: Final = 16_384
"""Enough for the indexes' ends of some thousand tables in play, which every move looks for."""
_CREATE_ROW: Final = """
INSERT INTO tables (id, code, game, status, public, host, seats, taken, guests, sequence, wake_at, due_at,
  changed_at, summary)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13)"""
_COUNT_ROW: Final = "UPDATE tables SET sequence = ?1 WHERE id = ?2 AND sequence = ?3"
_MOVE_ROW: Final = """
UPDATE tables SET sequence = ?1, due_at = CASE WHEN wake_at IS ?2 THEN due_at ELSE ?2 END, wake_at = ?2,
  changed_at = ?3
WHERE id = ?4 AND sequence = ?5"""
_APPEND_ROW: Final = """
UPDATE tables SET sequence = ?1, due_at = CASE WHEN wake_at IS ?2 THEN due_at ELSE ?2 END, wake_at = ?2,
  changed_at = ?3, status = ?6, public = ?7, host = ?8, seats = ?9, taken = ?10, guests = ?11, summary = ?12
WHERE id = ?4 AND sequence = ?5"""
_CLAIMABLE: Final = f"id NOT IN (SELECT value FROM json_each(?)) AND ({SQLITE_SUM}) % ? = ?"  # noqa: S608
_DUE: Final = f"SELECT id FROM tables WHERE due_at <= ? AND {_CLAIMABLE}"  # noqa: S608
_NEXT_DUE: Final = f"SELECT min(due_at) FROM tables WHERE due_at IS NOT NULL AND {_CLAIMABLE}"  # noqa: S608
_APPEND_ENTRY: Final = """
INSERT INTO entries (table_id, sequence, at, sender, command, data) VALUES (?, ?, ?, ?, ?, ?)"""


class SqliteStore(Jobs):
    def __init__(
        self, path: Path, *, synchronous: Synchronous = "normal", patience_s: float = PATIENCE_S
    ) -> None:
        """Opens a migrated file; OutOfDate otherwise.

        `normal` survives the death of the process at any moment; a power cut may cost what was acknowledged
        in the last second or so, and never leaves half an entry. `full` survives the power
        cut too and waits for the disk at every commit.
        """
        if not path.exists():
            raise OutOfDate(f"there is no {path.name} yet: run `filon migrate`")
        reader, writer = connect(path, wait_s=patience_s), connect(path, wait_s=0)
        super().__init__(reader, writer, GroupCommit(writer, patience_s=patience_s))
        with explained():
            reader.execute("PRAGMA query_only = ON")
            writer.execute(f"PRAGMA synchronous = {synchronous}")
            writer.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            writer.execute(f"PRAGMA journal_size_limit = {LONGEST_PAGES * PAGE_BYTES}")
            writer.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            migrations.require_none_missing(migrations.steps("sqlite"), taken(reader))
        self._cursor = writer.cursor()
        """For what every move does: to make a new one each time costs as much as a statement."""
        self._checkpointer = Checkpointer(path, lambda: self._commits.commits)

    # The log

    async def create(self, row: Row, first: Entry) -> None:
        require_sound(row, (first,), 0)

        def work() -> None:
            self._writer.execute(
                _CREATE_ROW,
                (
                    row.table, row.code, row.game, row.status, row.public, row.host, row.seats, row.taken,
                    write_names(row.guests), row.sequence, row.wake_at, row.changed_at, row.summary,
                ),
            )  # fmt: skip
            self._writer.execute(_APPEND_ENTRY, _values(row.table, first))

        await self._commits.submit(work)

    def append(
        self,
        row: Row,
        entries: Sequence[Entry],
        expected: int,
        *,
        before: Row | None = None,
        finished: Sequence[ListedGame] = (),
    ) -> asyncio.Future[None]:
        cursor = self._cursor
        if before is not None and before.sequence == expected and not finished and row.went_on_from(before):
            require_sound_entries(row, entries, expected)
            if row.wake_at == before.wake_at and row.changed_at == before.changed_at:
                statement = _COUNT_ROW
                values: tuple[object, ...] = (row.sequence, row.table, expected)
            else:
                statement = _MOVE_ROW
                values = (row.sequence, row.wake_at, row.changed_at, row.table, expected)
        else:
            require_sound(row, entries, expected, finished)
            statement = _APPEND_ROW
            values = (
                row.sequence, row.wake_at, row.changed_at, row.table, expected, row.status, row.public,
                row.host, row.seats, row.taken, write_names(row.guests), row.summary,
            )  # fmt: skip

        written = [_values(row.table, entry) for entry in entries]

        def work() -> None:
            if cursor.execute(statement, values).rowcount != 1:
                raise Conflict(f"the log of {row.table} does not end at {expected}")
            cursor.executemany(_APPEND_ENTRY, written)
            list_games(cursor, row.table, finished)

        return self._commits.submit(work)

    async def row(self, table: str) -> Row | None:
        found = self._read(SELECT_ROWS + " WHERE id = ?", table)
        return read_row(found[0]) if found else None

    async def by_code(self, code: str) -> Row | None:
        found = self._read(SELECT_ROWS + " WHERE code = ?", code)
        return read_row(found[0]) if found else None

    async def entries(self, table: str, after: int = 0, until: int = LAST) -> list[Entry]:
        found = self._read(
            "SELECT sequence, at, sender, command, data FROM entries"
            " WHERE table_id = ? AND sequence > ? AND sequence <= ? ORDER BY sequence",
            table, after, until,
        )  # fmt: skip
        return [Entry(*values) for values in found]

    async def save_snapshot(self, table: str, sequence: int, data: bytes) -> None:
        await self._write(
            "INSERT INTO snapshots (table_id, sequence, data)"
            " SELECT id, ?2, ?3 FROM tables WHERE id = ?1 AND sequence >= ?2"
            " ON CONFLICT (table_id) DO UPDATE SET sequence = excluded.sequence, data = excluded.data"
            " WHERE excluded.sequence > snapshots.sequence",
            table, sequence, data,
        )  # fmt: skip

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        found = self._read("SELECT sequence, data FROM snapshots WHERE table_id = ?", table)
        return found[0] if found else None

    async def answered(self, table: str, sender: str, command: str) -> int | None:
        found = self._read(
            "SELECT sequence FROM entries"
            " WHERE table_id = ? AND sender = ? AND command = ? AND command <> ''",
            table, sender, command,
        )  # fmt: skip
        return found[0][0] if found else None

    # Lists of tables

    async def open_tables(
        self, limit: int, before: Cursor | None = None, *, status: Status = "lobby", game: str | None = None
    ) -> list[Row]:
        found = self._read(
            SELECT_ROWS + " WHERE public = 1 AND status = ?1 AND (?2 IS NULL OR game = ?2)"
            " AND (?3 IS NULL OR (changed_at, id) < (?3, ?4)) ORDER BY changed_at DESC, id DESC LIMIT ?5",
            status, game, *(before or (None, None)), limit,
        )  # fmt: skip
        return [read_row(values) for values in found]

    async def tables_of(self, guest: str, limit: int, before: Cursor | None = None) -> list[Row]:
        found = self._read(
            SELECT_ROWS + " JOIN table_guests g ON g.table_id = t.id WHERE g.guest = ?1"
            " AND (?2 IS NULL OR (changed_at, t.id) < (?2, ?3)) ORDER BY changed_at DESC, t.id DESC LIMIT ?4",
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
        wanted = (now, write_names(skip), share.of, share.part)
        # Asked several times a second, mostly in vain: no write where a read says so.
        if not self._read(f"{_DUE} LIMIT 1", *wanted):
            return []

        def work() -> list[str]:
            due = self._writer.execute(f"{_DUE} ORDER BY due_at, id LIMIT ?", (*wanted, limit)).fetchall()
            self._writer.executemany(
                "UPDATE tables SET due_at = ?1, claimed_until = ?1, claimed_by = ?2 WHERE id = ?3",
                [(now + lease_ms, owner, table) for (table,) in due],
            )
            return [table for (table,) in due]

        return await self._commits.submit(work)

    async def renew(self, owner: str, now: int, lease_ms: int) -> set[str]:
        until = now + lease_ms
        # A claim ends within its lease, so that those of an owner lie at the beginning of the index.
        if not self._read("SELECT 1 FROM claims WHERE owner = ? AND until <= ? LIMIT 1", owner, until):
            return set()

        def work() -> set[str]:
            held = self._writer.execute(
                "SELECT id FROM claims WHERE owner = ? AND until <= ?", (owner, until)
            ).fetchall()
            self._writer.executemany(
                "UPDATE tables SET due_at = ?1, claimed_until = ?1 WHERE id = ?2",
                [(until, table) for (table,) in held],
            )
            return {table for (table,) in held}

        return await self._commits.submit(work)

    async def release(self, owner: str, tables: Sequence[str]) -> None:
        def work() -> None:
            self._writer.executemany(
                "UPDATE tables SET due_at = wake_at"
                " WHERE id = ?1 AND EXISTS (SELECT 1 FROM claims c WHERE c.id = ?1 AND owner = ?2)",
                [(table, owner) for table in tables],
            )

        await self._commits.submit(work)

    async def free_claims(self, owner: str | None = None) -> None:
        await self.free_jobs(owner)
        if owner is None:
            await self._write("UPDATE tables SET due_at = wake_at WHERE due_at > wake_at")
        else:
            await self._write(
                "UPDATE tables SET due_at = wake_at WHERE id IN (SELECT id FROM claims WHERE owner = ?)",
                owner,
            )

    async def next_due(self, *, skip: Collection[str] = (), share: Share = ALL) -> int | None:
        found = self._read(_NEXT_DUE, write_names(skip), share.of, share.part)
        due: int | None = found[0][0]
        return due

    async def latest_change(self) -> int | None:
        latest: int | None = self._read(LATEST_CHANGE)[0][0]
        return latest

    # Upkeep

    async def delete_expired(self, finished_before: int, abandoned_before: int, limit: int) -> list[str]:
        ids = self._read(
            "SELECT id FROM tables WHERE status = 'over' AND changed_at < ?1"
            " UNION ALL SELECT id FROM tables WHERE status <> 'over' AND changed_at < ?2 AND wake_at IS NULL"
            " LIMIT ?3",
            finished_before, abandoned_before, limit,
        )  # fmt: skip
        gone = []
        for (table,) in ids:
            # One table a turn of the event loop, so that deleting many does not hold up those who play.
            taken = await self._write(
                "DELETE FROM tables WHERE id = ?1 AND ((status = 'over' AND changed_at < ?2)"
                " OR (status <> 'over' AND changed_at < ?3 AND wake_at IS NULL))",
                table, finished_before, abandoned_before,
            )  # fmt: skip
            if taken:
                gone.append(table)
        return gone

    async def counts(self) -> Counts:
        return read_counts(self._read(COUNT))

    async def ready(self) -> None:
        with explained():
            migrations.require_all_taken(migrations.steps("sqlite"), taken(self._reader))
        await self._commits.submit(self._probe)

    def _probe(self) -> None:
        """A full or read-only disk accepts a transaction that writes nothing: counts in the file's header."""
        ((count,),) = self._writer.execute("PRAGMA user_version").fetchall()
        self._writer.execute(f"PRAGMA user_version = {(count + 1) % (1 << 31)}")

    async def close(self) -> None:
        await self._commits.close()
        await self._checkpointer.close()
        self._writer.close()
        self._reader.close()


def _values(table: str, entry: Entry) -> tuple[str, int, int, str, str, bytes]:
    return (table, entry.sequence, entry.at, entry.sender, entry.command, entry.data)
