"""The players of the load generator: a WebSocket client that costs little, and somebody who plays with it.

It knows only what is needed against our own server: short masked frames out, whole frames in.
"""

import asyncio
import base64
import http.client
import json
import os
import random
import time
import zlib
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from bench.server.pace import Pace, pause
from bench.server.tally import Tally
from filon.tables import patched

_SHORT: Final = 125
_TWO_BYTES: Final = 126


class _Game(msgspec.Struct):
    turns: list[Any] | None = None
    legal: list[Any] | None = None


class _Table(msgspec.Struct):
    status: str = ""


class _Parts(msgspec.Struct):
    table: _Table | None = None
    game: _Game | None = None


class _GameInto(msgspec.Struct):
    turns: Any = None
    legal: Any = None


class _GameChange(msgspec.Struct):
    whole: _Game | None = msgspec.field(name="=", default=None)
    into: _GameInto | None = msgspec.field(name="~", default=None)


class _TableChange(msgspec.Struct):
    whole: _Table | None = msgspec.field(name="=", default=None)


class _PartsInto(msgspec.Struct):
    table: _TableChange | None = None
    game: _GameChange | None = None


class _Patch(msgspec.Struct):
    """Of a patch what a player goes by; the rest is read past."""

    whole: _Parts | None = msgspec.field(name="=", default=None)
    into: _PartsInto | None = msgspec.field(name="~", default=None)


class _Message(msgspec.Struct):
    type: str
    id: str | None = None
    sequence: int = 0
    code: str = ""
    reason: str = ""
    table: _Table | None = None
    game: _Game | None = None
    patch: _Patch | None = None


read_messages: Final = msgspec.json.Decoder(list[_Message]).decode


