"""Care of the write-ahead log: on the disk every second, in the main file now and then, never too long.

All of it waits for the disk, so a thread does it. But the commit that begins the log anew, after everything
was moved, waits too, and that one runs on the event loop: so moving is left until it is worth it.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from filon.store.sqlite.file import connect

PAGE_BYTES: Final = 4096
LONGEST_PAGES: Final = 32_768
"""128 MiB. Where moves never pause the log is never moved whole, until at this length writers are held up."""
_EVERY_S: Final = 1.0
"""Also the most that a power cut can cost under `synchronous = normal`, give or take the disk's own time."""
_TIDY_AFTER: Final = 1_000
"""Commits. One of these that waits for the disk is what a player in a hundred must not feel."""
_HOLD_UP_S: Final = 0.2


class Upkeep:
    """The log of one file, whose commits somebody else counts."""

    def __init__(self, path: Path, connection: sqlite3.Connection, longest: int = LONGEST_PAGES) -> None:
        self._log = path.with_name(path.name + "-wal")
        self._connection = connection
        self._longest = longest
        self._synced = 0
        self._tidied = 0

    def look(self, commits: int) -> None:
        """After this a power cut does not take back any of the first `commits` commits."""
        if commits == self._synced:
            return
        if commits - self._tidied < _TIDY_AFTER:
            self._sync()
        else:
            moved = self._moved("PASSIVE")
            if moved is None:
                # Another process moves the log. What of ours came too late for that is not synced by it.
                self._sync()
            elif moved > self._longest:
                self._moved("RESTART")
            self._tidied = commits
        self._synced = commits

    def _sync(self) -> None:
        log = os.open(self._log, os.O_RDWR)
        try:
            os.fsync(log)
        finally:
            os.close(log)

    def _moved(self, how: str) -> int | None:
        """Syncs the log and moves it into the main file; the pages that were in the log. None where somebody
        else is about it.
        """
        _, pages, _ = self._connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        return int(pages) if pages >= 0 else None


class Checkpointer:
    """The one thread of the embedded store. It shares nothing with the event loop but a count of commits."""

    def __init__(self, path: Path, commits: Callable[[], int]) -> None:
        self._path = path
        self._commits = commits
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="filon-checkpoint", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        self._closing.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with closing(connect(self._path, wait_s=_HOLD_UP_S)) as connection:
            upkeep = Upkeep(self._path, connection)
            while not self._closing.wait(_EVERY_S):
                try:
                    upkeep.look(self._commits())
                except (sqlite3.Error, OSError):
                    # A disk that fails here fails the next commit too, and that one has somebody to tell.
                    continue
