"""The HTTP side of a connection: uvicorn's, which has no limits of its own on who connects and how slowly."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from filon.server.limits import rate_limit_key

if TYPE_CHECKING:
    from filon.server.server import Server

REQUEST_WITHIN_S: Final = 20.0
"""From connecting, or from the answer before, until a whole request is there."""


class HttpConnection(H11Protocol):
    filon: "Server"

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._counted = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Behind a proxy all connections come from it; it has limits of its own, and requests are limited by
        # sender.
        if self.client is not None and not self.filon.settings.trusted_proxies:
            address = rate_limit_key(self.client[0])
            if not self.filon.http_by_address.take(address):
                self.filon.metrics.limited.labels("connections").inc()
                transport.abort()
                return
            self._counted = address
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

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

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._counted:
            self.filon.http_by_address.give_back(self._counted)
            self._counted = ""
