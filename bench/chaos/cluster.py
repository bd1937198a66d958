"""Real servers in processes of their own, over real PostgreSQL and Redis, and what is done to them."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
import psutil

from bench.chaos.ledger import FaultKind, Outage
from filon.games.contract import FilonError
from filon.store import migrate
from tests.services import Postgres, Redis

_ROOT: Final = Path(__file__).parents[2]
_START_WITHIN_S: Final = 90.0
_ORPHANS_WITHIN_S: Final = 3.0
_SETTLED_S: Final = 1.0
_PORTS: Final = range(21_000, 31_000)
"""Below those that the system gives to clients: one of them might else connect to itself while a server is
away.
"""
THIS_RELEASE: Final = ("-m", "filon.server.cli")
NEWER_RELEASE: Final = THIS_RELEASE
"""What a server is replaced by."""

_SETTINGS: Final = {
    "FILON_MESSAGES_PER_SECOND": "1000000",
    "FILON_MESSAGE_BURST": "1000000",
    "FILON_REQUESTS_PER_SECOND": "1000000",
    "FILON_REQUEST_BURST": "1000000",
    "FILON_CONNECTIONS_PER_ADDRESS": "1000000",
    "FILON_CONNECTIONS_PER_GUEST": "1000000",
    "FILON_GUESTS_PER_HOUR": "10000000",
    "FILON_TABLES_PER_HOUR": "10000000",
    "FILON_LOG_FORMAT": "json",
}
"""One address plays everybody. What time means is left as it is by default."""


class ChaosError(FilonError):
    """A server, PostgreSQL or Redis could not be started: nothing was measured."""


class _Said(msgspec.Struct):
    event: str = ""
    level: str = ""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class ServerProcess:
    """`filon serve`, on a port of its own that it keeps over restarts."""

    def __init__(self, number: int, environment: dict[str, str], errors: list[str]) -> None:
        self.number = number
        self.port = _free_port()
        self.up = False
        self.up_since = 0.0
        self.orphans = 0
        """Processes that outlived the server which had started them, and had to be ended by us."""
        self._environment = environment
        self._errors = errors
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self, release: Sequence[str] = THIS_RELEASE) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *release, "serve", "--port", str(self.port),
            env=self._environment, stderr=asyncio.subprocess.PIPE, limit=1 << 20, cwd=_ROOT,
        )  # fmt: skip
        serving: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(self._process, serving))
        try:
            async with asyncio.timeout(_START_WITHIN_S):
                await serving
        except TimeoutError:
            raise ChaosError(f"server {self.number} did not start: {self._errors[-3:]}") from None
        self.up = True
        self.up_since = time.monotonic()

    async def _read(self, process: asyncio.subprocess.Process, serving: "asyncio.Future[None]") -> None:
        assert process.stderr is not None
        latest = b""
        while line := await process.stderr.readline():
            latest = line
            try:
                said = msgspec.json.decode(line, type=_Said)
            except msgspec.DecodeError:
                said = _Said(level="error" if b"Error" in line or b"Traceback" in line else "")
            if said.event == "serving" and not serving.done():
                serving.set_result(None)
            if said.level in ("error", "critical"):
                self._errors.append(f"server {self.number}: {line.decode(errors='replace').strip()[:1000]}")
        if not serving.done():
            serving.set_exception(ChaosError(f"server {self.number} ended: {latest.decode()[:500]}"))

    @property
    def _pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """`kill -9` of the server; those that it had started are given the time to notice."""
        self.up = False
        assert self._process is not None
        children = psutil.Process(self._pid).children(recursive=True)
        self._process.kill()
        await self._ended(children)

    async def terminate(self) -> None:
        """As a host would."""
        self.up = False
        assert self._process is not None
        children = psutil.Process(self._pid).children(recursive=True)
        self._process.terminate()
        try:
            async with asyncio.timeout(_START_WITHIN_S):
                await self._ended(children)
        except TimeoutError:
            self._errors.append(f"server {self.number}: did not end when asked to")
            self._process.kill()
            await self._process.wait()

    async def _ended(self, children: list[psutil.Process]) -> None:
        assert self._process is not None
        await self._process.wait()
        asyncio.get_running_loop().create_task(self._reap(children)) if children else None

    async def _reap(self, children: list[psutil.Process]) -> None:
        give_up_at = time.monotonic() + _ORPHANS_WITHIN_S
        while children and time.monotonic() < give_up_at:
            await asyncio.sleep(0.2)
            children = [child for child in children if child.is_running()]
        for child in children:
            self.orphans += 1
            child.kill()

    def stop(self) -> None:
        self.up = False
        os.kill(self._pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self._pid, signal.SIGCONT)
        self.up = True

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            for child in psutil.Process(self._pid).children(recursive=True):
                child.kill()
            self._process.kill()
            await self._process.wait()
        if self._reading is not None:
            await self._reading


class Cluster:
    """One server over SQLite, or several over PostgreSQL and Redis."""

    def __init__(self, servers: int, folder: str) -> None:
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
            "FILON_REDIS_URL": self._redis.url if self._redis is not None else "",
        }
        self.servers = [ServerProcess(number, environment, self.errors) for number in range(servers)]
        self._releases = [THIS_RELEASE] * servers

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

    async def replace(self, meant: int) -> bool:
        """By the other release; the old one is asked to go first, as on a machine with one port."""
        server = self._hit(meant)
        if server is None:
            return False
        begin = now_ms()
        await server.terminate()
        old = self._releases[server.number]
        self._releases[server.number] = NEWER_RELEASE if old is THIS_RELEASE else THIS_RELEASE
        await self._again(server, "replace", begin)
        return True

    async def _again(self, server: ServerProcess, kind: FaultKind, begin: int) -> None:
        """As a supervisor would: a server that ends because the database is away is started once more."""
        give_up_at = time.monotonic() + _START_WITHIN_S
        while not server.up:
            try:
                await server.start(self._releases[server.number])
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
async def running(servers: int) -> AsyncIterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="filon-chaos-") as folder:
        cluster = await asyncio.to_thread(Cluster, servers, folder)
        try:
            await migrate(cluster.database)
            await asyncio.gather(*(server.start() for server in cluster.servers))
            yield cluster
        finally:
            await cluster.close()


def _free_port() -> int:
    first = os.getpid() * 7 % len(_PORTS)
    ports: list[int] = [*_PORTS[first:], *_PORTS[:first]]
    for port in ports:
        if port in _given:
            continue
        with socket.socket() as trying:
            try:
                trying.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given.add(port)
        return port
    raise ChaosError("no free port")


_given: set[int] = set()
