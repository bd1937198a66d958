"""Real servers in processes of their own, over real PostgreSQL and Redis, and what is done to them."""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bench.chaos.ledger import FaultKind, Outage
from bench.chaos.process import START_WITHIN_S, ChaosError, ServerProcess
from bench.server.measure import ROOMY
from filon.store import migrate
from tests.server.newer import newer_release
from tests.services import Postgres, Redis

_SETTLED_S: Final = 1.0

_SETTINGS: Final = {**ROOMY, "FILON_CONNECTIONS_PER_GUEST": "1000000", "FILON_LOG_FORMAT": "json"}
"""Limits that one address with all players does not meet. What time means is left as it is by default."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Cluster:
    """One server over SQLite, or several over PostgreSQL and Redis; each of one process or more."""

    def __init__(self, servers: int, folder: str, processes: int = 1) -> None:
        self.errors: list[str] = []
        """What the servers said about faults of their own."""
        self.outages: list[Outage] = []
        self._postgres = Postgres() if servers > 1 else None
        self._redis = Redis() if servers > 1 else None
        self.database = f"sqlite:///{folder}/filon.db"
        if self._postgres is not None:
            self.database = self._postgres.fresh_database()
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("FILON_") and name != "PYTHONDONTWRITEBYTECODE"  # a start is much quicker
        }
        environment = {
            **clean,
            **_SETTINGS,
            "FILON_DATABASE_URL": self.database,
            "FILON_PROCESSES": str(processes),
            "FILON_REDIS_URL": self._redis.url if self._redis is not None else "",
        }
        self.servers = [ServerProcess(number, environment, self.errors) for number in range(servers)]
        self._newer = newer_release(Path(folder) / "newer")

    @property
    def orphans(self) -> int:
        return sum(server.orphans for server in self.servers)

    def _hit(self, meant: int, *, even_the_last: bool = False) -> ServerProcess | None:
        """The one that is meant or the next that has been up for long enough to have players; None if there
        is none, or no other would be left.
        """
        up = [server for server in self.servers if server.up]
        if len(up) == 1 and len(self.servers) > 1 and not even_the_last:
            return None
        turned = self.servers[meant:] + self.servers[:meant]
        settled_since = time.monotonic() - _SETTLED_S
        return next((one for one in turned if one.up and one.up_since < settled_since), None)

    async def kill(self, meant: int, *, even_the_last: bool) -> bool:
        server = self._hit(meant, even_the_last=even_the_last)
        if server is None:
            return False
        begin = now_ms()
        await server.kill()
        await self._again(server, "kill", begin)
        return True

    async def kill_process(self, meant: int, number: int) -> bool:
        """Of a server that lives on, and starts it again itself."""
        server = self._hit(meant, even_the_last=True)
        if server is None:
            return False
        begin = now_ms()
        if not await server.kill_process(number):
            return False
        self.outages.append(Outage("kill", server.number, begin, now_ms()))
        return True

    async def replace(self, meant: int) -> bool:
        """By a newer release, or where that was done before by ours again. The old one is asked to go first,
        as on a machine with one port.
        """
        server = self._hit(meant)
        if server is None:
            return False
        begin = now_ms()
        await server.terminate()
        server.release = self._newer if server.release is None else None
        await self._again(server, "replace", begin)
        return True

    async def _again(self, server: ServerProcess, kind: FaultKind, begin: int) -> None:
        """As a supervisor would: a server that ends because the database is away is started once more."""
        give_up_at = time.monotonic() + START_WITHIN_S
        while not server.up:
            try:
                await server.start()
            except ChaosError:
                if time.monotonic() > give_up_at:
                    raise
                await asyncio.sleep(0.2)
        self.outages.append(Outage(kind, server.number, begin, now_ms()))

    async def stop(self, meant: int, lasts_s: float) -> bool:
        server = self._hit(meant)
        if server is None:
            return False
        begin = now_ms()
        server.stop()
        try:
            await asyncio.sleep(lasts_s)
        finally:
            server.go_on()
            self.outages.append(Outage("stop", server.number, begin, now_ms()))
        return True

    async def redis_away(self, lasts_s: float) -> bool:
        assert self._redis is not None
        begin = now_ms()
        await asyncio.to_thread(self._redis.kill)
        try:
            await asyncio.sleep(lasts_s)
        finally:
            await asyncio.to_thread(self._redis.start)
            self.outages.append(Outage("redis", None, begin, now_ms()))
        return True

    async def restart_postgres(self) -> bool:
        assert self._postgres is not None
        begin = now_ms()
        await asyncio.to_thread(self._postgres.kill)
        await asyncio.to_thread(self._postgres.start)
        self.outages.append(Outage("postgres", None, begin, now_ms()))
        return True

    async def close(self) -> None:
        await asyncio.gather(*(server.close() for server in self.servers))
        for service in (self._postgres, self._redis):
            if service is not None:
                await asyncio.to_thread(service.stop)


@asynccontextmanager
async def running(servers: int, processes: int = 1) -> AsyncIterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="filon-chaos-") as folder:
        cluster = await asyncio.to_thread(Cluster, servers, folder, processes)
        try:
            await migrate(cluster.database)
            await asyncio.gather(*(server.start() for server in cluster.servers))
            yield cluster
        finally:
            await cluster.close()
