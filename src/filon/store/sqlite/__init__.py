"""The log in one SQLite file."""

from filon.store.sqlite.file import migrate
from filon.store.sqlite.store import SqliteStore, Synchronous

__all__ = ["SqliteStore", "Synchronous", "migrate"]
