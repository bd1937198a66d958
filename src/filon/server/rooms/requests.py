"""What is asked of a room, on its way from arriving to being answered."""

import time
from collections.abc import Callable, Iterable

from filon.games.registry import GAMES
from filon.server.rooms.admission import UNAVAILABLE, Viewer
from filon.server.rooms.broadcast import Answer
from filon.store import Entry as StoredEntry
from filon.store import Unavailable
from filon.tables import (
    AnyTable,
    Entry,
    Guest,
    NewerVersion,
    Refused,
    decide,
    decode_events,
    entry_of,
    evolve,
)
from filon.tables.commands import AnyCommand
from filon.tables.protocol import Accepted, RefusedAnswer


class Ask:
    """A command on its way to its answer, which it gets once."""

    __slots__ = ("_reply", "arrived", "command", "id", "resolved", "sender", "viewer")

    def __init__(
        self,
        sender: Guest,
        command_id: str,
        command: AnyCommand,
        *,
        viewer: Viewer | None = None,
        reply: Callable[[Answer | None], None] | None = None,
    ) -> None:
        """The answer goes into `viewer`'s next frame or to `reply`, which hears None if it is not known."""
        self.sender = sender
        self.id = command_id
        self.command = command
        self.viewer = viewer
        self.resolved = False
        self._reply = reply
        self.arrived = time.monotonic()

    def resolve(self, answer: Answer | None) -> None:
        """None: not known. A viewer is then sent away to ask again; its answers are broadcast's to send."""
        if self.resolved:
            return
        self.resolved = True
        if self._reply is not None:
            self._reply(answer)
        elif self.viewer is not None and answer is None:
            self.viewer.dismiss(UNAVAILABLE)


class WakeUp:
    """The time has come for something at the table."""

    __slots__ = ("_done", "resolved")

    def __init__(self, done: Callable[[AnyTable | None], None]) -> None:
        """`done` hears, once, the table as it is then, or None if it could not be woken."""
        self.resolved = False
        self._done = done

    def resolve(self, table: AnyTable | None) -> None:
        if not self.resolved:
            self.resolved = True
            self._done(table)


class Group:
    """What a batch of requests led to, before it is durable."""

    __slots__ = ("after", "again", "answers", "batch", "entries", "refused", "table", "wake_at")

    def __init__(self, table: AnyTable, batch: "list[Ask | WakeUp]") -> None:
        self.after = table.sequence
        self.table = table
        self.batch = batch
        self.entries: list[Entry] = []
        self.answers: list[tuple[Ask, Answer]] = []
        self.refused: list[Ask] = []
        """Those with an id: the log may know them from longer ago than the fold does."""
        self.again = 0
        """Commands that had been accepted before."""
        self.wake_at: int | None = None
        """When the table wants to be woken next; only where there are entries."""

    def append(self, entry: Entry) -> None:
        self.table = evolve(self.table, entry)
        self.entries.append(entry)


def answer_to(group: Group, ask: Ask, known: dict[tuple[Guest, str], int], now: int) -> Answer:
    if known and (ask.sender, ask.id) in known:
        group.again += 1
        return Accepted(ask.id, known[ask.sender, ask.id])
    try:
        decision = decide(group.table, ask.sender, ask.id, ask.command, now)
    except Refused as no:
        return RefusedAnswer(ask.id, no.code, no.reason, no.rule, no.field, no.legal)
    if decision.repeated is not None:
        group.again += 1
        return Accepted(ask.id, decision.repeated)
    if decision.events:
        group.append(entry_of(group.table, decision, ask.sender, ask.id, now))
    return Accepted(ask.id, group.table.sequence)


def forsake(batch: Iterable[Ask | WakeUp]) -> None:
    """Whoever asked hears that the answer is not known."""
    for request in batch:
        request.resolve(None)


class ServedByNewer(Unavailable):
    """This server cannot read the table's log: those of a newer release can, or those that have its game."""


def require_known(game: str) -> None:
    """Raises ServedByNewer where a table's game is none of this server's: its host has taken it away."""
    if game not in GAMES:
        raise ServedByNewer(f"this server has no game called {game!r}: the table waits for one that has")


def read_entry(game: str, stored: StoredEntry) -> Entry:
    """Raises ServedByNewer."""
    try:
        events = decode_events(game, stored.data)
    except NewerVersion as newer:
        raise ServedByNewer(str(newer)) from newer
    return Entry(stored.sequence, stored.at, Guest(stored.sender), stored.command, events)
