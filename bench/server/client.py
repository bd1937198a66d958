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
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from bench.server.pace import Pace, pause
from bench.server.tally import Tally

_SHORT: Final = 125
_TWO_BYTES: Final = 126


class _Turn(msgspec.Struct):
    seat: int


class _Game(msgspec.Struct):
    turns: list[_Turn] = []
    legal: list[msgspec.Raw] | None = None
    """Left out where it is what it was."""


class _Table(msgspec.Struct):
    status: str = ""


class _Message(msgspec.Struct):
    type: str
    id: str | None = None
    sequence: int = 0
    code: str = ""
    reason: str = ""
    table: _Table | None = None
    game: _Game | None = None


read_messages: Final = msgspec.json.Decoder(list[_Message]).decode


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
        self._legal: list[msgspec.Raw] = []
        self.path = path
        self.pace: Pace | None = None
        self.token = ""
        self.playing = False
        self.mine = False
        self.status = ""
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
                if message.table is not None and message.table.status:
                    self._status(message.table.status)
                if message.game is not None:
                    self._decide(message.game)

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
        self.status = status
        if status == "over" and self.playing and self.seat == 0:
            self._tally.games += self._tally.counting
            self._post({"type": "Rematch"})
            self._post({"type": "Start"})

    def _decide(self, game: _Game) -> None:
        self.mine = any(turn.seat == self.seat for turn in game.turns)
        if game.legal is not None:
            self._legal = game.legal
        self.resume()

    @property
    def ready(self) -> bool:
        return self.mine and bool(self._legal) and not self._asked and self.playing

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
        self.act(bytes(self._random.choice(self._legal)))

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
