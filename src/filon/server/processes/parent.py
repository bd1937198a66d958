"""The parent of several processes: lets people in, carries news between them, starts those again that die.

It holds no table and opens no store once it has begun. Killed, it takes nothing along: its processes see that
it is gone, and end.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import structlog

from filon.games.contract import FilonError
from filon.server.app import listen
from filon.server.fanout.link import Begin, Link, Message, Ready, connect
from filon.server.metrics import FrontMetrics
from filon.server.processes.front import HANDED_OVER, Front
from filon.server.processes.switchboard import Member, Switchboard
from filon.server.settings import ServerSettings, unknown_settings
from filon.server.supervise import PAUSES_S, STEADY_S
from filon.store import Share, open_store

_END_WITHIN_S: Final = 30.0
"""A process that was asked to end is given so long, more than it gives those whom it answers."""

log = structlog.stdlib.get_logger(__name__)


class CannotStart(FilonError):  # noqa: N818
    """A process ended before it was ready for the first time; it has said why."""


class _Process(Member):
    """One of them, while it lives and after."""

    def __init__(self, number: int) -> None:
        super().__init__(str(number))
        self.number = number
        self.running: asyncio.subprocess.Process | None = None
        self.way: socket.socket | None = None
        """Connections go through it."""
        self.ready = asyncio.Event()

    def take(self, descriptors: Sequence[int]) -> bool:
        """A connection, and what was read of it if anything was; False if the process is not there, or does
        not come to fetch those before.
        """
        if self.way is None or not self.ready.is_set():
            return False
        try:
            socket.send_fds(self.way, [b"\0"], descriptors)
        except OSError:
            return False
        return True

    def end(self) -> None:
        """It cannot be heard any more: if it has not ended, it has to."""
        self.signal(signal.SIGTERM)

    def signal(self, number: signal.Signals) -> None:
        if self.running is not None:
            with contextlib.suppress(ProcessLookupError):
                self.running.send_signal(number)


class Parent:
    def __init__(self, settings: ServerSettings, listening: socket.socket) -> None:
        self._settings = settings
        self._processes = [_Process(number) for number in range(settings.processes)]
        self._ending = asyncio.Event()
        self._metrics = FrontMetrics()
        self._switchboard = Switchboard(list(self._processes), self._metrics)
        self._loop = asyncio.get_running_loop()
        self._front = Front(listening, settings, self._metrics, self._hand_on)
        share = -(-settings.bot_processes // settings.processes)
        each = msgspec.structs.replace(
            settings, bot_processes=share, connections=-(-settings.connections // settings.processes)
        )
        self._begin = msgspec.msgpack.encode(each)

    async def run(self, ready: Callable[[], None]) -> None:
        self._loop.add_signal_handler(signal.SIGTERM, self._ending.set)
        self._loop.add_signal_handler(signal.SIGINT, self._interrupted)
        keeping = [asyncio.create_task(self._keep(process)) for process in self._processes]
        ended = asyncio.create_task(self._ending.wait())
        try:
            started = asyncio.create_task(self._all_ready())
            await asyncio.wait((started, ended, *keeping), return_when=asyncio.FIRST_COMPLETED)
            if started.done():
                self._front.open()
                ready()
                await asyncio.wait((ended, *keeping), return_when=asyncio.FIRST_COMPLETED)
            started.cancel()
        finally:
            self._ending.set()
            self._front.close()
            for process in self._processes:
                process.signal(signal.SIGTERM)
            _, late = await asyncio.wait(keeping, timeout=_END_WITHIN_S)
            if late:
                log.warning("some processes did not end when asked to", count=len(late))
                for process in self._processes:
                    process.signal(signal.SIGKILL)
            ended.cancel()
            await asyncio.gather(ended, return_exceptions=True)
        await asyncio.gather(*keeping)

    def _interrupted(self) -> None:
        """Whoever presses Ctrl-C again does not want to wait."""
        if self._ending.is_set():
            for process in self._processes:
                process.signal(signal.SIGKILL)
        self._ending.set()

    async def _all_ready(self) -> None:
        for process in self._processes:
            await process.ready.wait()

    # Starting, and starting again
    async def _keep(self, process: _Process) -> None:
        failures = 0
        first = True
        while True:
            began = time.monotonic()
            try:
                status = await self._live(process)
            finally:
                was_ready = process.ready.is_set()
                await self._bury(process)
            if self._ending.is_set():
                return
            if first and not was_ready:
                raise CannotStart(f"process {process.number} did not start")
            first = False
            failures = 1 if time.monotonic() - began >= STEADY_S else failures + 1
            pause = PAUSES_S[min(failures, len(PAUSES_S)) - 1]
            self._metrics.restarts.inc()
            log.error(
                "a process ended and is started again",
                process=process.number, status=status, failures=failures, again_in_s=pause,
            )  # fmt: skip
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._ending.wait()
                    return

    async def _live(self, process: _Process) -> int | None:
        """From its start to its end; its exit status, None if the system does not start it."""
        link, link_there = socket.socketpair()
        process.way, way_there = socket.socketpair()
        process.way.settimeout(0)
        self._loop.add_reader(process.way, self._handed_back, process.way)
        with link_there, way_there:
            process.link = Link(lambda message: self._hear(process, message), process.end)
            process.link.emptied = process.caught_up
            await connect(process.link, link)
            passed = link_there.fileno(), way_there.fileno()
            try:
                # In a session of its own: Ctrl-C is the parent's to hear, who asks the others to end.
                process.running = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "filon.server.processes.child", process.name, *map(str, passed),
                    pass_fds=passed, start_new_session=True,
                )  # fmt: skip
            except OSError as error:
                log.error("a process cannot be started", process=process.number, error=error.strerror)
                return None
        process.send(Begin(self._begin, Share(process.number, len(self._processes))))
        if self._ending.is_set():
            process.signal(signal.SIGTERM)
        return await process.running.wait()

    async def _bury(self, process: _Process) -> None:
        process.ready.clear()
        process.running = None
        link, process.link = process.link, None
        if link is not None:
            await link.close()
        if process.way is not None:
            self._loop.remove_reader(process.way)
            process.way.close()
            process.way = None
        self._switchboard.gone(process)

    def _hand_on(self, connection: socket.socket, part: int) -> bool:
        return self._give((connection.fileno(),), part)

    def _give(self, descriptors: Sequence[int], part: int) -> bool:
        return any(one.take(descriptors) for one in (*self._processes[part:], *self._processes[:part]))

    def _handed_back(self, way: socket.socket) -> None:
        """A process was given a connection that belongs to another one."""
        with contextlib.suppress(OSError):
            said, descriptors, _, _ = socket.recv_fds(way, 1, HANDED_OVER)
            if not said:
                self._loop.remove_reader(way)
            elif descriptors:
                self._give(descriptors, said[0])
            for descriptor in descriptors:
                os.close(descriptor)

    def _hear(self, process: _Process, message: Message) -> None:
        if isinstance(message, Ready):
            process.ready.set()
        else:
            self._switchboard.hear(process, message)


async def serve(
    settings: ServerSettings, ready: Callable[[str, int], None] = lambda _host, _port: None
) -> None:
    """As `filon.server.app.serve`, by `settings.processes` processes."""
    for name in unknown_settings():
        log.warning("there is no such setting", name=name)
    listening = listen(settings.host, settings.port)
    try:
        store = await open_store(settings.database_url, migrate=settings.embedded)
        if settings.embedded and settings.embedded_worker:
            # Nobody else is there: whoever claimed a table was killed.
            await store.free_claims()
        await store.close()
        host, port = listening.getsockname()[:2]

        def begun() -> None:
            log.info(
                "serving", host=host, port=port, database=settings.database_url.partition(":")[0],
                processes=settings.processes,
            )  # fmt: skip
            ready(host, port)

        await Parent(settings, listening).run(begun)
    finally:
        listening.close()
