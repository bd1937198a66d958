"""Opening, migrating and reading one SQLite file."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from filon.store import migrations
from filon.store.contract import Unavailable

_OLDEST: Final = (3, 38, 0)
"""The first SQLite with strict tables, RETURNING and JSON functions without asking."""


def migrate(path: Path, *, wait_s: float) -> list[str]:
    """Brings the file up to this release's schema, making it where there is none; the names of the steps
    taken.
    """
    _make_private(path)
    with closing(connect(path, wait_s=wait_s)) as connection, explained():
        connection.execute("PRAGMA journal_mode = WAL")
        return apply(connection, migrations.steps("sqlite"))


def apply(connection: sqlite3.Connection, steps: Sequence[migrations.Step]) -> list[str]:
    """All missing steps in one transaction: a database is never left between two of them."""
    if not migrations.missing(steps, taken(connection)):
        return []
    connection.execute("BEGIN IMMEDIATE")
    try:
        left = migrations.missing(steps, taken(connection))
        connection.execute(
            "CREATE TABLE IF NOT EXISTS filon_schema"
            " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL,"
            " taken_at INTEGER NOT NULL) STRICT"
        )
        for step in left:
            for statement in migrations.statements(step.sql):
                connection.execute(statement)
            connection.execute(
                "INSERT INTO filon_schema VALUES (?, ?, ?, ?)",
                (step.number, step.name, step.digest, int(time.time() * 1000)),
            )
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return [str(step) for step in left]


def connect(path: Path, *, wait_s: float) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < _OLDEST:
        needed = ".".join(map(str, _OLDEST))
        raise Unavailable(f"SQLite {sqlite3.sqlite_version} is too old; {needed} or newer is needed")
    with explained():
        return sqlite3.connect(path, timeout=wait_s, isolation_level=None, check_same_thread=False)


def taken(connection: sqlite3.Connection) -> dict[int, str]:
    """The steps that this file remembers."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'filon_schema'").fetchall():
        return {}
    return dict(connection.execute("SELECT number, digest FROM filon_schema"))


@contextmanager
def explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise Unavailable(f"SQLite: {error}") from error


def _make_private(path: Path) -> None:
    """The log holds everybody's secrets: only its owner may read it, and SQLite gives its side files the same
    mode.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{error.strerror}: {error.filename}") from error
