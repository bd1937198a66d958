"""Players that act, reload, leave, come back at another server, and now and then use HTTP alone.

They know the servers' addresses and nothing of what is done to them. A command without an answer is sent
again under its id, wherever its player comes back to, before anything else is said.
"""

import asyncio
import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from bench.chaos.cluster import now_ms
from bench.chaos.http import request
from bench.chaos.ledger import CommandKey, Connection, Interval, Ledger, Sent
from bench.server.client import Client, Position, read_messages

ANSWER_S: Final = 5.0
"""A connection on which nothing comes for so long, though it was pinged, is given up."""
_PING_S: Final = 2.0
_STAY_S: Final = 25.0
_HTTP_SHARE: Final = 0.12
_HTTP_S: Final = 10.0
_AWAY_SHARE: Final = 0.3
_AWAY_S: Final = 12.0
_CHAT_SHARE: Final = 0.0025
_AGAIN_S: Final = (0.05, 0.4)


class Address(Protocol):
    number: int
    port: int


class Crowd(NamedTuple):
    """What all players share."""

    servers: Sequence[Address]
    ledger: Ledger
    think_s: tuple[float, float]
    """How long a decision takes, from and to."""
    over: asyncio.Event

    def server(self, rng: random.Random, avoid: int | None = None) -> Address:
        """Any; another than the one to avoid where there is another."""
        others = [server for server in self.servers if server.number != avoid]
        return rng.choice(others or self.servers)


class Waiting(NamedTuple):
    """A command that has no answer yet."""

    id: str
    body: dict[str, Any]
    since: float


