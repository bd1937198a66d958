"""One live table: commands queue here, become durable together, and only then reach the viewers.

All that waits is decided together on the table as it stands, appended as one group, and sent as one frame to
each viewer. There is no lock: a room never has two groups under way, and between processes the log's key
decides.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, Protocol

import structlog

from filon.server.clock import PROCESS_CLOCK, now_ms
from filon.server.metrics import Metrics
from filon.server.rooms import broadcast
from filon.server.rooms.broadcast import Answer, Viewer
from filon.server.rooms.delayed import DelayedView
from filon.server.rooms.rows import row_of
from filon.store import Conflict, Row, Store, StoreError, Unavailable
from filon.store import Entry as StoredEntry
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Entry,
    Guest,
    NewerVersion,
    Refused,
    decide,
    decode_events,
    encode_events,
    entry_of,
    evolve,
    wake,
)
from filon.tables.commands import Act, AnyCommand, PlayFor
from filon.tables.model import Playing
from filon.tables.protocol import Accepted, RefusedAnswer

_RECENT: Final = 64
"""Entries kept at hand for those who come back after a short while; others get a fresh Sync."""
_TRIES: Final = 50
"""Races lost in a row before we think that something is wrong. Each was lost to somebody's success."""
_RUSH_S: Final = 0.05
_GATHER_S: Final = 0.002
"""Where the last group was so recent that no person can have thought since, choices that are due from
several seats are waited for so long: one frame then tells of all of them. It saves half the work of a
table in a rush.
"""

_MOVES: Final = (Act, PlayFor)

log = structlog.stdlib.get_logger(__name__)


class Ask:
    """A command on its way to its answer."""

    __slots__ = ("arrived", "command", "id", "reply", "sender", "viewer")

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
        self.reply = reply
        self.arrived = time.monotonic()


class WakeUp:
    """The time has come for something at the table."""

    __slots__ = ("done",)

    def __init__(self, done: Callable[[AnyTable | None], None]) -> None:
        """`done` hears the table as it is then, or None if it could not be woken."""
        self.done = done


class Group:
    """What a batch of requests led to, before it is durable."""

    __slots__ = ("after", "answers", "batch", "entries", "repeated", "table")

    def __init__(self, table: AnyTable, batch: "list[Ask | WakeUp]") -> None:
        self.after = table.sequence
        self.table = table
        self.batch = batch
        self.entries: list[Entry] = []
        self.answers: list[tuple[Ask, Answer]] = []
        self.repeated = 0
        """Commands that had been answered before."""

    def append(self, entry: Entry) -> None:
        self.table = evolve(self.table, entry)
        self.entries.append(entry)


