"""What a store promises, whichever database stands behind it.

A table is an append-only list of entries; the key `(table, sequence)` is the referee between all who write. A
method that writes returns only when what it wrote survives `kill -9` of this process. One suite in
`tests/store` holds every store to each sentence on this page.
"""

import asyncio
import hashlib
from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from filon.games.contract import FilonError
from filon.store.jobs import JobStore
from filon.store.records import RecordStore
from filon.store.share import ALL, Share

Status = Literal["lobby", "playing", "over"]

DIGEST_SIZE: Final = 32
"""Of SHA-256. Tokens and link secrets reach a store in no other shape."""


LAST: Final = (1 << 63) - 1
"""No log comes to a higher sequence."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted command and all that followed from it.

    `command` is the sender's id for it, and unique for that sender at that table; it is empty where nobody
    will ever ask for it again (what the table did by itself), and then need not be unique. `data` is opaque
    here.
    """

    sequence: int
    at: int
    sender: str
    command: str
    data: bytes


class Row(msgspec.Struct, frozen=True, gc=False):
    """What can be asked of a table without folding it. Rewritten with every append, in the same transaction.

    `guests` are those who have the table among theirs. `summary` is for lists of tables and opaque here.
    """

    table: str
    code: str
    game: str
    status: Status
    public: bool
    host: str
    seats: int
    taken: int
    guests: tuple[str, ...]
    sequence: int
    wake_at: int | None
    changed_at: int
    summary: bytes = b""

    def went_on_from(self, before: "Row") -> bool:
        """Whether nothing but the sequence and the times differs: true of most moves of a game."""
        return (
            self.summary == before.summary
            and self.guests == before.guests
            and self.status == before.status
            and self.host == before.host
            and self.public == before.public
            and self.seats == before.seats
            and self.taken == before.taken
        )


class Cursor(NamedTuple):
    """Where the next page of a list begins: after this row of the last one."""

    changed_at: int
    table: str


class ListedGame(msgspec.Struct, frozen=True, gc=False):
    """A game of a table that is over, for the lists of those who sat at it. `summary` is opaque here."""

    number: int
    ended_at: int
    guests: tuple[str, ...]
    summary: bytes


class GameLine(msgspec.Struct, frozen=True, gc=False):
    """A finished game as it stands on somebody's list."""

    table: str
    code: str
    game: str
    number: int
    ended_at: int
    summary: bytes


class GameCursor(NamedTuple):
    """Where the next page of a list of games begins: after this line of the last one."""

    ended_at: int
    table: str
    number: int


class Guest(msgspec.Struct, frozen=True, gc=False):
    guest: str
    name: str
    created_at: int
    seen_at: int


class SeatLink(msgspec.Struct, frozen=True, gc=False):
    """Whoever shows the secret, once and before `expires_at`, may act as `guest` at `table`."""

    secret_hash: bytes
    table: str
    guest: str
    expires_at: int


class Counts(msgspec.Struct, frozen=True, gc=False):
    lobby: int
    playing: int
    over: int
    guests: int


class StoreError(FilonError):
    """The root of what a store raises on purpose."""


class Conflict(StoreError):  # noqa: N818 - it reads as what it says
    """Somebody else was first: with this sequence, this command, this id, this code. Nothing was written."""


class Unavailable(StoreError):  # noqa: N818
    """The database did not answer. A write may have happened or not: read before trying again.

    Trying again without reading is safe too, and ends in Conflict if the first attempt did happen.
    """


class OutOfDate(StoreError):  # noqa: N818
    """The database has another schema than this release: `filon migrate` brings an older one up."""


