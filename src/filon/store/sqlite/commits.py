"""Group commit for SQLite: what is asked for in a few turns of the loop goes to disk in one transaction.

It runs on the event loop's own thread. A writer thread was measured first, and starves: it needs the
interpreter's lock after every statement, and a busy event loop hands it over so seldom that a commit of 0.05
ms took up to two seconds. Here the same commit costs the loop those 0.05 ms. Only the checkpoint, which waits
for the disk, has a thread.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from filon.store.contract import Conflict, Unavailable

T = TypeVar("T")
_Waiting: TypeAlias = tuple[Callable[[], Any], asyncio.Future[Any]]

PATIENCE_S: Final = 10.0
"""How long a write waits for another process that holds the database."""
_TURNS: Final = 3
"""Of the event loop, in which requests are gathered for one transaction: under load each brings some, and
else they last microseconds.
"""
_FIRST_RETRY_S: Final = 0.001
_LAST_RETRY_S: Final = 0.05
_TAKEN: Final = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_ROWID,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    }
)


class GroupCommit:
    def __init__(self, connection: sqlite3.Connection, *, patience_s: float = PATIENCE_S) -> None:
        """The connection must not wait for locks by itself: that would stop the event loop."""
        self._connection = connection
        self._cursor = connection.cursor()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._patience_s = patience_s
        self._waiting: list[_Waiting] = []
        self._retries = 0
        self._give_up_at = 0.0
        self._apart = False
        self._closed = False
        self.commits = 0

    def submit(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Runs `work` inside the next transaction; the future is done after its commit.

        What `work` raises undoes that work alone and reaches that caller alone. It may be run twice, the
        first time undone, and must do nothing but ask the connection.
        """
        loop = self._loop
        if loop is None:
            # Asked for once: each time costs a call of the system, in case this process is a fork.
            loop = self._loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if self._closed:
            future.set_exception(Unavailable("the store is closed"))
            return future
        if not self._waiting:
            loop.call_soon(self._gather, loop, _TURNS, 0)
        self._waiting.append((work, future))
        return future

    def _gather(self, loop: asyncio.AbstractEventLoop, turns: int, known: int) -> None:
        """Commits, unless more came in since the last turn of the loop, and so may in the next."""
        waiting = len(self._waiting)
        if turns and waiting > known:
            loop.call_soon(self._gather, loop, turns - 1, waiting)
        else:
            self._commit()

    async def close(self) -> None:
        self._closed = True
        if self._waiting:
            await asyncio.wait([future for _, future in self._waiting])

    def _commit(self) -> None:
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._not_begun(error)
            return
        self._retries = 0
        waiting, self._waiting = self._waiting, []
        try:
            attempt = self._attempt if self._apart else _trusted
            outcomes = [attempt(work) for work, _ in waiting]
            self._cursor.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - it reaches those who wait
            self._not_done(waiting, error)
            return
        self._apart = False
        self.commits += 1
        for (_, future), (value, failure) in zip(waiting, outcomes, strict=True):
            if future.done():
                continue
            if failure is None:
                future.set_result(value)
            else:
                future.set_exception(failure)

    def _not_done(self, waiting: list[_Waiting], error: Exception) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        if self._apart or _spoils_the_transaction(error):
            self._apart = False
            _refuse(waiting, error)
        else:
            # One of them is at fault. It costs a second transaction to find out which, and so seldom happens
            # that all are spared the price of a savepoint each.
            self._apart = True
            self._waiting[:0] = waiting
            self._commit()

    def _attempt(self, work: Callable[[], Any]) -> tuple[Any, Exception | None]:
        """What one caller's work raises is that caller's alone, unless nothing can be trusted after it."""
        self._connection.execute("SAVEPOINT one")
        value, failure = None, None
        try:
            value = work()
        except Exception as error:
            if _spoils_the_transaction(error):
                raise
            self._connection.execute("ROLLBACK TO one")
            failure = _explained(error)
        self._connection.execute("RELEASE one")
        return value, failure

    def _not_begun(self, error: sqlite3.Error) -> None:
        loop = asyncio.get_running_loop()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            if self._retries == 0:
                self._give_up_at = loop.time() + self._patience_s
            if loop.time() < self._give_up_at:
                loop.call_later(min(_FIRST_RETRY_S * 2**self._retries, _LAST_RETRY_S), self._commit)
                self._retries += 1
                return
        self._retries = 0
        waiting, self._waiting = self._waiting, []
        _refuse(waiting, error)


def _trusted(work: Callable[[], Any]) -> tuple[Any, None]:
    return work(), None


def _refuse(waiting: list[_Waiting], error: Exception) -> None:
    for _, future in waiting:
        if not future.done():
            future.set_exception(Unavailable(f"SQLite: {error}"))


def _spoils_the_transaction(error: Exception) -> bool:
    """A full disk, a broken file: nobody's work in this transaction can be trusted to have happened."""
    return (
        isinstance(error, sqlite3.OperationalError | sqlite3.InternalError)
        or type(error) is sqlite3.DatabaseError
    )


def _explained(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error)) if error.sqlite_errorcode in _TAKEN else ValueError(str(error))
    return error
