"""What a store promises of a guest's record: finished games, kept when their tables are put away."""

from typing import Protocol

import msgspec


class RecordLine(msgspec.Struct, frozen=True, gc=False):
    """A finished game in somebody's record; `summary` and `digest` are opaque here."""

    table: str
    code: str
    game: str
    number: int
    ended_at: int
    summary: bytes
    digest: bytes | None
    kept: bool
    """Whether the table is there still."""


class RecordDigest(msgspec.Struct, frozen=True, gc=False):
    """What an analysis says of one guest in one game."""

    guest: str
    table: str
    number: int
    data: bytes


class RecordStore(Protocol):
    """A game enters the record of each who has it on their list and is a guest, in the same transaction. It
    leaves with the guest, or if the seat turns out to be another's; a game that is hidden stays out.
    """

    async def record_of(self, guest: str, limit: int) -> list[RecordLine]:
        """The latest games, the first to end first."""
        ...

    async def forget_record(self, guest: str) -> None:
        """All of it, for good; the games are hidden from the guest's list."""
        ...
