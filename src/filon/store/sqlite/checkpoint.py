"""Moves the write-ahead log into the main file, and waits for the disk where nobody waits for us."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from filon.store.sqlite.file import connect

_EVERY_S: Final = 1.0
"""Also the most that a power cut can cost under `synchronous = normal`, give or take the disk's own time."""


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
        with closing(connect(self._path, wait_s=0)) as connection:
            seen = self._commits()
            while not self._closing.wait(_EVERY_S):
                if (commits := self._commits()) == seen:
                    continue
                try:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                except sqlite3.Error:
                    # A disk that fails here fails the next commit too, and that one has somebody to tell.
                    continue
                seen = commits
