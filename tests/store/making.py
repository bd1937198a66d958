"""Rows and entries to put into a store."""

import msgspec

from filon.store import Entry, Row

NOON = 1_700_000_000_000


def entry(sequence: int, *, sender: str = "ada", command: str | None = None, data: bytes = b"deal") -> Entry:
    return Entry(sequence, NOON + sequence, sender, f"c{sequence}" if command is None else command, data)


def row(table: str, **changes: object) -> Row:
    """A public Diamant lobby of Ada's with one entry, and what is named in `changes`."""
    plain = Row(
        table=table,
        code=f"code-{table}",
        game="diamant",
        status="lobby",
        public=True,
        host="ada",
        seats=4,
        taken=1,
        guests=("ada",),
        sequence=1,
        wake_at=None,
        changed_at=NOON,
    )
    return msgspec.structs.replace(plain, **changes)


def grown(before: Row, entries: int = 1, **changes: object) -> Row:
    """The row after that many more entries."""
    sequence = before.sequence + entries
    return msgspec.structs.replace(before, sequence=sequence, changed_at=NOON + sequence, **changes)
