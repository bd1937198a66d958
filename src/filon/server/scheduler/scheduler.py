"""Clocks and bots: tables whose time has come are claimed, woken, and their bots asked.

`filon serve` does this beside serving, `filon worker` does nothing else; any number of either may run, since
a claim keeps others off and the log decides where two went ahead all the same.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

import structlog

from filon.bots import level
from filon.bots.pace import rest_ms
from filon.games.registry import GAMES
from filon.server.clock import now_ms
from filon.server.rooms.registry import Rooms
from filon.server.rooms.room import Ask, Room, ServedByNewer, WakeUp, read_entry
from filon.server.scheduler.thinking import Thinking
from filon.server.supervise import Supervisor
from filon.store import Store, StoreError
from filon.tables import THE_TABLE, BotTurn, past_of
from filon.tables.commands import PlayFor
from filon.tables.model import Playing

_POLL_S: Final = 1.0
"""How often the store is asked without being told: covers news that got lost and processes that died."""
_LEASE_MS: Final = 30_000
_CLAIMS: Final = 64
_AT_ONCE: Final = 256

log = structlog.stdlib.get_logger(__name__)


class Scheduler:
    def __init__(self, store: Store, rooms: Rooms, thinking: Thinking) -> None:
        self._store = store
        self._rooms = rooms
        self._thinking = thinking
        self._owner = secrets.token_hex(8)
        """Whose claims are ours: another process, or this one started again, has another name."""
        self._for_newer: set[str] = set()
        """Tables that this release cannot read: left to the newer servers that can."""
        self._earliest = float("inf")
        self._told = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
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
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinking.close()
        with contextlib.suppress(StoreError):
            await self._store.free_claims(self._owner)

    async def _run(self) -> None:
        polled = 0.0
        while True:
            try:
                if now_ms() >= self._earliest or time.monotonic() - polled >= _POLL_S:
                    polled = time.monotonic()
                    await self._claim()
                await self._until_due()
            except StoreError as error:
                log.warning("cannot look for tables that are due", error=str(error))
                await asyncio.sleep(_POLL_S)

    async def _until_due(self) -> None:
        pause = min(_POLL_S, max(0.0, (self._earliest - now_ms()) / 1000))
        self._told.clear()
        if pause:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), pause)

    async def _claim(self) -> None:
        while len(self._tasks) < _AT_ONCE:
            self._earliest = float("inf")
            tables = await self._store.claim_due(
                self._owner, now_ms(), _CLAIMS, _LEASE_MS, skip=self._for_newer
            )
            for table in tables:
                task = asyncio.create_task(self._wake(table))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            if len(tables) < _CLAIMS:
                at = await self._store.next_due(skip=self._for_newer)
                if at is not None:
                    self.due(at)
                return
        self._earliest = now_ms() + 20

    async def _wake(self, table: str) -> None:
        try:
            room = await self._rooms.get(table)
            if room is None:
                return
            self._rooms.metrics.wakes.inc()
            woken: asyncio.Future[tuple[BotTurn, ...] | None] = asyncio.get_running_loop().create_future()
            room.submit(WakeUp(lambda turns: None if woken.done() else woken.set_result(turns)))
            turns = await woken
            if turns:
                async with asyncio.TaskGroup() as bots:
                    for turn in turns:
                        bots.create_task(self._play(room, turn))
            await self._store.release(self._owner, [table])
        except ServedByNewer:
            self._for_newer.add(table)
            with contextlib.suppress(StoreError):
                await self._store.release(self._owner, [table])
        except StoreError as error:
            log.warning("a table could not be woken", table=table, error=str(error))

    async def _play(self, room: Room, turn: BotTurn) -> None:
        began = time.monotonic()
        thoughtful = level(turn.level).remembers
        past = await self._past(room, turn) if thoughtful else ()
        settings = room.table.settings
        action = await self._thinking.choose(settings.game, turn, past)
        if thoughtful:
            spent_ms = round(1000 * (time.monotonic() - began))
            await asyncio.sleep(rest_ms(spent_ms, settings.bot_pause_ms) / 1000)
        done = asyncio.Event()
        choice = PlayFor(turn.seat, action, on=turn.sequence)
        room.submit(
            Ask(
                THE_TABLE,
                f"bot:{turn.seat}:{turn.sequence}",
                choice,
                reply=lambda _answer: done.set(),
            )
        )
        await done.wait()

    async def _past(self, room: Room, turn: BotTurn) -> Sequence[Any]:
        """What the seat has seen up to its turn, read from the log: only bots that remember cost that."""
        table = room.table
        if not isinstance(table.phase, Playing):
            return ()
        try:
            stored = await self._store.entries(table.id, table.phase.started - 1)
        except StoreError as error:
            # Better a forgetful bot than a table that waits.
            log.warning("a bot could not look back", table=table.id, error=str(error))
            return ()
        game = table.settings.game
        entries = [read_entry(game, one) for one in stored if one.sequence <= turn.sequence]
        return past_of(GAMES[game], turn.seat, entries)
