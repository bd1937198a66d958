"""The HTTP side of a connection: uvicorn's, which has no limits of its own on who connects, how slowly, and
in how many pieces.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from filon.server.limits import rate_limit_key

if TYPE_CHECKING:
    from filon.server.server import Server

REQUEST_WITHIN_S: Final = 20.0
"""From connecting, or from the answer before, until a whole request is there."""


_PIECES: Final = 500
"""Reads and chunks that one request may come in; one of 64 KiB over a poor network comes in some fifty."""
_UNASKED_BYTES: Final = 1 << 19
"""More than a body may have that are read at most after the head of a request: one read of the system's."""


class Metered(h11.Connection):
    """Gives up on a request that comes in too many pieces, or goes on after it was answered.

    A chunk of one byte costs as much as one of a thousand, and a read may hold ten thousand of them.
    """

    def __init__(self, most_bytes: int, head_bytes: int, give_up: Callable[[], None]) -> None:
        super().__init__(h11.SERVER, head_bytes)
        self._most_bytes = most_bytes
        self._give_up = give_up
        self._pieces = 0
        self._bytes = 0
        self._given_up = False

    def receive_data(self, data: bytes) -> None:
        self._bytes += len(data)
        self._pieces += 1
        super().receive_data(data)

    def next_event(self) -> Any:
        if not self._given_up:
            event = super().next_event()
            if type(event) is h11.Request:
                self._pieces = self._bytes = 0
            elif type(event) is h11.Data:
                self._pieces += 1
            if self._pieces <= _PIECES and self._bytes <= self._most_bytes:
                return event
            self._given_up = True
            self._give_up()
        return h11.NEED_DATA


class HttpConnection(H11Protocol):
    filon: "Server"
    first_words: bytes = b""
    """The head of a request that another process has read, and handed over with the connection."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        head_bytes = self.config.h11_max_incomplete_event_size
        assert head_bytes is not None
        self.conn = Metered(
            self.filon.settings.body_bytes + head_bytes + _UNASKED_BYTES, head_bytes, self._too_much
        )
        self._counted = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Behind a proxy all connections come from it; it has limits of its own, and requests are limited by
        # sender.
        if self.client is not None and not self.filon.settings.trusted_proxies:
            address = rate_limit_key(self.client[0])
            if self.filon.handshakes.take(address):
                self.filon.metrics.limited.labels("handshakes").inc()
                transport.abort()
                return
            if not self.filon.http_by_address.take(address):
                self.filon.metrics.limited.labels("connections").inc()
                transport.abort()
                return
            self._counted = address
        self._expect_request()
        if self.first_words:
            self.data_received(self.first_words)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()
        if self._handed_over(event):
            self.connections.discard(self)
            self.transport.abort()
        else:
            super().handle_websocket_upgrade(event)

    def _handed_over(self, event: h11.Request) -> bool:
        """A proxy that keeps connections may ask for a table on one that was opened for something else: it
        goes to the process where the table's other viewers are. Once at most, wherever it ends up.
        """
        siblings = self.filon.siblings
        if siblings is None or self.first_words or self.transport.get_write_buffer_size():
            return False
        lines = [b"GET %b HTTP/1.1\r\n" % event.target]
        lines += [b"%b: %b\r\n" % header for header in self.headers]
        return siblings.take_over(b"".join(lines) + b"\r\n", self.transport.get_extra_info("socket").fileno())

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_request()

    def _expect_request(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(REQUEST_WITHIN_S, self._too_slow)

    def _too_slow(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering or self.cycle.more_body:
            self.filon.metrics.limited.labels("slow").inc()
            self.transport.abort()

    def _too_much(self) -> None:
        self.filon.metrics.limited.labels("pieces").inc()
        self.transport.abort()

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._counted:
            self.filon.http_by_address.give_back(self._counted)
            self._counted = ""
