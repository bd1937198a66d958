"""The web application: HTTP by Litestar, WebSockets by websocket/, both on uvicorn."""

import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import structlog
import uvicorn
from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from filon.games.contract import FilonError
from filon.server.http.again import Again, ContinueFrom
from filon.server.http.analyses import Analyses, AskAnalysis
from filon.server.http.caller import optional_guest, required_guest
from filon.server.http.connection import HttpConnection
from filon.server.http.daily import Attempt, Dailies
from filon.server.http.deals import Deals, PlayDealAgainst, ShareDeal
from filon.server.http.guests import Guests, NewGuest, Rename, TakeLink
from filon.server.http.health import healthz, metrics, readyz
from filon.server.http.hints import Hints
from filon.server.http.history import History
from filon.server.http.mine import Mine
from filon.server.http.pages import web_routes
from filon.server.http.problems import HANDLERS
from filon.server.http.record import MyRecords
from filon.server.http.replays import Replays
from filon.server.http.security import SecurityMiddleware
from filon.server.http.tables import Sent, Tables
from filon.server.server import Server, open_server
from filon.server.settings import ServerSettings, unknown_settings
from filon.server.websocket.connection import WebSocketConnection
from filon.tables import Settings as TableSettings

_HEAD_BYTES: Final = 16_384

log = structlog.stdlib.get_logger(__name__)


def make_app(server: Server) -> Litestar:
    openapi = OpenAPIConfig(
        title="Filon",
        version="1",
        description="Treasure games, played over HTTP and WebSocket. See docs/protocol.md.",
        path="/api/schema",
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="A guest's token")
            }
        ),
        security=[{"token": []}, {}],
        use_handler_docstrings=True,
    )

    async def the_server() -> Server:
        return server

    app = Litestar(
        [
            Guests,
            Tables,
            Mine,
            Hints,
            History,
            Replays,
            Again,
            Deals,
            Analyses,
            MyRecords,
            Dailies,
            healthz,
            readyz,
            metrics,
            *web_routes(server.settings),
        ],
        dependencies={
            "server": Provide(the_server),
            "visitor": Provide(optional_guest),
            "caller": Provide(required_guest),
        },
        exception_handlers=HANDLERS,
        middleware=[],
        openapi_config=openapi,
        request_max_body_size=server.settings.body_bytes,
        logging_config=None,
        debug=False,
    )
    _describe_strictness(app)
    return app


def _describe_strictness(app: Litestar) -> None:
    """Litestar does not say of a struct that takes no unknown fields that it takes none."""
    received = (
        *(NewGuest, Rename, TakeLink, TableSettings, Sent, AskAnalysis, Attempt),
        *(ContinueFrom, ShareDeal, PlayDealAgainst),
    )
    strict = {kind.__name__ for kind in _structs_in(received)}
    for schema in (app.openapi_schema.components.schemas or {}).values():
        if schema.title in strict:
            schema.additional_properties = False


def _structs_in(roots: tuple[Any, ...]) -> set[type[msgspec.Struct]]:
    """Those that these are made of, and that forbid unknown fields."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = [msgspec.inspect.type_info(root) for root in roots]
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType(cls=cls, fields=fields, forbid_unknown_fields=strict):
                if strict and cls not in found:
                    found.add(cls)
                    waiting += [field.type for field in fields]
            case msgspec.inspect.UnionType(types=types):
                waiting += types
            case _:
                pass
    return found


class UvicornServer(uvicorn.Server):
    """Tells the server when the end begins, before the first connection hears of it."""

    server: Server

    async def shutdown(self, sockets: Any = None) -> None:
        self.server.ending_at()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn's own raises the signal again at the end, which would leave no time to close the server."""
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class CannotListen(FilonError):  # noqa: N818
    """The address is not ours, or somebody else listens there."""


def listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotListen(f"cannot listen on {host}: {error}") from None
    try:
        if os.name == "posix":  # elsewhere it would let two servers listen on one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise CannotListen(f"cannot listen on {host}, port {port}: {_why(error, port)}") from None
    return listening


def _why(error: OSError, port: int) -> str:
    """And what to do about it."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"something listens there already, perhaps another Filon: look at http://localhost:{port}/, "
            "or take a free port with --port 0 or FILON_PORT=0"
        )
    if error.errno == errno.EACCES:
        return "ports below 1024 need special rights: take another with --port or FILON_PORT"
    return str(error.strerror)


def spare_collection() -> None:
    """What is loaded now stays: the collector need not look at it again.

    Tables leave it nothing to find, and each time it looks at what they keep everybody waits. So it looks at
    few things at a time, a millisecond at most, and seldom at everything.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 5, 4_000)


def uvicorn_server(server: Server) -> UvicornServer:
    config = uvicorn.Config(
        SecurityMiddleware(server, make_app(server)),
        http=type("ServerHttpConnection", (HttpConnection,), {"filon": server}),
        ws=type("ServerWebSocketConnection", (WebSocketConnection,), {"server": server}),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        h11_max_incomplete_event_size=_HEAD_BYTES,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=10,
    )
    made = UvicornServer(config)
    made.server = server
    return made


async def until_started(uvicorn_server: UvicornServer, serving: "asyncio.Task[None]") -> bool:
    """Whether it serves; it may have been told to end before."""
    while not uvicorn_server.started and not serving.done():
        await asyncio.sleep(0.01)
    return uvicorn_server.started


async def serve(
    settings: ServerSettings, ready: Callable[[str, int], None] = lambda _host, _port: None
) -> None:
    """Until a signal says otherwise; then everything that was accepted is answered or durable.

    `ready` hears the host and port once people can come in.
    """
    for name in unknown_settings():
        log.warning("there is no such setting", name=name)
    listening = listen(settings.host, settings.port)
    try:
        server = await open_server(settings)
    except BaseException:
        listening.close()
        raise
    try:
        await server.start(waking=settings.embedded_worker)
        running = uvicorn_server(server)
        spare_collection()
        host, port = listening.getsockname()[:2]
        serving = asyncio.create_task(running.serve([listening]))
        if await until_started(running, serving):
            log.info("serving", host=host, port=port, database=settings.database_url.partition(":")[0])
            ready(host, port)
        await serving
    finally:
        await server.close()


async def work(settings: ServerSettings) -> None:
    """Plays bots, watches clocks and puts old tables away, until cancelled."""
    server = await open_server(settings)
    try:
        await server.start(waking=True)
        log.info("working", processes=settings.bot_processes)
        await asyncio.Event().wait()
    finally:
        await server.close()
