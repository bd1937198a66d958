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
from filon.server.rooms.admission import Farewell, Viewer
from filon.server.rooms.broadcast import Answer
from filon.server.rooms.delayed import DelayedView
from filon.server.rooms.requests import Ask, Group, ServedByNewer, WakeUp, answer_to, forsake, read_entry
from filon.server.rooms.rows import newly_finished, row_after
from filon.store import Conflict, Row, Store, StoreError, Unavailable
from filon.store import Entry as StoredEntry
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Entry,
    Guest,
    Screens,
    encode_events,
    entry_of,
    evolve,
    next_wake,
    wake,
)
from filon.tables.commands import Act, PlayFor
from filon.tables.model import Playing
from filon.tables.news import CATCH_UP
from filon.tables.protocol import RefusedAnswer

__all__ = ["Ask", "Room", "ServedByNewer", "WakeUp", "read_entry"]

_RECENT: Final = CATCH_UP
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

    def expel(self, room: "Room", viewer: Viewer, farewell: Farewell) -> None:
        """This viewer may not look any more."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


class Room:
    """`table` is always durable, and all `viewers` have been sent exactly that much of it."""

    def __init__(self, table: AnyTable, server: Surroundings) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.recent: deque[Entry] = deque(maxlen=_RECENT)
        self.delayed: DelayedView | None = None
        self.screens = Screens()
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
        """Answered by a later turn of the loop; what arrives in one turn is decided together.

        Whoever still holds a room that is gone hears that the answer is not known.
        """
        if self.gone:
            self._loop.call_soon(request.resolve, None)
            return
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
        """Decides nothing any more: whoever waits is told that the answer is not known. What the store was
        asked to write is still answered when it says so.
        """
        self.gone = True
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        waiting, self._inbox = self._inbox, []
        forsake(waiting)
        self.changed()

    def expel(self, viewer: Viewer, farewell: Farewell) -> None:
        self._server.expel(self, viewer, farewell)

    # Deciding
    def _next(self) -> None:
        self._gathering = None
        if self.gone:
            return
        batch, self._inbox = self._inbox, []
        try:
            group = self._decided(batch, {})
            if group.refused:
                # What is refused here may have been accepted: longer ago than the fold remembers, or by a
                # server that died before it told us.
                self._server.spawn(self._again(batch, 0))
            else:
                self._settle(group, 0)
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fell_over(batch, fault)

    def _fell_over(self, batch: list[Ask | WakeUp], fault: Exception) -> None:
        """A mistake of ours at one table must not stop its queue for ever, nor touch any other table."""
        if isinstance(fault, StoreError):
            log.warning("a table is let go, and read anew", table=self.table.id, error=str(fault))
        else:
            self._fault("a table fell over", fault)
        self.busy = False
        self.gone = True
        forsake(batch)
        self._server.lost(self)

    def _settle(self, group: Group, tries: int) -> None:
        if not group.entries:
            self._finish(group)
            return
        began = time.monotonic()
        row = row_after(group.table, group.wake_at, self._row, self._row_revised)
        stored = [
            StoredEntry(entry.sequence, entry.at, entry.sender, entry.command, encode_events(entry.events))
            for entry in group.entries
        ]
        finished = newly_finished(group.table, self.table if self._row is not None else None)
        self._server.store.append(
            row, stored, group.after, before=self._row, finished=finished
        ).add_done_callback(
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
        try:
            before = self.table.sequence
            if self._server.shared or tries:
                await self.refresh()
            known: dict[tuple[Guest, str], int] = {}
            doubtful: list[Ask] = []
            if tries and self.table.sequence == before:
                # Nobody was first, so one of these commands is in the log already.
                doubtful = [request for request in batch if isinstance(request, Ask) and request.id]
            looked_up: set[Ask] = set()
            while True:
                for ask in doubtful:
                    first = await self._server.store.answered(self.table.id, ask.sender, ask.id)
                    if first is not None:
                        known[ask.sender, ask.id] = first
                looked_up.update(doubtful)
                if self.gone:
                    raise Unavailable("the table was let go meanwhile")
                group = self._decided(batch, known)
                doubtful = [ask for ask in group.refused if ask not in looked_up]
                if not doubtful:
                    break
            self._settle(group, tries)
        except asyncio.CancelledError:
            self._fell_over(batch, Unavailable("the server ends"))
            raise
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fell_over(batch, fault)

    def _decided(self, batch: list[Ask | WakeUp], known: dict[tuple[Guest, str], int]) -> Group:
        group = Group(self.table, batch)
        now = max(now_ms(), self.table.at)
        for request in batch:
            if isinstance(request, Ask):
                try:
                    answer = answer_to(group, request, known, now)
                except Exception as fault:  # noqa: BLE001 - it is logged
                    # A mistake of ours in the law costs the one who found it an answer, and nobody a table.
                    self._fault("a command fell over", fault, command=type(request.command).__name__)
                    answer = RefusedAnswer(
                        request.id, "fault", "something is wrong on our side; nothing has changed"
                    )
                group.answers.append((request, answer))
                if request.id and type(answer) is RefusedAnswer:
                    group.refused.append(request)
            elif not self._woken(group, now):
                request.resolve(None)
        if group.entries:
            group.wake_at = next_wake(group.table)
            if group.wake_at is not None and group.wake_at <= now and self._woken(group, now):
                # An intermission that the last of them ended, for instance: nobody waits for the scheduler.
                group.wake_at = next_wake(group.table)
        return group

    def _woken(self, group: Group, now: int) -> bool:
        """Takes in what is due at the table, if anything is; False where that fell over."""
        try:
            woken = wake(group.table, now)
            if woken is not None and woken.events:
                group.append(entry_of(group.table, woken, THE_TABLE, "", now))
        except Exception as fault:  # noqa: BLE001 - it is logged
            self._fault("a wake-up fell over", fault)
            return False
        return True

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
        if group.again:
            self._server.metrics.again.inc(group.again)
        for request in group.batch:
            if isinstance(request, WakeUp):
                request.resolve(self.table)
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
        """Takes in entries that another process made durable; False where one is missing in between.

        Raises ServedByNewer, and whatever nonsense makes of the fold.
        """
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


def _nobody_looks() -> None:
    pass
