"""Everything that one process of Filon holds together, in the order it starts and ends."""

import asyncio
import time
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, TypeAlias

import structlog

from filon.bots.registry import read_all_bots
from filon.server.auth import Credential, identify
from filon.server.clock import PROCESS_CLOCK
from filon.server.fanout import open_fanout
from filon.server.fanout.contract import Fanout, Revoked, TablesDeleted
from filon.server.jobs.jobs import Jobs
from filon.server.limits import Quota, Rates
from filon.server.metrics import Metrics
from filon.server.rooms.checkpoints import Checkpoints
from filon.server.rooms.registry import Rooms
from filon.server.scheduler.queue import FairQueue
from filon.server.scheduler.scheduler import Scheduler
from filon.server.scheduler.thinking import Thinking
from filon.server.settings import ServerSettings
from filon.server.store_health import StoreHealth
from filon.server.supervise import Supervisor
from filon.store import ALL, Guest, Share, Store, StoreError, open_store

if TYPE_CHECKING:
    from filon.server.websocket.connection import WebSocketConnection

_LOOK_AFTER_S: Final = 2.0
_LOOKED_AFTER_AT_ONCE: Final = 100
_DELETED_AT_ONCE: Final = 200
_READ_AT_ONCE: Final = 2
"""Logs that are read back for somebody, at the same time."""
_DAY_MS: Final = 86_400_000
_OLD_JOBS_MS: Final = 30 * _DAY_MS
_HOUR_S: Final = 3600.0
_DRAIN_S: Final = 10.0

Question: TypeAlias = Literal["metrics", "trouble"]

log = structlog.stdlib.get_logger(__name__)


class Trouble(NamedTuple):
    code: str
    reason: str


class Siblings(Protocol):
    """The other processes of this machine, and their parent."""

    async def ask(self, question: Question) -> dict[str, str | None]:
        """By process, the answer; None of those that are not there or do not answer in time."""
        ...

    def take_over(self, head: bytes, connection: int) -> bool:
        """Gives a WebSocket, of which this head was read, to the process that it belongs to; False if that
        is this one, or it cannot be done. The descriptor stays the caller's to close.
        """
        ...


