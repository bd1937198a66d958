"""Clocks and bots: tables whose time has come are claimed, woken, and their bots asked.

`filon serve` does this beside serving, `filon worker` does nothing else; any number of either may run, since
a claim keeps others off and the log decides where two went ahead all the same. Claims are short and renewed
while their table is looked after: a process that dies leaves its tables to the others a moment later.
"""

import asyncio
import contextlib
import secrets
import time
from typing import Final

import structlog

from filon.server.clock import now_ms
from filon.server.rooms.registry import Rooms
from filon.server.rooms.room import ServedByNewer
from filon.server.scheduler.attendant import Attendant
from filon.server.scheduler.thinking import Thinking
from filon.server.supervise import Supervisor
from filon.store import ALL, Share, Store, StoreError

_POLL_S: Final = 1.0
"""How often the store is asked without being told: covers news that got lost and processes that died."""
_RENEW_S: Final = 0.5
LEASE_MS: Final = 2_000
_LEFT_WAITING_MS: Final = 200
"""So late a table is anybody's, whichever process it is the share of."""
_CLAIMS: Final = 256
_AT_ONCE: Final = 4096
"""Tables looked after at once. Those whose bots wait for their turn to think count too, so that it is the
fair queue that decides who waits and not who was claimed first.
"""
_NEVER: Final = float("inf")

log = structlog.stdlib.get_logger(__name__)


class _Claim:
    """A table that is looked after here."""

    __slots__ = ("again", "attendant", "missed", "task")

    def __init__(self) -> None:
        self.attendant: Attendant | None = None
        self.task: asyncio.Task[None] | None = None
        self.again = False
        """It was claimed once more, as an append had ended the claim."""
        self.missed = False
        """The claim was not ours any more when it was last renewed."""


class Scheduler:
    def __init__(
        self, store: Store, rooms: Rooms, thinking: Thinking, beat_ms: int, share: Share = ALL
    ) -> None:
        """Tables of other shares are taken up where they have been left waiting."""
        self._store = store
        self._rooms = rooms
        self._thinking = thinking
        self._beat_ms = beat_ms
        self._share = share
        self._looked_at_others = 0.0
        self._owner = secrets.token_hex(8)
        """Whose claims are ours: another process, or this one started again, has another name."""
        self._for_newer: set[str] = set()
        """Tables that this release cannot read: left to the newer servers that can."""
        self._earliest = _NEVER
        self._told = asyncio.Event()
        self._claims: dict[str, _Claim] = {}
        self._runner: asyncio.Task[None] | None = None
        rooms.due = self.due

    def due(self, at: int) -> None:
        """A table wants to be woken at this time."""
        if at < self._earliest:
            self._earliest = at
            self._told.set()

    def start(self, supervisor: Supervisor) -> None:
        self._runner = supervisor.supervise("scheduler", self._run)

    async def close(self) -> None:
        """Lets go of what is under way: another process, or the next start, takes it up at once."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        tasks = [claim.task for claim in self._claims.values() if claim.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinking.close()
        with contextlib.suppress(StoreError):
            await self._store.free_claims(self._owner)

    async def _run(self) -> None:
        """One loop claims and renews, so that neither is surprised by the other."""
        polled = renewed = 0.0
        while True:
            try:
                if time.monotonic() - renewed >= _RENEW_S:
                    renewed = time.monotonic()
                    await self._renew()
                if now_ms() >= self._earliest or time.monotonic() - polled >= _POLL_S:
                    polled = time.monotonic()
                    await self._claim()
                await self._until_due(min(polled + _POLL_S, renewed + _RENEW_S) - time.monotonic())
            except StoreError as error:
                log.warning("cannot look for tables that are due", error=str(error))
                await asyncio.sleep(_POLL_S)

    async def _until_due(self, longest_s: float) -> None:
        pause = min(longest_s, (self._earliest - now_ms()) / 1000)
        self._told.clear()
        if pause > 0:
            # Not `wait_for`: Python 3.11's forgets a cancellation that comes when it is told.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._told.wait()

    async def _claim(self) -> None:
        if len(self._claims) < _AT_ONCE:
            self._earliest = _NEVER
            skip, share = self._for_newer, self._share
            tables = await self._store.claim_due(
                self._owner, now_ms(), _CLAIMS, LEASE_MS, skip=skip, share=share
            )
            for table in tables:
                self._look_after(table)
            await self._help_out()
            at = now_ms() if len(tables) == _CLAIMS else await self._store.next_due(skip=skip, share=share)
            if at is not None:
                self.due(at)
        else:
            self._earliest = now_ms() + 20

    async def _help_out(self) -> None:
        """The process whose tables these are has died, or has too much to do."""
        if self._share == ALL or time.monotonic() - self._looked_at_others < _POLL_S:
            return
        self._looked_at_others = time.monotonic()
        since = now_ms() - _LEFT_WAITING_MS
        for table in await self._store.claim_due(
            self._owner, since, _CLAIMS, LEASE_MS + _LEFT_WAITING_MS, skip=self._for_newer
        ):
            self._look_after(table)

    def _look_after(self, table: str) -> None:
        claim = self._claims.get(table)
        if claim is None:
            claim = self._claims[table] = _Claim()
            claim.task = asyncio.create_task(self._attend(table, claim))
        else:
            claim.again = True
            claim.missed = False
            if claim.attendant is not None:
                claim.attendant.look()

    async def _attend(self, table: str, claim: _Claim) -> None:
        try:
            while True:
                claim.again = False
                room = await self._rooms.get(table)
                if room is not None:
                    self._rooms.metrics.wakes.inc()
                    claim.attendant = Attendant(room, self._store, self._thinking, self._beat_ms)
                    await claim.attendant.attend()
                await self._store.release(self._owner, [table])
                if not claim.again:
                    return
        except ServedByNewer:
            self._for_newer.add(table)
            with contextlib.suppress(StoreError):
                await self._store.release(self._owner, [table])
        except StoreError as error:
            log.warning("a table could not be woken", table=table, error=str(error))
        except Exception as fault:
            # A mistake of ours at one table is tried again, and touches no other table.
            self._rooms.metrics.faults.inc()
            log.error("a table could not be looked after", exc_info=fault, table=table)
        finally:
            del self._claims[table]

    async def _renew(self) -> None:
        held = await self._store.renew(self._owner, now_ms(), LEASE_MS)
        for table, claim in tuple(self._claims.items()):
            if table in held:
                claim.missed = False
            elif not claim.missed:
                # Mostly an append of our own that ended it; then the table is due, and claimed again now.
                claim.missed = True
                self._earliest = 0
            elif claim.task is not None:
                self._rooms.metrics.claims_lost.inc()
                claim.task.cancel()
        left = held - self._claims.keys()
        if left:
            # Looking after them failed; without this they would be renewed for ever.
            await self._store.release(self._owner, sorted(left))
