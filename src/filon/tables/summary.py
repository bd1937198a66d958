"""What can be said of a table without folding it: for lists, for the store's index, for who wakes it."""

from typing import Literal

import msgspec

from filon.tables.model import AnyTable, Bot, Empty, Guest
from filon.tables.schedule import next_wake
from filon.tables.watch import status


class Summary(msgspec.Struct, frozen=True):
    id: str
    code: str
    game: str
    status: Literal["lobby", "playing", "over"]
    public: bool
    host: Guest
    host_name: str
    seats: int
    taken: int
    """Seats that people or bots hold."""
    bots: int
    guests: tuple[Guest, ...]
    """Everybody who has joined: it is among their tables."""
    sequence: int
    wake_at: int | None
    changed_at: int


def summary(table: AnyTable) -> Summary:
    host = table.people.get(table.host)
    return Summary(
        id=table.id,
        code=table.code,
        game=table.settings.game,
        status=status(table),
        public=table.settings.public,
        host=table.host,
        host_name="" if host is None else host.name,
        seats=len(table.chairs),
        taken=sum(not isinstance(chair, Empty) for chair in table.chairs),
        bots=sum(isinstance(chair, Bot) for chair in table.chairs),
        guests=tuple(table.people),
        sequence=table.sequence,
        wake_at=next_wake(table),
        changed_at=table.at,
    )