class Line(Client):
    """One WebSocket of a player."""

    def __init__(self, player: "Player") -> None:
        super().__init__("127.0.0.1", f"/api/tables/{player.table}/live")
        self._player = player
        self.news = asyncio.Event()
        self.welcomed = False
        self.ended = False
        self.ended_at = 0
        self.heard_at = asyncio.get_running_loop().time()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.end()

    def end(self) -> None:
        """Lost, or told to go: from here on it is no connection."""
        if not self.ended:
            self.ended = True
            self.ended_at = now_ms()
        self.news.set()

    def hear(self, data: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        for message in read_messages(data):
            if message.type == "Welcome":
                self.welcomed = True
            elif message.type == "Goodbye":
                self.end()
            else:
                self._player.hear(message)
        self.news.set()


class Player:
    """Somebody in a seat. `host`: who also starts the next game."""

    def __init__(
        self, crowd: Crowd, table: str, guest: str, token: str, *, seat: int, host: bool, rng: random.Random
    ) -> None:
        self.table = table
        self.guest = guest
        self._crowd = crowd
        self._ledger = crowd.ledger
        self._token = token
        self._host = host
        self._random = rng
        self._loop = asyncio.get_running_loop()
        self._count = 0
        self._seen: int | None = None
        self._status = ""
        self._position = Position(seat)
        self._act_at: float | None = None
        self._waiting: Waiting | None = None
        self._failed: int | None = None
        """The server that did not answer last."""
        self._confused = False
        """Refused: what it knows may be old, it loads the page anew."""

    async def play(self) -> None:
        """Until it is over."""
        self._ledger.away[self.table, self.guest].append(Interval(0, now_ms()))
        while not self._crowd.over.is_set():
            if self._random.random() < _HTTP_SHARE:
                await self._by_http()
            elif not await self._by_socket():
                await self._nap(self._random.uniform(*_AGAIN_S))
                continue
            if self._random.random() < _AWAY_SHARE and self._waiting is None and not self._confused:
                began = now_ms()
                await self._nap(self._random.uniform(1.0, _AWAY_S))
                self._ledger.away[self.table, self.guest].append(Interval(began, now_ms()))

    async def _nap(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._crowd.over.wait()
        except TimeoutError:
            pass

    # Over a WebSocket
    async def _by_socket(self) -> bool:
        """Whether it was the player who ended it."""
        server = self._crowd.server(self._random, self._failed)
        self._failed = server.number
        line = Line(self)
        try:
            await self._open(line, server)
        except OSError:
            line.close()
            return False
        self._failed = None
        connection = Connection(server.number, now_ms())
        self._ledger.connections[self.table, self.guest].append(connection)
        try:
            return await self._stay(line, server.number)
        finally:
            connection.end = line.ended_at or now_ms()
            line.close()

    async def _open(self, line: Line, server: Address) -> None:
        async with asyncio.timeout(ANSWER_S):
            await self._loop.create_connection(lambda: line, "127.0.0.1", server.port)
            await line.opened
            known = {} if self._seen is None or self._confused else {"after": self._seen}
            line.send(msgspec.json.encode({"type": "Hello", "token": self._token, "protocol": 2, **known}))
            self._confused = False
            while not line.welcomed:
                if line.ended:
                    raise ConnectionError("no welcome")
                line.news.clear()
                await line.news.wait()

    async def _stay(self, line: Line, server: int) -> bool:
        now = self._loop.time()
        leave_at = now + self._random.expovariate(1 / _STAY_S)
        ping_at = now + _PING_S
        said: str | None = None
        while not (line.ended or self._confused):
            now = self._loop.time()
            if now >= leave_at or self._crowd.over.is_set():
                return True
            if now - line.heard_at > ANSWER_S:
                self._failed = server
                return False
            if (
                self._waiting is not None
                and said == self._waiting.id
                and now - self._waiting.since > 2 * ANSWER_S
            ):
                return False
            if now >= ping_at:
                ping_at = now + _PING_S
                line.send(b'{"type":"Ping"}')
            if self._waiting is None:
                self._decide(now)
            if self._waiting is not None and self._waiting.id != said:
                said = self._waiting.id
                self._waiting = self._waiting._replace(since=now)
                line.send(msgspec.json.encode({"type": "Command", "id": said, "command": self._waiting.body}))
            act_at = self._act_at if self._waiting is None else None
            due = min(leave_at, ping_at, act_at or leave_at) - now
            line.news.clear()
            try:
                async with asyncio.timeout(max(0.0, due)):
                    await line.news.wait()
            except TimeoutError:
                pass
        return False

    # What is heard and said, over either
    def hear(self, message: Any) -> None:
        match message.type:
            case "Accepted" | "Refused":
                self._answered(message)
            case "Sync" | "Update":
                self._seen = message.sequence
                status = self._position.status
                moved = self._position.hear(message)
                if message.type == "Sync" or self._position.status != status:
                    self._status = self._position.status
                if moved:
                    if not self._position.mine or not self._position.legal:
                        self._act_at = None
                    elif self._act_at is None:
                        self._act_at = self._loop.time() + self._random.uniform(*self._crowd.think_s)
            case _:
                pass

    def _answered(self, message: Any) -> None:
        key = CommandKey(self.table, self.guest, message.id)
        if message.type == "Accepted":
            self._ledger.accept(key, message.sequence)
        else:
            self._ledger.refuse(key, message.code)
            self._confused = True
        if self._waiting is not None and self._waiting.id == message.id:
            self._waiting = None

    def _decide(self, now: float) -> None:
        if self._status == "playing" and self._act_at is not None and now >= self._act_at:
            self._act_at = None
            self._ask("Act", action=self._random.choice(self._position.legal))
        elif self._status == "playing" and self._random.random() < _CHAT_SHARE:
            self._ask("SayPhrase", phrase="good_luck")
        elif self._host and self._status in ("over", "lobby"):
            self._ask("Rematch" if self._status == "over" else "Start")
            self._status = ""

    def _ask(self, kind: str, **fields: Any) -> Waiting:
        self._count += 1
        name = f"c{self._count}"
        self._ledger.sent[CommandKey(self.table, self.guest, name)] = Sent(kind, fields.get("action"))
        self._waiting = Waiting(name, {"type": kind, **fields}, self._loop.time())
        return self._waiting

    # Over HTTP
    async def order(self, kind: str, **fields: Any) -> None:
        """A command over HTTP, sent until it is answered or all is over."""
        waiting = self._ask(kind, **fields)
        while self._waiting is waiting and not self._crowd.over.is_set():
            await self._post()

    async def _by_http(self) -> None:
        until = self._loop.time() + self._random.uniform(0.3, 1.0) * _HTTP_S
        while self._loop.time() < until and not self._crowd.over.is_set():
            if self._waiting is not None:
                await self._post()
                continue
            await self._look()
            self._decide(self._loop.time())
            if self._waiting is None:
                await self._nap(self._random.uniform(0.3, 0.8))

    async def _look(self) -> None:
        try:
            path = f"/api/tables/{self.table}/view"
            answer = await request(self._crowd.server(self._random).port, "GET", path, token=self._token)
        except OSError:
            await self._nap(self._random.uniform(*_AGAIN_S))
            return
        if answer.status == 200:
            (message,) = read_messages(b"[" + answer.body + b"]")
            if self._seen is None or message.sequence >= self._seen:
                self.hear(message)

    async def _post(self) -> None:
        assert self._waiting is not None
        body = {"id": self._waiting.id, "command": self._waiting.body}
        port = self._crowd.server(self._random).port
        try:
            answer = await request(
                port, "POST", f"/api/tables/{self.table}/commands", body, token=self._token
            )
        except OSError:
            answer = None
        if answer is None or answer.status != 200:
            await self._nap(self._random.uniform(*_AGAIN_S))
            return
        (message,) = read_messages(b"[" + answer.body + b"]")
        if message.type == "Accepted":
            self._ledger.acted[self.table, self.guest].append(now_ms())
        self._answered(message)
