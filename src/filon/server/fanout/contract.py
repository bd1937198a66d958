"""News between the processes of one server: what was appended, who is there, what is due.

It only makes things quick. A process that misses news finds everything in the store, so whatever is sent here
may be lost; `Fanout.gap` then has the rooms look again.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from filon.server.supervise import Supervisor
from filon.store import Entry


class Appended(msgspec.Struct, frozen=True, tag=True):
    """Entries that are durable now and follow entry `after`."""

    table: str
    after: int
    entries: tuple[Entry, ...]


class Here(msgspec.Struct, frozen=True, tag=True):
    """Who is connected to the sender at this table; empty when nobody is any more."""

    table: str
    guests: tuple[str, ...]
    watching: int


class WhoIsThere(msgspec.Struct, frozen=True, tag=True):
    """Asks everybody for `Here`."""

    table: str


class Alive(msgspec.Struct, frozen=True, tag=True):
    """The sender still is: what it said of who is there still holds."""


class Due(msgspec.Struct, frozen=True, tag=True):
    """Some table wants to be woken at this time."""

    at: int


class TablesDeleted(msgspec.Struct, frozen=True, tag=True):
    tables: tuple[str, ...]


News: TypeAlias = Appended | Here | WhoIsThere | Alive | Due | TablesDeleted


class Letter(msgspec.Struct, frozen=True, array_like=True):
    origin: str
    news: News


class Fanout(Protocol):
    origin: str
    """This process, to the others; new with every start."""

    @property
    def connected(self) -> bool:
        """Whether news arrive now. Without, rooms must look into the store by themselves."""
        ...

    async def start(
        self, supervisor: Supervisor, receive: Callable[[str, News], None], gap: Callable[[], None]
    ) -> None:
        """From now on `receive(origin, news)` hears the others, and `gap()` is called when some were
        missed.
        """
        ...

    def follow(self, table: str) -> None: ...

    def unfollow(self, table: str) -> None: ...

    def tell(self, news: News) -> None:
        """Returns at once and never fails."""
        ...

    async def close(self) -> None: ...
