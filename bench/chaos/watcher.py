"""Those who look on at twin worlds: everybody of both tables, connected to one server of several."""

import asyncio
import contextlib
import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bench.chaos.http import request
from bench.chaos.player import ANSWER_S, Address
from bench.server.client import Client
from filon.tables.model import THE_TABLE
from tests.server.twins import Pair, World, token

_PING_S: Final = 2.0
_TIMELESS: Final = frozenset({"Presence", "Pong", "Welcome"})
"""Not of the table: who is connected just now is nobody's secret and comes when it comes."""


class _Message(msgspec.Struct):
    type: str
    sequence: int = 0
    entries: list[msgspec.Raw] = []


class SeenPast(msgspec.Struct):
    """A page of the log over HTTP."""

    entries: list[msgspec.Raw]


class SeenEntry(msgspec.Struct):
    """As a connection tells it or a page of the log: what they say in different words is left out."""

    sequence: int
    events: list[dict[str, Any]]
    sender: str = ""
    """Of a move: its seat, or the table itself."""

    def __post_init__(self) -> None:
        move = self.events[0]
        if move["type"] == "Played":
            own = move.get("by", "player") == "player"
            self.sender = f"seat {move.get('seat')}" if own else THE_TABLE


_raw: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
read_message: Final = msgspec.json.Decoder(_Message).decode
read_entry: Final = msgspec.json.Decoder(SeenEntry).decode


class _Line(Client):
    def __init__(self, watcher: "Watcher", path: str) -> None:
        super().__init__("127.0.0.1", path)
        self._watcher = watcher

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._watcher.lost.set()

    def hear(self, data: bytes) -> None:
        self._watcher.hear(self, data)


class Watcher:
    """Somebody who is connected to one world, and comes back whenever the connection is lost."""

    def __init__(self, pair: "FollowedPair", world: World, name: int | str) -> None:
        self._pair = pair
        self._world = world
        self._token = token(name)
        self.lost = asyncio.Event()
        self.seen: int | None = None
        self.messages: list[str] = []
        """Since the last comparison, blotted."""
        self.entries: dict[int, str] = {}
        self.broken = True
        """Whether a connection was lost or begun since the last comparison."""
        self._heard_at = 0.0

    async def stay(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            line = _Line(self, f"/api/tables/{self._world.table}/live")
            try:
                async with asyncio.timeout(ANSWER_S):
                    await loop.create_connection(lambda line=line: line, "127.0.0.1", self._pair.port)  # type: ignore[misc]
                    await line.opened
                known = {} if self.seen is None else {"after": self.seen}
                line.send(
                    msgspec.json.encode({"type": "Hello", "token": self._token, "protocol": 2, **known})
                )
                self._heard_at = loop.time()
                while not line.lost and loop.time() - self._heard_at < ANSWER_S:
                    line.send(b'{"type":"Ping"}')
                    self.lost.clear()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_PING_S):
                            await self.lost.wait()
            except OSError:
                await asyncio.sleep(0.2)
            finally:
                self.broken = True
                line.close()
            self._pair.move()

    def hear(self, line: _Line, data: bytes) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        for raw in _raw(data):
            message = read_message(raw)
            if message.type == "Goodbye":
                line.close()
            elif message.type == "Welcome":
                self.broken = True
            if message.type in _TIMELESS:
                continue
            self.messages.append(self._world.blotted(bytes(raw).decode()))
            if message.type in ("Sync", "Update"):
                self.seen = message.sequence
                self.learn(message.entries)
                self._pair.told.set()

    def learn(self, entries: Sequence[msgspec.Raw]) -> None:
        for one in entries:
            entry = read_entry(one)
            self.entries[entry.sequence] = self._world.blotted(msgspec.json.encode(entry).decode())


class FollowedPair:
    """A pair at the server where all of its connections are."""

    def __init__(self, pair: Pair, servers: Sequence[Address], rng: random.Random) -> None:
        self.pair = pair
        self.told = asyncio.Event()
        self._servers = servers
        self._random = rng
        self._server = rng.choice(servers)

    @property
    def port(self) -> int:
        return self._server.port

    def move(self) -> None:
        """Something is wrong here."""
        self._server = self._random.choice(self._servers)

    async def ask(self, method: str, path: str, who: int | str, body: Any = None) -> bytes:
        """Until a server answers."""
        while True:
            try:
                answer = await request(self.port, method, path, body, token=token(who))
                if answer.status == 200:
                    return answer.body
            except OSError:
                pass
            self.move()
            await asyncio.sleep(0.2)
