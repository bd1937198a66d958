"""The log: SQLite embedded, PostgreSQL for many machines; one contract."""

from filon.store.contract import (
    Conflict,
    Counts,
    Cursor,
    Entry,
    GameCursor,
    GameLine,
    Guest,
    ListedGame,
    OutOfDate,
    Row,
    SeatLink,
    Status,
    Store,
    StoreError,
    Unavailable,
    fingerprint,
)
from filon.store.opening import migrate, open_store

__all__ = [
    "Conflict",
    "Counts",
    "Cursor",
    "Entry",
    "GameCursor",
    "GameLine",
    "Guest",
    "ListedGame",
    "OutOfDate",
    "Row",
    "SeatLink",
    "Status",
    "Store",
    "StoreError",
    "Unavailable",
    "fingerprint",
    "migrate",
    "open_store",
]
