"""Group commit for PostgreSQL: all appends that wait go in one statement, one journey and one commit.

While one statement is on its way the next ones gather, so that the groups grow with the load by themselves.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from filon.store.contract import Conflict, Entry, ListedGame, Row, Unavailable
from filon.store.postgres.database import Database
from filon.store.rows import write_names

_AT_ONCE: Final = 2
"""Statements under way at the same time."""
_GROUP: Final = 500

# `held` locks in the order of the ids, whatever plan the join takes, so that two processes that append to
# the same tables never wait for each other in a circle. Under READ COMMITTED the sequence is looked at again
# after the wait.
_PARTS: Final = """
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::boolean[], $5::text[], $6::integer[],
    $7::integer[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bytea[])
    AS g (id, expected, status, public, host, seats, taken, guests, sequence, wake_at, changed_at, summary)
), held AS MATERIALIZED (
  SELECT t.id FROM tables t JOIN given g ON g.id = t.id AND g.expected = t.sequence
  ORDER BY t.id FOR UPDATE OF t
), moved AS (
  UPDATE tables t SET status = g.status, public = g.public, host = g.host, seats = g.seats, taken = g.taken,
    guests = g.guests, sequence = g.sequence, wake_at = g.wake_at, changed_at = g.changed_at,
    summary = g.summary,
    due_at = CASE WHEN t.wake_at IS NOT DISTINCT FROM g.wake_at THEN t.due_at ELSE g.wake_at END
  FROM given g JOIN held h ON h.id = g.id
  WHERE t.id = g.id AND t.sequence = g.expected
  RETURNING t.id
), written AS (
  INSERT INTO entries
  SELECT e.* FROM unnest($13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::text[], $18::bytea[])
    AS e (table_id, sequence, at, sender, command, data) JOIN moved m ON m.id = e.table_id
)"""
_GAMES: Final = """, told AS MATERIALIZED (
  SELECT g.* FROM unnest($19::text[], $20::integer[], $21::bigint[], $22::text[], $23::bytea[])
    AS g (table_id, number, ended_at, guests, summary) JOIN moved m ON m.id = g.table_id
), unlisted AS (
  DELETE FROM games x USING told g WHERE x.table_id = g.table_id AND x.number = g.number
    AND x.guest NOT IN (SELECT json_array_elements_text(g.guests::json))
), listed AS (
  INSERT INTO games (guest, table_id, number, ended_at, hidden, summary)
  SELECT DISTINCT guest, g.table_id, g.number, g.ended_at, FALSE, g.summary
    FROM told g CROSS JOIN LATERAL json_array_elements_text(g.guests::json) AS guest
  ON CONFLICT (guest, table_id, number) DO UPDATE SET summary = excluded.summary
)"""
_MOVED: Final = " SELECT id FROM moved"
_APPEND: Final = f"{_PARTS}{_MOVED}"
_APPEND_WITH_GAMES: Final = f"{_PARTS}{_GAMES}{_MOVED}"
"""Seldom needed: what most appends do stays the shorter."""


class _Append(NamedTuple):
    row: Row
    entries: Sequence[Entry]
    expected: int
    finished: Sequence[ListedGame]
    done: asyncio.Future[None]


class Appends:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Append] = []
        self._tables_under_way: set[str] = set()
        # Counted apart from the tasks: one that has seen an empty queue is not yet done, and sends no more.
        self._sending = 0
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = False

    def submit(
        self, row: Row, entries: Sequence[Entry], expected: int, finished: Sequence[ListedGame]
    ) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(Unavailable("the store is closed"))
            return done
        self._waiting.append(_Append(row, entries, expected, finished, done))
        if self._sending < _AT_ONCE:
            self._sending += 1
            task = loop.create_task(self._send())
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        return done

    async def close(self) -> None:
        self._closed = True
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _send(self) -> None:
        while group := self._next_group():
            try:
                await self._write(group)
            except Unavailable as error:
                for append in group:
                    _answer(append, error)
            except Exception:  # noqa: BLE001 - whatever it is, somebody waits for it; _send_alone passes it on
                for append in group:
                    await self._send_alone(append)
            finally:
                self._tables_under_way.difference_update(append.row.table for append in group)
        self._sending -= 1

    async def _send_alone(self, append: _Append) -> None:
        """One of a group was at fault and PostgreSQL refused them all: each finds out for itself."""
        try:
            await self._write([append])
        except Exception as error:  # noqa: BLE001 - it reaches the one who asked
            _answer(append, error)

    def _next_group(self) -> list[_Append]:
        """At most one append a table, none of a table under way: each must see what the one before did."""
        group: list[_Append] = []
        later: list[_Append] = []
        for append in self._waiting:
            if append.row.table in self._tables_under_way or len(group) >= _GROUP:
                later.append(append)
            else:
                self._tables_under_way.add(append.row.table)
                group.append(append)
        self._waiting = later
        return group

    async def _write(self, group: Sequence[_Append]) -> None:
        rows = [append.row for append in group]
        entries = [(append.row.table, entry) for append in group for entry in append.entries]
        games = [(append.row.table, game) for append in group for game in append.finished]
        told: list[list[object]] = [
            [table for table, _ in games],
            [game.number for _, game in games],
            [game.ended_at for _, game in games],
            [write_names(game.guests) for _, game in games],
            [game.summary for _, game in games],
        ]
        moved = await self._database.write(
            _APPEND_WITH_GAMES if games else _APPEND,
            [row.table for row in rows],
            [append.expected for append in group],
            [row.status for row in rows],
            [row.public for row in rows],
            [row.host for row in rows],
            [row.seats for row in rows],
            [row.taken for row in rows],
            [write_names(row.guests) for row in rows],
            [row.sequence for row in rows],
            [row.wake_at for row in rows],
            [row.changed_at for row in rows],
            [row.summary for row in rows],
            [table for table, _ in entries],
            [entry.sequence for _, entry in entries],
            [entry.at for _, entry in entries],
            [entry.sender for _, entry in entries],
            [entry.command for _, entry in entries],
            [entry.data for _, entry in entries],
            *(told if games else ()),
        )
        written = {table for (table,) in moved}
        for append in group:
            _answer(
                append,
                None
                if append.row.table in written
                else Conflict(f"the log of {append.row.table} does not end at {append.expected}"),
            )


def _answer(append: _Append, error: Exception | None) -> None:
    if append.done.done():
        return
    if error is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(error)