class Position:
    """What a player goes by: whose turn it is, what it may do, whether a game is on."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._turns: list[Any] = []
        self.legal: list[Any] = []
        self.status = ""
        self.mine = False

    def hear(self, message: _Message) -> bool:
        """Whether there may be something to decide: whose turn it is again need not have changed."""
        if message.type not in ("Sync", "Update"):
            return False
        self._see(message.table, message.game)
        if message.patch is not None:
            self._change(message.patch)
        self.mine = any(turn["seat"] == self._seat for turn in self._turns)
        return True

    def _change(self, patch: _Patch) -> None:
        if patch.into is not None:
            table, game = patch.into.table, patch.into.game
            if game is not None and game.into is not None:
                if game.into.turns is not None:
                    self._turns = patched(self._turns, game.into.turns)
                if game.into.legal is not None:
                    self.legal = patched(self.legal, game.into.legal)
            self._see(None if table is None else table.whole, None if game is None else game.whole)
        if patch.whole is not None:
            self._see(patch.whole.table, patch.whole.game)

    def _see(self, table: _Table | None, game: _Game | None) -> None:
        if table is not None and table.status:
            self.status = table.status
        if game is not None:
            if game.turns is not None:
                self._turns = game.turns
            if game.legal is not None:
                self.legal = game.legal


class Client(asyncio.Protocol):
    """One WebSocket; `hear` gets every message."""

    def __init__(self, host: str, path: str) -> None:
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: Any = None
        self.lost = False
        self.bytes_in = 0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._head)

    def connection_lost(self, _error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server did not take the WebSocket"))

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if self.opened.done():  # nobody waits any more
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                return
            self._open = True
            self.opened.set_result(None)
        at, end = 0, len(buffer)
        while end - at >= 2:
            length, body = buffer[at + 1], at + 2
            if length > _SHORT:
                body += 2 if length == _TWO_BYTES else 8
                length = int.from_bytes(buffer[at + 2 : body], "big")
            if end < body + length:
                break
            if buffer[at] == 0x81:
                self.hear(buffer[body : body + length])
            elif buffer[at] == 0x82:
                self.hear(zlib.decompress(buffer[body : body + length], -zlib.MAX_WBITS))
            elif buffer[at] == 0x89:
                self._transport.write(b"\x8a\x80\0\0\0\0")
            at = body + length
        self._buffer = buffer[at:]

    def send(self, payload: bytes) -> None:
        length = len(payload)
        if length <= _SHORT:
            head = bytes((0x81, 0x80 | length))
        else:
            head = bytes((0x81, 0x80 | _TWO_BYTES)) + length.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def hear(self, data: bytes) -> None:
        raise NotImplementedError


ClientT = TypeVar("ClientT", bound=Client)


class Player(Client):
    """Sits in a seat and plays any legal action, `think_s` after it was asked or at the table's pace."""

    def __init__(
        self, host: str, path: str, seat: int, *, tally: Tally, think_s: float, rng: random.Random
    ) -> None:
        super().__init__(host, path)
        self.seat = seat
        self._tally = tally
        self._think_s = think_s
        self._random = rng
        self._count = 0
        self._sent: dict[str, float] = {}
        self._asked = False
        self._waiting: dict[str, asyncio.Future[_Message]] = {}
        self._loop = asyncio.get_running_loop()
        self.position = Position(seat)
        self.path = path
        self.pace: Pace | None = None
        self.token = ""
        self.playing = False
        self.seen = 0

    def hear(self, data: bytes) -> None:
        if self._tally.counting:
            self._tally.bytes_in += len(data)
        for message in read_messages(data):
            if message.type == "Accepted":
                began = self._sent.pop(message.id or "", None)
                if began is not None:
                    if self._tally.counting:
                        self._tally.latencies.append(time.perf_counter() - began)
                    self._answered()
                self._answer(message)
            elif message.type == "Refused":
                if self._sent.pop(message.id or "", None) is not None:
                    if self._tally.counting:
                        refused = self._tally.refused
                        refused[message.code] = refused.get(message.code, 0) + 1
                    self._answered()
                self._answer(message)
            else:
                self.seen = max(self.seen, message.sequence)
                status = self.position.status
                moved = self.position.hear(message)
                if self.position.status != status:
                    self._status(self.position.status)
                if moved:
                    self.resume()

    def _answered(self) -> None:
        """A move of ours was, one way or the other."""
        self._asked = False
        if self.pace is not None:
            self.pace.go_on()

    def _answer(self, message: _Message) -> None:
        waiting = self._waiting.pop(message.id or "", None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _status(self, status: str) -> None:
        if status == "over" and self.playing and self.seat == 0:
            self._tally.games += self._tally.counting
            self._post({"type": "Rematch"})
            self._post({"type": "Start"})

    @property
    def ready(self) -> bool:
        return self.position.mine and bool(self.position.legal) and not self._asked and self.playing

    def resume(self) -> None:
        """Acts if it has to and has not yet."""
        if self.pace is None and self.ready:
            if self._think_s:
                self._asked = True
                self._loop.call_later(pause(self._think_s, self._random), self.move)
            else:
                self.move()

    def move(self) -> None:
        self._asked = True
        self.act(msgspec.json.encode(self._random.choice(self.position.legal)))

    def act(self, action: bytes) -> None:
        self._count += 1
        name = f"m{self._count}"
        self._sent[name] = time.perf_counter()
        self.send(
            b'{"type":"Command","id":"%s","command":{"type":"Act","action":%s}}' % (name.encode(), action)
        )

    def _post(self, command: dict[str, Any]) -> str:
        self._count += 1
        name = f"c{self._count}-{self._random.getrandbits(32):x}"
        self.send(json.dumps({"type": "Command", "id": name, "command": command}).encode())
        return name

    async def order(self, **command: Any) -> None:
        answer: asyncio.Future[_Message] = self._loop.create_future()
        self._waiting[self._post(command)] = answer
        said = await asyncio.wait_for(answer, 60)
        if said.type == "Refused":
            raise RuntimeError(f"{command} was refused: {said.code}: {said.reason}")


class HttpClient:
    """HTTP to the server under load, one request at a time."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self._http = http.client.HTTPConnection(self.host, self.port, timeout=60)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        data: dict[str, Any] = json.loads(answer.read())
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {data}")
        return data

    def guest(self, name: str) -> str:
        return str(self.post("/api/guests", {"name": name, "keep": "token"})["token"])
