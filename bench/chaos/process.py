"""`filon serve` as a process that is killed, stopped, ended and started again."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import Final

import msgspec
import psutil

from bench.chaos.http import request
from filon.games.contract import FilonError

START_WITHIN_S: Final = 90.0
_ROOT: Final = Path(__file__).parents[2]
_ORPHANS_WITHIN_S: Final = 10.0
_SAID: Final = 600
_PORTS: Final = range(21_000, 31_000)
"""Below those that the system gives to clients: one of them might else connect to itself while a server is
away.
"""
_STARTED_AGAIN: Final = "a process ended and is started again"
"""What a server says of a process that we killed."""
_given: set[int] = set()


class ChaosError(FilonError):
    """A server, PostgreSQL or Redis could not be started: nothing was measured."""


class _Said(msgspec.Struct):
    event: str = ""
    level: str = ""


class ServerProcess:
    """`filon serve`, on a port of its own that it keeps over restarts."""

    def __init__(self, number: int, environment: dict[str, str], errors: list[str]) -> None:
        self.number = number
        self.port = _free_port()
        self.up = False
        self.up_since = 0.0
        self.release: Path | None = None
        """The folder of its sources, if they are not ours."""
        self.orphans = 0
        """Processes that outlived the server which had started them, and had to be ended by us."""
        self._environment = environment
        self._errors = errors
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        sources = {"PYTHONPATH": str(self.release)} if self.release is not None else {}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "filon.server.cli", "serve", "--port", str(self.port),
            env={**self._environment, **sources}, stderr=asyncio.subprocess.PIPE, limit=1 << 20, cwd=_ROOT,
        )  # fmt: skip
        serving: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(self._process, serving))
        try:
            async with asyncio.timeout(START_WITHIN_S):
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
            if said.level in ("error", "critical") and said.event != _STARTED_AGAIN:
                self._errors.append(f"server {self.number}: {_shortened(line)}")
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

    async def kill_process(self, number: int) -> bool:
        """`kill -9` of one of the server's processes, and until it is there again; False if it is not now."""
        for child in psutil.Process(self._pid).children():
            with contextlib.suppress(psutil.Error):
                if child.cmdline()[2:4] == ["filon.server.processes.child", str(number)]:
                    child.kill()
                    await self._ready_again()
                    return True
        return False

    async def _ready_again(self) -> None:
        """Or killed itself meanwhile."""
        give_up_at = time.monotonic() + START_WITHIN_S
        while self.up:
            with contextlib.suppress(OSError):
                if (await request(self.port, "GET", "/readyz")).status == HTTPStatus.OK:
                    return
            if time.monotonic() > give_up_at:
                raise ChaosError(f"server {self.number} did not start its process again")
            await asyncio.sleep(0.1)

    async def terminate(self) -> None:
        """As a host would."""
        self.up = False
        assert self._process is not None
        children = psutil.Process(self._pid).children(recursive=True)
        self._process.terminate()
        try:
            async with asyncio.timeout(START_WITHIN_S):
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


def _shortened(line: bytes) -> str:
    """What happened is at the beginning, and why at the end."""
    text = line.decode(errors="replace").strip()
    return text if len(text) <= 2 * _SAID else f"{text[:_SAID]} ... {text[-_SAID:]}"


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
