"""Everything that one process of Filon holds together, in the order it starts and ends."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

import structlog

from filon.server.fanout import Fanout, PutAway, open_fanout
from filon.server.limits import Quota, Rates
from filon.server.metrics import Metrics
from filon.server.room import now_ms
from filon.server.rooms import Rooms
from filon.server.settings import Settings
from filon.server.thinking import Thinking
from filon.server.wakes import Wakes
from filon.store import Store, StoreError, open_store

if TYPE_CHECKING:
    from filon.server.live import Live

_LOOK_AFTER_S: Final = 2.0
_LOOKED_AFTER_AT_ONCE: Final = 100
_PUT_AWAY_AT_ONCE: Final = 200
_DAY_MS: Final = 86_400_000
_HOUR_S: Final = 3600.0
_DRAIN_S: Final = 10.0

log = structlog.stdlib.get_logger(__name__)


class House:
    """Open with `open_house`, end with `close`."""

    def __init__(self, settings: Settings, store: Store, fanout: Fanout) -> None:
        self.settings = settings
        self.store = store
        self.fanout = fanout
        self.metrics = Metrics()
        self.rooms = Rooms(settings, store, fanout, self.metrics)
        self.thinking = Thinking(settings.bot_processes, self.metrics)
        self.wakes = Wakes(store, self.rooms, self.thinking)
        self.connections: set[Live] = set()
        self.by_address = Quota(settings.connections_per_address)
        self.http_by_address = Quota(settings.connections_per_address)
        self.by_guest = Quota(settings.connections_per_guest)
        self.messages = Rates(settings.messages_per_second, settings.message_burst)
        self.requests = Rates(settings.requests_per_second, settings.request_burst)
        self.new_guests = Rates(settings.guests_per_hour / _HOUR_S, settings.guests_per_hour)
        self.new_tables = Rates(settings.tables_per_hour / _HOUR_S, settings.tables_per_hour)
        self.new_links = Rates(settings.links_per_hour / _HOUR_S, settings.links_per_hour)
        self._ending_at: float | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.metrics.connections.set_function(lambda: len(self.connections))
        self.metrics.players.set_function(
            lambda: sum(one.audience.playing and one.guest is not None for one in self.connections)
        )

    async def start(self, *, waking: bool) -> None:
        """`waking`: also play bots, watch clocks and put old tables away."""
        await self.rooms.start()
        self._tasks.append(asyncio.create_task(self._look_after_connections(), name="connections"))
        if waking:
            self.wakes.start()
            self._tasks.append(asyncio.create_task(self._retain(), name="retention"))

    async def close(self) -> None:
        """What was accepted is answered or durable; the rest is found again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.wakes.close()
        try:
            await asyncio.wait_for(self.rooms.close(), _DRAIN_S)
        except TimeoutError:
            log.warning("some tables were still waiting for the store")
        await self.store.close()

    def ending_at(self) -> float:
        """When the end began, which is now if nobody asked before."""
        if self._ending_at is None:
            self._ending_at = time.monotonic()
        return self._ending_at

    @property
    def ending(self) -> bool:
        return self._ending_at is not None

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
                await self.put_away_old()
            except StoreError as error:
                log.warning("old tables could not be put away", error=str(error))
            await asyncio.sleep(self.settings.retention_seconds)

    async def put_away_old(self) -> int:
        """Finished and abandoned tables, and guests long gone; how many tables went."""
        settings = self.settings
        now = now_ms()
        finished = now - int(settings.finished_days * _DAY_MS)
        abandoned = now - int(settings.abandoned_days * _DAY_MS)
        count = 0
        while tables := await self.store.put_away(finished, abandoned, _PUT_AWAY_AT_ONCE):
            count += len(tables)
            self.metrics.put_away.inc(len(tables))
            self.rooms.put_away(tuple(tables))
            self.fanout.tell(PutAway(tuple(tables)))
        gone = now - int(settings.idle_guest_days * _DAY_MS)
        while await self.store.forget_idle_guests(gone, now, _PUT_AWAY_AT_ONCE) >= _PUT_AWAY_AT_ONCE:
            pass
        if count:
            log.info("old tables were put away", tables=count)
        return count


async def open_house(settings: Settings) -> House:
    """The embedded database is brought up to date on the way; a shared one must be, by `filon migrate`."""
    store = await open_store(settings.database_url, migrate=settings.embedded)
    return House(settings, store, open_fanout(settings.redis_url))
