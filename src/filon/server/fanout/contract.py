"""News between the processes of one server: what was appended, who is there, what is due.

It only makes things quick. A process that misses news finds everything in the store, so whatever is sent here
may be lost; `Listener.linked` then has the rooms look again.
"""

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
    number: int = 0
    """Grows with each that the sender says anew: of two about one table the greater one holds."""


class WhoIsThere(msgspec.Struct, frozen=True, tag=True):
    """Asks everybody for `Here`."""

    table: str


class Alive(msgspec.Struct, frozen=True, tag=True):
    """By table, the number of what the sender said of who is there, and still holds. Of tables that are not
    named it has nothing to say any more. None, from releases that knew no numbers: all that it said.
    """

    tables: dict[str, int] | None = None
    asking: bool = False
    """It was away, and wants to hear the same of the others."""


class Due(msgspec.Struct, frozen=True, tag=True):
    """Some table wants to be woken at this time."""

    at: int


class TablesDeleted(msgspec.Struct, frozen=True, tag=True):
    tables: tuple[str, ...]


class NewsLost(msgspec.Struct, frozen=True, tag=True):
    """The sender had more news than could wait: look into the store."""


class Revoked(msgspec.Struct, frozen=True, tag=True):
    """A guest was forgotten, or has signed out one device: the one whose token has this hash. Connections
    that were opened with it end.
    """

    guest: str
    token: bytes | None = None
    """None: every token of the guest."""


News: TypeAlias = Appended | Here | WhoIsThere | Alive | Due | TablesDeleted | NewsLost | Revoked


def table_of(news: News) -> str | None:
    """The table whose followers are to hear this; None: everybody is."""
    return news.table if isinstance(news, Appended | Here | WhoIsThere) else None


class Letter(msgspec.Struct, frozen=True, array_like=True):
    origin: str
    news: News


class Listener(Protocol):
    """Who hears the news. Whatever it raises ends no more than that one call."""

    def hear(self, origin: str, news: News) -> None: ...

    def linked(self, *, up: bool) -> None:
        """Whether news arrive from now on. Each time that they do again, some may have been missed."""
        ...

    def undigested(self, table: str | None) -> None:
        """There was news of this table (None: of whatever) that cannot be read, or that `hear` raised at."""
        ...


class Fanout(Protocol):
    origin: str
    """This process, to the others; new with every start."""
    shared: bool
    """Whether there are others: processes that append to the same tables."""

    @property
    def connected(self) -> bool:
        """Whether news arrive now. Without, rooms must look into the store by themselves."""
        ...

    async def start(self, supervisor: Supervisor, listener: Listener) -> None: ...

    async def follow(self, table: str) -> None:
        """Once it returns, news of the table arrive, or `linked` will say when they do."""
        ...

    def unfollow(self, table: str) -> None: ...

    def tell(self, news: News) -> None:
        """Returns at once and never fails. While the way is closed news wait."""
        ...

    async def close(self) -> None: ...
