"""A player's or spectator's WebSocket, `/api/tables/{table}/live`.

An asyncio protocol that uvicorn hands the connection to after the upgrade request. Nothing on the way of a
command waits: it is read, put into its table's queue, and answered with the frame that tells everybody.
Measured on two cores with the load generator on one: 60,000 to 80,000 echoes a second; ASGI servers made
30,000 to 50,000, and none of them refuses a message by its length before keeping it.
"""

import asyncio
import contextlib
import re
import time
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from filon.server.auth import Credential, credential, is_own_origin
from filon.server.clock import now_ms
from filon.server.fanout.contract import Revoked
from filon.server.limits import client_address, rate_limit_key
from filon.server.rooms.admission import (
    NO_SUCH_TABLE,
    RESTARTING,
    REVOKED,
    TOO_MANY_DEVICES,
    UNAVAILABLE,
    UNKNOWN_TOKEN,
    Farewell,
    NotAdmitted,
)
from filon.server.rooms.broadcast import encode, framed
from filon.server.rooms.room import Ask, Room
from filon.server.websocket.budget import Budget
from filon.server.websocket.frames import Close, deflated, frame, size_of, whole_text
from filon.store import StoreError, fingerprint
from filon.tables import Audience, Guest
from filon.tables.protocol import (
    SPOKEN,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Ping,
    Pong,
    RefusedAnswer,
    Send,
    Welcome,
)

if TYPE_CHECKING:
    from filon.server.server import Server

_PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live")
_CLOSE_WITHIN_S: Final = 3.0
_FINISH_WITHIN_S: Final = 3.0
_STRIKES: Final = 4
"""Times the burst that may be sent too fast before the connection ends."""
_SLICE: Final = 4096
"""Bytes given to the parser at once. The shortest frame has 6, so that what one read can cost is bounded."""
_WAITING: Final = 64
"""Messages that may follow a Hello before it is answered."""
_WORTH_DEFLATING: Final = 1024
"""Bytes of the first answer; it has two to ten thousand of them, mostly the same names again and again."""
_DAY_MS: Final = 86_400_000
_HEAD_END: Final = b"\r\n\r\n"
_UNKNOWN: Final = 1 << 62
"""Bytes that never count down to none: who sends before the upgrade is answered is read the long way."""
_decode: Final = msgspec.json.Decoder(FromClient).decode


class _Identified(msgspec.Struct):
    id: str | None = None


_decode_id: Final = msgspec.json.Decoder(_Identified).decode