class Server:
    """Open with `open_server`, end with `close`."""

    def __init__(
        self,
        settings: ServerSettings,
        store: Store,
        fanout: Fanout,
        *,
        share: Share = ALL,
        siblings: Siblings | None = None,
    ) -> None:
        """One of several processes of a machine has its share of the tables, and siblings."""
        read_all_bots()  # their manners are asked for in the middle of games
        self.siblings = siblings
        self.number = str(share.part)
        """Its name among them."""
        self._share = share
        self.settings = settings
        self.store = store
        self.store_health = StoreHealth(store)
        self.fanout = fanout
        self.metrics = Metrics()
        self.supervisor = Supervisor(self.metrics)
        self.rooms = Rooms(settings, store, fanout, self.metrics, self.supervisor, share=share)
        queue = FairQueue(bots_alone=settings.bot_tables, bots_alone_each=settings.bot_tables_per_address)
        self.thinking = Thinking(settings.bot_processes, queue, self.metrics)
        self.scheduler = Scheduler(store, self.rooms, self.thinking, settings.bot_beat_ms, share)
        self.jobs = Jobs(store, self.rooms, self.metrics, niceness=settings.analysis_niceness)
        self.connections: set[WebSocketConnection] = set()
        self.by_address = Quota(settings.connections_per_address)
        self.http_by_address = Quota(settings.connections_per_address)
        self.by_guest = Quota(settings.connections_per_guest)
        # Guests have budgets of their own. Only those whom nobody knows share that of their address, so that
        # nobody's noise there keeps a player out.
        self.messages = Rates(settings.messages_per_second, settings.message_burst)
        self.requests = Rates(settings.requests_per_second, settings.request_burst)
        strangers = settings.stranger_requests_per_second, settings.stranger_request_burst
        self.stranger_requests = Rates(*strangers)
        self.stranger_hellos = Rates(*strangers)
        self.page_files = Rates(settings.page_files_per_second, settings.page_file_burst)
        self.reads = Rates(settings.read_entries_per_second, settings.read_entries_burst)
        self.reading = asyncio.Semaphore(_READ_AT_ONCE)
        self.checkpoints = Checkpoints()
        self.handshakes = Rates(settings.handshakes_per_second, settings.handshake_burst)
        self.new_guests = Rates(settings.guests_per_hour / _HOUR_S, settings.guests_per_hour)
        self.new_tables = Rates(settings.tables_per_hour / _HOUR_S, settings.tables_per_hour)
        self.new_links = Rates(settings.links_per_hour / _HOUR_S, settings.links_per_hour)
        self.new_analyses = Rates(settings.analyses_per_hour / _HOUR_S, settings.analyses_per_hour)
        self._ending_at: float | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.rooms.revoked = self._revoked
        self._revocations = 0
        self.metrics.connections.set_function(lambda: len(self.connections))
        self.metrics.players.set_function(
            lambda: sum(one.audience.playing and one.guest is not None for one in self.connections)
        )

    async def start(self, *, waking: bool) -> None:
        """`waking`: also play bots, watch clocks and put old tables away."""
        PROCESS_CLOCK.start_after(await self.store.latest_change())
        await self.rooms.start()
        self._tasks.append(self.supervisor.supervise("connections", self._look_after_connections))
        self._tasks.append(self.supervisor.supervise("store", self.store_health.watch))
        if waking:
            if self.settings.embedded and self.siblings is None:
                # Nobody else is there: whoever claimed a table was killed.
                await self.store.free_claims()
            self.scheduler.start(self.supervisor)
            if self._share.part == 0:  # one of a machine's processes is enough
                self.jobs.start(self.supervisor)
                self._tasks.append(self.supervisor.supervise("retention", self._retain))

    async def close(self) -> None:
        """What was accepted is answered or durable; the rest is found again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.scheduler.close()
        await self.jobs.close()
        try:
            await asyncio.wait_for(self.rooms.close(), _DRAIN_S)
        except TimeoutError:
            log.warning("some tables were still waiting for the store")
        await self.store.close()

    def revoke(self, revoked: Revoked) -> None:
        """Ends the connections of a token or guest that the store has just forgotten, on every server."""
        self._revoked(revoked)
        self.fanout.tell(revoked)

    def _revoked(self, revoked: Revoked) -> None:
        self._revocations += 1
        for connection in tuple(self.connections):
            connection.revoke(revoked)

    async def identify(self, shown: Credential | None) -> Guest | None:
        """Whom a credential is of; asks again where one was revoked meanwhile."""
        while True:
            before = self._revocations
            known = await identify(self.store, shown)
            if self._revocations == before:
                return known

    def ending_at(self) -> float:
        """When the end began, which is now if nobody asked before."""
        if self._ending_at is None:
            self._ending_at = time.monotonic()
        return self._ending_at

    @property
    def ending(self) -> bool:
        return self._ending_at is not None

    async def trouble(self) -> Trouble | None:
        """Why this process cannot serve now, if it cannot."""
        if self.ending:
            return Trouble("ending", "the server is ending")
        try:
            await self.store_health.require_ready()
        except StoreError as error:
            return Trouble("unavailable", f"the store is not ready: {type(error).__name__}")
        if not self.fanout.connected:
            where = "redis" if self.settings.redis_url else "the parent process"
            return Trouble("unavailable", f"{where} is not there")
        if failing := self.supervisor.failing():
            return Trouble("failing", f"failing again and again: {', '.join(failing)}")
        return None

    async def _look_after_connections(self) -> None:
        while True:
            connections = tuple(self.connections)
            # A few at a time: thousands at once would make somebody's move wait.
            pause = _LOOK_AFTER_S / (len(connections) // _LOOKED_AFTER_AT_ONCE + 1)
            for first in range(0, max(1, len(connections)), _LOOKED_AFTER_AT_ONCE):
                await asyncio.sleep(pause)
                now = time.monotonic()
                for connection in connections[first : first + _LOOKED_AFTER_AT_ONCE]:
                    connection.look_after(now)

    async def _retain(self) -> None:
        while True:
            try:
                await self.apply_retention()
            except StoreError as error:
                log.warning("expired tables could not be deleted", error=str(error))
            await asyncio.sleep(self.settings.retention_seconds)

    async def apply_retention(self) -> int:
        """Finished and abandoned tables, and guests long gone; how many tables went."""
        settings = self.settings
        now = PROCESS_CLOCK.earliest_ms()
        finished = now - int(settings.finished_days * _DAY_MS)
        abandoned = now - int(settings.abandoned_days * _DAY_MS)
        count = 0
        while tables := await self.store.delete_expired(finished, abandoned, _DELETED_AT_ONCE):
            count += len(tables)
            self.metrics.deleted.inc(len(tables))
            self.rooms.deleted(tuple(tables))
            self.fanout.tell(TablesDeleted(tuple(tables)))
        gone = now - int(settings.idle_guest_days * _DAY_MS)
        await self.store.delete_old_jobs(now - _OLD_JOBS_MS)
        while await self.store.forget_idle_guests(gone, now, _DELETED_AT_ONCE) >= _DELETED_AT_ONCE:
            pass
        if count:
            log.info("expired tables were deleted", tables=count)
        return count


async def open_server(settings: ServerSettings) -> Server:
    """The embedded database is brought up to date on the way; a shared one must be, by `filon migrate`."""
    store = await open_store(settings.database_url, migrate=settings.embedded)
    return Server(settings, store, open_fanout(settings.redis_url))


async def open_sibling(settings: ServerSettings, relay: Fanout, share: Share, siblings: Siblings) -> Server:
    """One of several, whose parent has brought the database up to date."""
    store = await open_store(settings.database_url, migrate=False)
    fanout = open_fanout(settings.redis_url) if settings.redis_url else relay
    return Server(settings, store, fanout, share=share, siblings=siblings)