class Store(JobStore, RecordStore, Protocol):
    """Safe to use from many tasks of one event loop, while other processes use the same database."""

    # The log

    async def create(self, row: Row, first: Entry) -> None:
        """Begins a log. Conflict if the table's id or its short code is taken. `first.sequence` is 1."""
        ...

    def append(
        self,
        row: Row,
        entries: Sequence[Entry],
        expected: int,
        *,
        before: Row | None = None,
        finished: Sequence[ListedGame] = (),
    ) -> asyncio.Future[None]:
        """Adds consecutive entries, all or none, and rewrites the row. Durable when the future is done.

        Conflict unless the log ends at `expected`, and Conflict if one of the commands is in it already. The
        first entry has sequence `expected + 1`, the last `row.sequence`. `row.code` and `row.game` never
        change. `before`, if it is the row as it was written with entry `expected`, spares writing what stays.

        `finished` games stand on the lists of their guests from then on, and on nobody else's. One that is
        told again takes the place of what was told before; it stays hidden where it was.

        A future and not a coroutine, so that a caller with many tables needs no task for each. Appends asked
        for in the same turn of the event loop share a commit; one of them in conflict does not disturb the
        others. A cancelled one may still happen.
        """
        ...

    async def row(self, table: str) -> Row | None: ...

    async def by_code(self, code: str) -> Row | None: ...

    async def entries(self, table: str, after: int = 0, until: int = LAST) -> list[Entry]:
        """The log after a sequence, in order, up to another one."""
        ...

    async def save_snapshot(self, table: str, sequence: int, data: bytes) -> None:
        """Keeps the newest only: an older one than is there, or one of an unknown table, is dropped in
        silence.
        """
        ...

    async def snapshot(self, table: str) -> tuple[int, bytes] | None: ...

    async def answered(self, table: str, sender: str, command: str) -> int | None:
        """The sequence of an accepted command."""
        ...

    # Lists of tables, newest change first

    async def open_tables(
        self, limit: int, before: Cursor | None = None, *, status: Status = "lobby", game: str | None = None
    ) -> list[Row]:
        """Public tables only."""
        ...

    async def tables_of(self, guest: str, limit: int, before: Cursor | None = None) -> list[Row]: ...

    # Lists of finished games, the latest first

    async def games_of(self, guest: str, limit: int, before: GameCursor | None = None) -> list[GameLine]:
        """Those that this guest has not hidden. They go when their table is deleted."""
        ...

    async def hide_game(self, guest: str, table: str, number: int, *, hidden: bool) -> bool:
        """Takes a game off one guest's list, or puts it back; False if it never stood there."""
        ...

    # Time

    async def claim_due(
        self,
        owner: str,
        now: int,
        limit: int,
        lease_ms: int,
        *,
        skip: Collection[str] = (),
        share: Share = ALL,
    ) -> list[str]:
        """Tables of the share whose `wake_at` has come, longest due first, and that nobody holds a claim on.

        A claim ends `lease_ms` after it was made or renewed, with `release`, or with an append that moves
        `wake_at`. It spares double work and guards nothing: the sequence does. An `owner` is one process that
        lives: whoever starts anew takes a new name. Tables to `skip` are left to others.
        """
        ...

    async def renew(self, owner: str, now: int, lease_ms: int) -> set[str]:
        """Extends all claims of this owner, and says which they are; a claim that is not among them is lost.

        One that came to its end is extended too, as long as nobody else claimed the table.
        """
        ...

    async def release(self, owner: str, tables: Sequence[str]) -> None:
        """Ends claims early: the tables are due again when their `wake_at` says so. Claims of others stay."""
        ...

    async def free_claims(self, owner: str | None = None) -> None:
        """Ends all claims of an owner who goes, of tables and of jobs; without one, everybody's: nobody else
        is there.
        """
        ...

    async def next_due(self, *, skip: Collection[str] = (), share: Share = ALL) -> int | None:
        """From when on `claim_due` would find a table, by all that is known now."""
        ...

    async def latest_change(self) -> int | None:
        """The latest `changed_at` of all tables: a clock that is behind it is wrong."""
        ...

    # People

    async def add_guest(self, guest: str, token_hash: bytes, name: str, now: int) -> None:
        """Conflict if the id or the token is taken."""
        ...

    async def guest(self, guest: str) -> Guest | None: ...

    async def guest_by_token(self, token_hash: bytes) -> Guest | None: ...

    async def rename(self, guest: str, name: str) -> bool:
        """False if there is no such guest."""
        ...

    async def seen(self, guest: str, now: int) -> None:
        """Moves `seen_at` forward, never back."""
        ...

    async def add_token(self, guest: str, token_hash: bytes, now: int) -> bool:
        """Another device of a guest; False if there is no such guest, Conflict if the token is taken."""
        ...

    async def revoke_token(self, token_hash: bytes) -> bool: ...

    async def forget_guest(self, guest: str) -> bool:
        """Removes the guest, every token and link of theirs, and their lists. Logs stay."""
        ...

    async def add_link(self, link: SeatLink) -> None:
        """Conflict if the secret is taken."""
        ...

    async def take_link(self, secret_hash: bytes, now: int) -> SeatLink | None:
        """The link, for the first who asks and never again; None if unknown, used or expired."""
        ...

    # Upkeep

    async def delete_expired(self, finished_before: int, abandoned_before: int, limit: int) -> list[str]:
        """Retention: deletes up to `limit` tables with all that belongs to them, and says which.

        Finished ones that changed last before `finished_before`, others that changed last before
        `abandoned_before`; a table that still has a wake-up to come is not abandoned.
        """
        ...

    async def forget_idle_guests(self, seen_before: int, now: int, limit: int) -> int:
        """Guests not seen since, who have no table; and links that expired before `now`."""
        ...

    async def counts(self) -> Counts: ...

    async def ready(self) -> None:
        """Unavailable or OutOfDate unless the store could accept a command now.

        Whoever opened the store before a newer release added to the database goes on.
        """
        ...

    async def close(self) -> None:
        """Finishes what was begun; every later call is Unavailable. Closing again is fine."""
        ...


def require_consecutive(row: Row, entries: Sequence[Entry], expected: int) -> None:
    """What the caller of `create` and `append` owes; a mistake here is one in our own code."""
    if [entry.sequence for entry in entries] != list(range(expected + 1, row.sequence + 1)) or not entries:
        raise ValueError(f"the entries after {expected} do not lead to {row.sequence}")


def keepable(*values: object) -> bool:
    """PostgreSQL keeps no NUL and no database half a surrogate pair, so no store takes them.

    A write with one is a ValueError; a question with one finds nothing.
    """
    try:
        return b"\0" not in "".join([value for value in values if isinstance(value, str)]).encode()
    except UnicodeEncodeError:
        return False


def require_keepable(*values: object) -> None:
    if not keepable(*values):
        raise ValueError("a NUL character or half a surrogate pair cannot be kept")


def require_digest(digest: bytes) -> None:
    if len(digest) != DIGEST_SIZE:
        raise ValueError("only the SHA-256 of a secret may be kept")


def fingerprint(secret: str) -> bytes:
    """All that a store may keep of a token or a link's secret.

    Plain SHA-256 is enough because what goes in is random and long; it would not be for a password.
    """
    return hashlib.sha256(secret.encode()).digest()