class Surroundings(Protocol):
    """What a room needs of the server it is in."""

    store: Store
    metrics: Metrics
    shared: bool
    """Whether other processes append to the same tables."""

    def appended(
        self, room: "Room", after: int, entries: list[StoredEntry], row: Row, table: AnyTable
    ) -> None:
        """These entries are durable now, and lead to `table`; the viewers here have not been told yet."""
        ...

    def lost(self, room: "Room") -> None:
        """The store did not say whether a group was written: the room has to go and be read anew."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


class Room:
    """`table` is always durable, and all `viewers` have been sent exactly that much of it."""

    def __init__(self, table: AnyTable, server: Surroundings) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.recent: deque[Entry] = deque(maxlen=_RECENT)
        self.delayed: DelayedView | None = None
        self.changed: Callable[[], None] = _nobody_looks
        """Called when there is more of the table: for the scheduler, while it looks after it."""
        self.busy = False
        self.gone = False
        self.idle_since = time.monotonic()
        self.audiences_at = table.revised
        self._inbox: list[Ask | WakeUp] = []
        self._gathering: asyncio.TimerHandle | None = None
        self._row: Row | None = None
        self._row_revised = 0
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._moves = server.metrics.tallies.moves(table.settings.game)

    def submit(self, request: Ask | WakeUp) -> None:
        """Answered by a later turn of the loop; what arrives in one turn is decided together."""
        self._inbox.append(request)
        if not self.busy:
            self.busy = True
            if time.monotonic() - self.idle_since < _RUSH_S and len(self._inbox) < self._expected():
                self._gathering = self._loop.call_later(_GATHER_S, self._next)
            else:
                self._loop.call_soon(self._next)
        elif self._gathering is not None and len(self._inbox) >= self._expected():
            self._gathering.cancel()
            self._gathering = None
            self._loop.call_soon(self._next)

    def _expected(self) -> int:
        """How many seats the game waits for."""
        phase = self.table.phase
        return len(phase.turns) if type(phase) is Playing else 1

    def drop(self) -> None:
        """Answers nobody any more: whoever waits is told that the answer is not known."""
        self.gone = True
        waiting, self._inbox = self._inbox, []
        _forsake(waiting)
        self.changed()

    # Deciding
    def _next(self) -> None:
        self._gathering = None
        if self.gone:
            self.drop()
            return
        batch, self._inbox = self._inbox, []
        try:
            group = self._decided(batch, {})
            if self._server.shared and any(isinstance(answer, RefusedAnswer) for _, answer in group.answers):
                # What was refused here may have been accepted elsewhere, by a server that died before it told
                # us.
                self._server.spawn(self._again(batch, 0))
            else:
                self._settle(group, 0)
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fell_over(batch, fault)

    def _fell_over(self, batch: list[Ask | WakeUp], fault: Exception) -> None:
        """A mistake of ours at one table must not stop its queue for ever, nor touch any other table."""
        if not isinstance(fault, StoreError):
            self._fault("a table fell over", fault)
        _forsake(batch)
        self._server.lost(self)

    def _settle(self, group: Group, tries: int) -> None:
        if not group.entries:
            self._finish(group)
            return
        began = time.monotonic()
        row = row_of(group.table, self._row, self._row_revised)
        stored = [
            StoredEntry(entry.sequence, entry.at, entry.sender, entry.command, encode_events(entry.events))
            for entry in group.entries
        ]
        self._server.store.append(row, stored, group.after, before=self._row).add_done_callback(
            lambda written: self._written(group, stored, row, began=began, tries=tries, written=written)
        )

    def _written(
        self,
        group: Group,
        stored: list[StoredEntry],
        row: Row,
        *,
        began: float,
        tries: int,
        written: "asyncio.Future[None]",
    ) -> None:
        try:
            written.result()
            self._server.metrics.tallies.durable.observe(time.monotonic() - began)
            self._row, self._row_revised = row, group.table.revised
            self._server.appended(self, group.after, stored, row, group.table)
            self._finish(group)
        except Conflict as lost:
            if tries == _TRIES:
                self._fell_over(group.batch, lost)
            else:
                self._server.metrics.conflicts.inc()
                self._server.spawn(self._again(group.batch, tries + 1))
        except asyncio.CancelledError:
            self._fell_over(group.batch, Unavailable("the store was closed"))
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fell_over(group.batch, fault)

    async def _again(self, batch: list[Ask | WakeUp], tries: int) -> None:
        """Decides anew on the log as it is now.

        Somebody else appended first, or a command is in the log from longer ago than the fold remembers.
        """
        known: dict[tuple[Guest, str], int] = {}
        before = self.table.sequence
        try:
            await self.refresh()
            if self.table.sequence == before:
                for request in batch:
                    if isinstance(request, Ask) and request.id:
                        first = await self._server.store.answered(self.table.id, request.sender, request.id)
                        if first is not None:
                            known[request.sender, request.id] = first
            self._settle(self._decided(batch, known), tries)
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fell_over(batch, fault)

    def _decided(self, batch: list[Ask | WakeUp], known: dict[tuple[Guest, str], int]) -> Group:
        group = Group(self.table, batch)
        now = max(now_ms(), self.table.at)
        for request in batch:
            if isinstance(request, Ask):
                try:
                    answer = _answered(group, request, known, now)
                except Exception as fault:  # noqa: BLE001 - it is logged
                    # A mistake of ours in the law costs the one who found it an answer, and nobody a table.
                    self._fault("a command fell over", fault, command=type(request.command).__name__)
                    answer = RefusedAnswer(
                        request.id, "fault", "something is wrong on our side; nothing has changed"
                    )
                group.answers.append((request, answer))
            else:
                woken = wake(group.table, now)
                if woken is not None and woken.events:
                    group.append(entry_of(group.table, woken, THE_TABLE, "", now))
        return group

    def _fault(self, what: str, error: Exception, **known: str) -> None:
        self._server.metrics.faults.inc()
        log.error(what, exc_info=error, table=self.table.id, game=self.table.settings.game, **known)

    def _finish(self, group: Group) -> None:
        if self.table.sequence == group.after:
            before, self.table = self.table, group.table
            self._remember(group.entries)
            broadcast.tell(self, before, group.entries, group.answers)
            self.changed()
        else:
            # The log was read, these entries and later ones included, before we heard that they were written.
            broadcast.tell(self, self.table, (), group.answers)
        self.idle_since = time.monotonic()
        self._count(group.answers, self.idle_since)
        self._server.metrics.again.inc(group.repeated)
        for request in group.batch:
            if isinstance(request, WakeUp):
                request.done(self.table)
        self.busy = False
        if self._inbox:
            waiting, self._inbox = self._inbox, []
            for request in waiting:
                self.submit(request)

    def _remember(self, entries: list[Entry]) -> None:
        self.recent.extend(entries)
        if self.delayed is not None:
            self.delayed.expect(entries)

    def _count(self, answers: list[tuple[Ask, Answer]], now: float) -> None:
        tallies = self._server.metrics.tallies
        tallies.batches.inc()
        accepted = moves = 0
        for ask, answer in answers:
            tallies.latency.observe(now - ask.arrived)
            if isinstance(answer, RefusedAnswer):
                self._server.metrics.refused.labels(answer.code).inc()
            else:
                accepted += 1
                moves += isinstance(ask.command, _MOVES)
        tallies.commands.inc(accepted)
        self._moves.inc(moves)

    # What others appended
    async def refresh(self) -> None:
        """Catches up with the log. Raises StoreError."""
        self.learn(await self._server.store.entries(self.table.id, self.table.sequence))

    def learn(self, stored: Iterable[StoredEntry]) -> bool:
        """Takes in entries that another process made durable; False where one is missing in between."""
        fresh: list[Entry] = []
        table = self.table
        complete = True
        for one in stored:
            if one.sequence <= table.sequence:
                continue
            if one.sequence != table.sequence + 1:
                complete = False
                break
            entry = read_entry(table.settings.game, one)
            table = evolve(table, entry)
            fresh.append(entry)
        if fresh:
            PROCESS_CLOCK.heard(table.at)
            before, self.table = self.table, table
            self._row = None
            self._remember(fresh)
            broadcast.tell(self, before, fresh, [])
            self.changed()
        return complete


def _answered(group: Group, ask: Ask, known: dict[tuple[Guest, str], int], now: int) -> Answer:
    if known and (ask.sender, ask.id) in known:
        group.repeated += 1
        return Accepted(ask.id, known[ask.sender, ask.id])
    try:
        decision = decide(group.table, ask.sender, ask.id, ask.command, now)
    except Refused as no:
        return RefusedAnswer(ask.id, no.code, no.reason, no.rule, no.field, no.legal)
    if decision.repeated is not None:
        group.repeated += 1
        return Accepted(ask.id, decision.repeated)
    if decision.events:
        group.append(entry_of(group.table, decision, ask.sender, ask.id, now))
    return Accepted(ask.id, group.table.sequence)


def _nobody_looks() -> None:
    pass


def _forsake(batch: list[Ask | WakeUp]) -> None:
    for request in batch:
        if isinstance(request, WakeUp):
            request.done(None)
        elif request.reply is not None:
            request.reply(None)


class ServedByNewer(Unavailable):
    """This release cannot read the table's log: servers of a newer one can."""


def read_entry(game: str, stored: StoredEntry) -> Entry:
    """Raises ServedByNewer."""
    try:
        events = decode_events(game, stored.data)
    except NewerVersion as newer:
        raise ServedByNewer(str(newer)) from newer
    return Entry(stored.sequence, stored.at, Guest(stored.sender), stored.command, events)