class WebSocketConnection(asyncio.Protocol):
    server: "Server"

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:  # noqa: ARG002
        self.guest: Guest | None = None
        self.screen = False
        self.watch: int | None = None
        self.audience = Audience()
        self.protocol = 1
        self.since = self.heard = time.monotonic()
        self._open = server_state.connections
        self._protocol = ServerProtocol(max_size=self.server.settings.message_bytes)
        self._transport: asyncio.Transport
        self.address = ""
        self._counted = False
        self._credential: Credential | None = None
        self._token: bytes | None = None
        """The hash of what the guest was known by."""
        self._verified = 0.0
        self._table = ""
        self._room: Room | None = None
        self._joining = False
        self._waiting: list[bytes] = []  # an empty deque takes ten times the memory
        self._fragments = bytearray()
        self._fragmented = False
        self._unread = 0
        """Bytes since the last frame that was whole. Only where there are none can one be read by itself."""
        self._strikes = 0
        self._budget = Budget(self.server.settings, self.since)

    # From the transport
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no asyncio.Transport by inheritance, only by what they do.
        self._transport = cast("asyncio.Transport", transport)
        self._open.add(self)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self.heard = time.monotonic()
        protocol = self._protocol
        if not self._unread and not self._fragmented and protocol.state is State.OPEN:
            text = whole_text(data, self.server.settings.message_bytes)
            if text is not None:
                self.server.metrics.tallies.frames.inc()
                if self._affordable(1, len(data)):
                    self._message(text)
                return
        for first in range(0, len(data), _SLICE):
            self._read(data[first : first + _SLICE])
            if self._transport.is_closing():
                return

    def _read(self, data: bytes) -> None:
        protocol = self._protocol
        self._unread += len(data)
        protocol.receive_data(data)
        frames = 0
        for event in protocol.events_received():
            if isinstance(event, Frame):
                frames += 1
                self._unread -= size_of(event)
                if protocol.state is State.OPEN:
                    self._frame(event)
            elif isinstance(event, Request):
                self._unread = 0 if data.endswith(_HEAD_END) else _UNKNOWN
                self._handshake(event)
        self.server.metrics.tallies.frames.inc(frames)
        self._flush()
        self._affordable(frames, len(data))

    def _affordable(self, frames: int, size: int) -> bool:
        """Who sends more than the budget covers has to go."""
        if self._budget.covers(self.heard, frames, size):
            return True
        self.server.metrics.limited.labels("frames").inc()
        if self._protocol.state is State.OPEN:
            self._fail(Close.TOO_MANY, "too many frames")
        else:
            self._transport.abort()
        return False

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._flush()

    def connection_lost(self, _error: Exception | None) -> None:
        self._open.discard(self)
        self._protocol.receive_eof()
        server = self.server
        if self._room is not None:
            server.rooms.leave(self._room, self)
            self._room = None
        if self._counted:
            self._counted = False
            server.connections.discard(self)
            server.by_address.give_back(self.address)
        self._become(None)

    def pause_writing(self) -> None:
        """More waits than may: this viewer does not read. It finds everything when it comes back."""
        self.server.metrics.limited.labels("unread").inc()
        self._protocol.fail(Close.GOING_AWAY)
        self._transport.abort()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    # Opening
    def _handshake(self, request: Request) -> None:
        headers = request.headers

        def header(name: str) -> str:
            return ", ".join(headers.get_all(name))

        server = self.server
        path = _PATH.fullmatch(request.path.partition("?")[0])
        peer = self._transport.get_extra_info("peername") or ("local", 0)
        self.address = rate_limit_key(
            client_address(peer[0], header("x-forwarded-for"), server.settings.trusted_proxies)
        )
        own = is_own_origin(server.settings, header)
        if path is None:
            self._turn_away(404, "no such WebSocket")
        elif header("origin") and not own:
            self._turn_away(403, "this page may not connect here")
        elif server.settings.trusted_proxies and server.handshakes.take(self.address):
            # Without a proxy HttpConnection has counted it, by the same address.
            server.metrics.limited.labels("handshakes").inc()
            self._turn_away(429, "too many new connections from your address")
        elif len(server.connections) >= server.settings.connections:
            self._turn_away(503, "the server is full")
        elif not server.by_address.take(self.address):
            server.metrics.limited.labels("connections").inc()
            self._turn_away(429, "too many connections from your address")
        else:
            self._counted = True
            server.connections.add(self)
            self._table = path[1]
            shown = credential(server.settings, header)
            self._credential = shown if shown is not None and (own or not shown.by_cookie) else None
            self._transport.set_write_buffer_limits(high=server.settings.send_buffer_bytes)
            self._protocol.send_response(self._protocol.accept(request))

    def _turn_away(self, status: int, reason: str) -> None:
        self._protocol.send_response(self._protocol.reject(status, reason + "\n"))

    # Messages
    def _frame(self, event: Frame) -> None:
        match event.opcode:
            case Opcode.TEXT if event.fin:
                self._message(bytes(event.data))
            case Opcode.TEXT:
                self._fragmented = True
                self._fragments[:] = event.data
            case Opcode.CONT:
                self._fragmented = not event.fin
                self._fragments += event.data
                if event.fin:
                    self._message(bytes(self._fragments))
                    self._fragments.clear()
            case Opcode.BINARY:
                self._fail(Close.UNSUPPORTED, "messages are JSON in text frames")
            case _:  # control frames, which the protocol answers by itself
                pass

    def _message(self, data: bytes) -> None:
        if self._joining:
            if len(self._waiting) >= _WAITING:
                self._fail(Close.TOO_MANY, "wait for the answer to Hello")
            else:
                self._waiting.append(data)
            return
        if not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError:
                self._fail(Close.BAD_TEXT, "text is UTF-8")
                return
        try:
            message = _decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            if self._in_time(None):
                self._say(RefusedAnswer(_id_in(data), "malformed", str(error)))
            return
        if type(message) is Send:
            if self._in_time(message.id):
                self._command(message)
        elif type(message) is Ping:
            if self._in_time(None):
                self._say(Pong(message.at, now_ms()))
        elif type(message) is Hello and self._in_time(None, self._budget.hello(self.heard)):
            self._joining = True
            self._transport.pause_reading()
            self.server.rooms.spawn(self._join(message))

    def _in_time(self, command: str | None, wait: float = 0) -> bool:
        """Whether the rate allows another message; says so if it does not, and ends the worst."""
        server = self.server
        if not wait:
            wait = (
                self._budget.message(self.heard) if self.guest is None else server.messages.take(self.guest)
            )
        if not wait:
            return True
        server.metrics.limited.labels("messages").inc()
        self._strikes += 1
        if self._strikes > _STRIKES * server.settings.message_burst:
            self._fail(Close.TOO_MANY, "too many messages")
        elif self._protocol.state is State.OPEN:
            self._say(RefusedAnswer(command, "too_fast", f"too many messages; wait {wait:.1f} seconds"))
        return False

    def _command(self, send: Send) -> None:
        if self._room is None:
            self._say(RefusedAnswer(send.id, "no_hello", "the first message is Hello"))
        elif self.guest is None:
            self._say(RefusedAnswer(send.id, "not_a_guest", "watching needs no token, everything else does"))
        else:
            self._room.submit(Ask(self.guest, send.id, send.command, viewer=self))

    # Joining
    async def _join(self, hello: Hello) -> None:
        try:
            await self._sit_down(hello)
        except NotAdmitted as no:
            self.dismiss(no.farewell)
        except StoreError:
            self.dismiss(UNAVAILABLE)
        finally:
            self._joining = False
            if not self._transport.is_closing():
                self._transport.resume_reading()
            while self._waiting and not self._joining and self._protocol.state is State.OPEN:
                self._message(self._waiting.pop(0))

    async def _sit_down(self, hello: Hello) -> None:
        server = self.server
        if hello.protocol not in SPOKEN:
            text = f"this server speaks versions {SPOKEN[0]} to {SPOKEN[-1]} of the protocol"
            raise NotAdmitted(Farewell(Goodbye("protocol", text, come_back=False), Close.UNSUPPORTED))
        if self._room is not None:
            server.rooms.leave(self._room, self)
            self._room = None
        shown = self._credential if hello.token is None else Credential(hello.token, by_cookie=False)
        self._token = None if shown is None else fingerprint(shown.token)
        known = await server.identify(shown)
        if not self._hello_in_time(None if known is None else known.guest):
            return
        if known is None and shown is not None and not shown.by_cookie:
            raise NotAdmitted(UNKNOWN_TOKEN)
        self._verified = time.monotonic()
        if not self._become(None if known is None else Guest(known.guest)):
            server.metrics.limited.labels("devices").inc()
            raise NotAdmitted(TOO_MANY_DEVICES)
        self.screen, self.watch, self.protocol = hello.screen, hello.watch, hello.protocol
        room = await server.rooms.get(self._table)
        if room is None:
            raise NotAdmitted(NO_SUCH_TABLE)
        shown_table = await server.rooms.join(room, self, hello.after)
        if not self._counted or self._protocol.state is not State.OPEN:
            # It was closed, or signed out, while it waited.
            server.rooms.leave(room, self)
            return
        self._room = room
        welcome = Welcome(self.guest, now_ms(), hello.protocol)
        first = encode((welcome,) if shown_table is None else (welcome, shown_table))
        self.deliver(deflated(first) if hello.deflate and len(first) >= _WORTH_DEFLATING else frame(first))
        if known is not None and known.seen_at < now_ms() - _DAY_MS:
            await server.store.seen(known.guest, now_ms())

    def _hello_in_time(self, guest: str | None) -> bool:
        """A Hello is a request: of a guest, or of the strangers at the address."""
        server = self.server
        wait = server.stranger_hellos.take(self.address) if guest is None else server.requests.take(guest)
        if wait:
            server.metrics.limited.labels("hellos").inc()
            text = f"too many connections at once; come back in {wait:.0f} seconds"
            self.dismiss(Farewell(Goodbye("too_fast", text, come_back=True), Close.TOO_MANY))
        return not wait

    def _become(self, guest: Guest | None) -> bool:
        """Counts this connection as the guest's; False if that is one too many."""
        quota = self.server.by_guest
        if self.guest is not None:
            quota.give_back(self.guest)
            self.guest = None
        if guest is not None:
            if not quota.take(guest):
                return False
            self.guest = guest
        return True

    # Speaking
    def deliver(self, data: bytes) -> None:
        if self._protocol.state is State.OPEN:
            self._transport.write(data)

    def _say(self, *messages: FromServer) -> None:
        self.deliver(framed(*messages))

    def dismiss(self, farewell: Farewell) -> None:
        self._say(farewell.goodbye)
        self._close(farewell.close, farewell.goodbye.code)

    def _close(self, code: Close, reason: str) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(code, reason)
            self._flush()
            if self._room is not None:
                self.server.rooms.leave(self._room, self)
                self._room = None
            # A client that does not answer the close frame must not hold the connection open.
            asyncio.get_running_loop().call_later(_CLOSE_WITHIN_S, self._transport.abort)

    def _fail(self, code: Close, reason: str) -> None:
        """For those who leave the protocol: nothing more is heard from them."""
        self._protocol.fail(code, reason)
        self._flush()

    def look_after(self, now: float) -> None:
        """Called every few seconds: ends connections that say nothing, asks quiet ones for a sign of life."""
        settings = self.server.settings
        if self._protocol.state is not State.OPEN:
            return
        if self._room is None and not self._joining and now - self.since > settings.hello_seconds:
            self._close(Close.SILENT, "no Hello came")
        elif now - self.heard > settings.silence_seconds:
            self._transport.abort()
        elif now - self.heard > settings.silence_seconds / 3:
            self._protocol.send_ping(b"")
            self._flush()
        checked_before = now - settings.token_check_seconds
        if self.server.rooms.shared and self.guest is not None and self._verified < checked_before:
            self._verified = now
            self.server.rooms.spawn(self._verify())

    def revoke(self, revoked: Revoked) -> None:
        """Ends the connection if it is one of a token, or a guest, that is not known any more."""
        if self._token is not None and (
            self._token == revoked.token if revoked.token else self.guest == revoked.guest
        ):
            self.dismiss(REVOKED)

    async def _verify(self) -> None:
        """The news that a token was revoked at another server may have been lost."""
        token = self._token
        with contextlib.suppress(StoreError):
            if token is not None and await self.server.store.guest_by_token(token) is None:
                self.revoke(Revoked(self.guest or "", token))

    def shutdown(self) -> None:
        """uvicorn calls this when the server is to end: answers what is under way first."""
        if time.monotonic() > self.server.ending_at() + _FINISH_WITHIN_S or not (
            self._joining or (self._room is not None and self._room.busy)
        ):
            self.dismiss(RESTARTING)
            if self._protocol.state is State.CONNECTING:
                self._transport.close()
        else:
            asyncio.get_running_loop().call_later(0.01, self.shutdown)


def _id_in(data: bytes) -> str | None:
    try:
        return _decode_id(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
