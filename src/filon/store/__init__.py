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
from filon.store.jobs import Job, JobId, JobState
from filon.store.opening import migrate, open_store
from filon.store.records import RecordDigest, RecordLine
from filon.store.share import ALL, Share, part_of

__all__ = [
    "ALL",
    "Conflict",
    "Counts",
    "Cursor",
    "Entry",
    "GameCursor",
    "GameLine",
    "Guest",
    "Job",
    "JobId",
    "JobState",
    "ListedGame",
    "OutOfDate",
    "RecordDigest",
    "RecordLine",
    "Row",
    "SeatLink",
    "Share",
    "Status",
    "Store",
    "StoreError",
    "Unavailable",
    "fingerprint",
    "migrate",
    "open_store",
    "part_of",
]
