"""The fan-out of many machines: Redis pub/sub, a channel for each table that is live here and one for all."""

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec
import structlog
from redis import asyncio as redis
from redis.exceptions import RedisError

from filon.server.fanout.contract import Appended, Here, Letter, News, WhoIsThere
from filon.server.supervise import Supervisor

_EVERYBODY: Final = "filon:all"
_TABLE: Final = "filon:table:"
_WAITING: Final = 10_000
"""News that may wait while Redis is away; later ones are dropped, and `gap` makes up for them."""
_RETRY_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
_BATCH: Final = 200

log = structlog.stdlib.get_logger(__name__)


class Follow(msgspec.Struct, frozen=True):
    channel: str
    begin: bool


class RedisFanout:
    """Redis pub/sub: a channel for each table that is live here, and one for everybody."""

    def __init__(self, url: str) -> None:
        self.origin = secrets.token_hex(6)
        self._url = url
        self._receive: Callable[[str, News], None] = lambda _origin, _news: None
        self._gap: Callable[[], None] = lambda: None
        self._following: set[str] = {_EVERYBODY}
        self._outbox: deque[News | Follow] = deque()
        self._wake = asyncio.Event()
        self._connected = False
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Letter)

    @property
    def connected(self) -> bool:
        return self._connected

    async def start(
        self, supervisor: Supervisor, receive: Callable[[str, News], None], gap: Callable[[], None]
    ) -> None:
        self._receive = receive
        self._gap = gap
        self._task = supervisor.supervise("fanout", self._run)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), _RETRY_S[-1])

    def follow(self, table: str) -> None:
        channel = _TABLE + table
        if channel not in self._following:
            self._following.add(channel)
            self._post(Follow(channel, begin=True))

    def unfollow(self, table: str) -> None:
        channel = _TABLE + table
        if channel in self._following:
            self._following.discard(channel)
            self._post(Follow(channel, begin=False))

    def tell(self, news: News) -> None:
        self._post(news)

    def _post(self, item: News | Follow) -> None:
        if len(self._outbox) < _WAITING:
            self._outbox.append(item)
            self._wake.set()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            self._connected = False
            try:
                async with redis.from_url(self._url) as client, client.pubsub() as hearing:
                    self._outbox.clear()
                    await hearing.subscribe(*self._following)
                    self._connected = True
                    failures = 0
                    self._ready.set()
                    self._gap()
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._hear(hearing))
                        both.create_task(self._speak(client, hearing))
            except* (RedisError, OSError, TimeoutError) as errors:
                log.warning("redis is away", error=type(errors.exceptions[0]).__name__)
                await asyncio.sleep(_RETRY_S[min(failures, len(_RETRY_S) - 1)])
                failures += 1

    async def _hear(self, hearing: "redis.client.PubSub") -> None:
        while True:
            message = await hearing.get_message(ignore_subscribe_messages=True, timeout=None)
            if message is None or message["type"] != "message":
                continue
            try:
                letter = self._decoder.decode(message["data"])
            except msgspec.MsgspecError:
                log.warning("news that cannot be read", size=len(message["data"]))
                continue
            if letter.origin != self.origin:
                self._receive(letter.origin, letter.news)

    async def _speak(self, client: "redis.Redis", hearing: "redis.client.PubSub") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                batch = [self._outbox.popleft() for _ in range(min(_BATCH, len(self._outbox)))]
                follows = [item for item in batch if isinstance(item, Follow)]
                begin = [item.channel for item in follows if item.begin and item.channel in self._following]
                end = [
                    item.channel for item in follows if not item.begin and item.channel not in self._following
                ]
                if begin:
                    await hearing.subscribe(*begin)
                if end:
                    await hearing.unsubscribe(*end)
                pipe = client.pipeline(transaction=False)
                for item in batch:
                    if not isinstance(item, Follow):
                        pipe.publish(_channel(item), self._encoder.encode(Letter(self.origin, item)))
                await pipe.execute()


def _channel(news: News) -> str:
    match news:
        case Appended(table) | Here(table) | WhoIsThere(table):
            return _TABLE + table
        case _:
            return _EVERYBODY
