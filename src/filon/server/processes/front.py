"""Lets people in: looks at what a connection says first, without taking it, and hands the connection on.

Who says nothing costs a little memory for a while and is then let go. Nothing here reads past the first
bytes: who sends half a request, or nonsense, is handed on like everybody else, and answered by a process that
has limits for it.
"""

import asyncio
import contextlib
import re
import socket
import zlib
from collections.abc import Callable
from itertools import count
from typing import Final

import structlog

from filon.server.http.connection import REQUEST_WITHIN_S
from filon.server.limits import Quota, Rates, rate_limit_key
from filon.server.metrics import FrontMetrics
from filon.server.settings import ServerSettings
from filon.store import part_of

HANDED_OVER: Final = 2
"""Descriptors at most: a connection, and a pipe with what a process has read of it."""
_FIRST_BYTES: Final = 256
"""Enough to see which table a WebSocket is for."""
_LIVE: Final = re.compile(rb"GET /api/tables/([A-Za-z0-9_-]{1,40})/live[ ?]")
_BACKLOG: Final = 2048
_AT_ONCE: Final = 64
_PAUSE_S: Final = 0.1

log = structlog.stdlib.get_logger(__name__)


def part_of_viewers(first: bytes, parts: int) -> int | None:
    """Where a table's viewers go, by the first bytes of their request; None if it is something else."""
    live = _LIVE.match(first)
    return None if live is None else part_of(live[1].decode(), parts)


class Front:
    def __init__(
        self,
        listening: socket.socket,
        settings: ServerSettings,
        metrics: FrontMetrics,
        hand_on: Callable[[socket.socket, int], bool],
        *,
        patience_s: float = REQUEST_WITHIN_S,
    ) -> None:
        """`hand_on` gives a connection to the process of that number, or another one; False if to none.
        `patience_s` is shorter in tests alone.
        """
        self._listening = listening
        self._settings = settings
        self._metrics = metrics
        self._hand_on = hand_on
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[socket.socket, tuple[str, asyncio.TimerHandle]] = {}
        self._by_address = Quota(settings.connections_per_address)
        self._handshakes = Rates(settings.handshakes_per_second, settings.handshake_burst)
        self._turns = count()
        metrics.waiting.set_function(lambda: len(self._waiting))

    def open(self) -> None:
        self._listening.settimeout(0)
        self._listening.listen(_BACKLOG)
        self._loop.add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Closing again is fine."""
        if self._listening.fileno() < 0:
            return
        self._loop.remove_reader(self._listening)
        self._listening.close()
        for waiting in tuple(self._waiting):
            self._taken_from_waiting(waiting)
            waiting.close()

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                # Too many open files: those that wait in the system's queue are let in a little later.
                log.warning("nobody can be let in", error=error.strerror)
                self._loop.remove_reader(self._listening)
                self._loop.call_later(_PAUSE_S, self._go_on)
                return
            connection.settimeout(0)
            self._came(connection, rate_limit_key(peer[0]))

    def _go_on(self) -> None:
        if self._listening.fileno() >= 0:
            self._loop.add_reader(self._listening, self._accept)

    def _came(self, connection: socket.socket, address: str) -> None:
        # Behind a proxy all connections come from it, and it has limits of its own.
        known = "" if self._settings.trusted_proxies else address
        if known and self._handshakes.take(known):
            self._refuse(connection, "handshakes")
        elif len(self._waiting) >= self._settings.connections or (known and not self._by_address.take(known)):
            self._refuse(connection, "connections")
        else:
            timer = self._loop.call_later(self._patience_s, self._too_slow, connection)
            self._waiting[connection] = known, timer
            self._loop.add_reader(connection, self._spoke, connection)

    def _refuse(self, connection: socket.socket, limit: str) -> None:
        self._metrics.limited.labels(limit).inc()
        connection.close()

    def _too_slow(self, connection: socket.socket) -> None:
        self._taken_from_waiting(connection)
        self._refuse(connection, "slow")

    def _taken_from_waiting(self, connection: socket.socket) -> str:
        self._loop.remove_reader(connection)
        address, timer = self._waiting.pop(connection)
        timer.cancel()
        if address:
            self._by_address.give_back(address)
        return address

    def _spoke(self, connection: socket.socket) -> None:
        address = self._taken_from_waiting(connection)
        with contextlib.closing(connection), contextlib.suppress(OSError):
            first = connection.recv(_FIRST_BYTES, socket.MSG_PEEK)
            if first and self._hand_on(connection, self._part(first, address)):
                self._metrics.handed_on.inc()

    def _part(self, first: bytes, address: str) -> int:
        """A table's viewers to one process; everything else by address, so that what limits count by it is
        counted in one place, or in turn where all come from a proxy.
        """
        parts = self._settings.processes
        part = part_of_viewers(first, parts)
        if part is not None:
            return part
        return zlib.crc32(address.encode()) % parts if address else next(self._turns) % parts
