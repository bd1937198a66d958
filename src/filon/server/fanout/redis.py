"""The fan-out of many machines: Redis pub/sub, a channel for each table that is live here and one for all."""

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import structlog
from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from filon.server.fanout.contract import Letter, Listener, News, NewsLost, table_of
from filon.server.supervise import Supervisor

_EVERYBODY: Final = "filon:all"
_TABLE: Final = "filon:table:"
_WAITING: Final = 10_000
"""News that may wait while Redis is away; when later ones had to be dropped, the others are told so."""
_RETRY_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
_BATCH: Final = 200
_PING_EVERY_S: Final = 1.0
_ANSWER_WITHIN_S: Final = 3.0
"""A Redis that does not answer for so long is away, whatever the connection says."""

log = structlog.stdlib.get_logger(__name__)


class Follow:
    """A wish to hear of a channel, or no more; `done` once Redis has said that it is so."""

    __slots__ = ("begin", "channel", "done")

    def __init__(self, channel: str, *, begin: bool) -> None:
        self.channel = channel
        self.begin = begin
        self.done = asyncio.Event()


class RedisFanout:
    shared = True

    def __init__(self, url: str) -> None:
        self.origin = secrets.token_hex(6)
        self._url = url
        self._listener: Listener
        self._following: set[str] = {_EVERYBODY}
        self._outbox: deque[News] = deque()
        self._overflowed = False
        self._follows: deque[Follow] = deque()
        self._subscribing: dict[str, deque[list[Follow]]] = {}
        """By channel: who waits for the answer to which subscription, in the order sent."""
        self._wake = asyncio.Event()
        self._connected = False
        self._heard_at = 0.0
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Letter)

    @property
    def connected(self) -> bool:
        return self._connected

    async def start(self, supervisor: Supervisor, listener: Listener) -> None:
        self._listener = listener
        self._task = supervisor.supervise("fanout", self._run)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), _RETRY_S[-1])

    async def follow(self, table: str) -> None:
        channel = _TABLE + table
        self._following.add(channel)
        if self._connected:
            wish = Follow(channel, begin=True)
            self._follows.append(wish)
            self._wake.set()
            await wish.done.wait()

    def unfollow(self, table: str) -> None:
        channel = _TABLE + table
        if channel in self._following:
            self._following.discard(channel)
            if self._connected:
                self._follows.append(Follow(channel, begin=False))
                self._wake.set()

    def tell(self, news: News) -> None:
        if len(self._outbox) < _WAITING:
            self._outbox.append(news)
            self._wake.set()
        else:
            self._overflowed = True

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._talk()
            except* (RedisError, OSError, TimeoutError) as errors:
                failures = 0 if self._connected else failures + 1
                log.warning("redis is away", error=type(errors.exceptions[0]).__name__)
            finally:
                self._hang_up()
            await asyncio.sleep(_RETRY_S[min(failures, len(_RETRY_S) - 1)])

    async def _talk(self) -> None:
        # Were the client to reconnect by itself, what was missed meanwhile would go unnoticed.
        never = Retry(NoBackoff(), 0)
        async with (
            redis.from_url(self._url, retry=never, socket_connect_timeout=_ANSWER_WITHIN_S) as client,
            client.pubsub() as hearing,
        ):
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                await self._subscribe_to_all(hearing)
            self._connected = True
            self._heard_at = time.monotonic()
            self._ready.set()
            self._wake.set()
            self._listener.linked(up=True)
            async with asyncio.TaskGroup() as all_of_it:
                all_of_it.create_task(self._hear(hearing))
                all_of_it.create_task(self._speak(client, hearing))
                all_of_it.create_task(self._probe(hearing))

    async def _subscribe_to_all(self, hearing: "redis.client.PubSub") -> None:
        """Returns when Redis has said of all channels that we hear them, those wished for meanwhile included:
        what is looked up in the store before that may be outdated by news that never come.
        """
        asked: set[str] = set()
        answered: set[str] = set()
        while not self._following <= answered:
            if fresh := self._following - asked:
                asked |= fresh
                await hearing.subscribe(*fresh)
            message = await hearing.get_message(timeout=None)
            if message is not None and message["type"] == "subscribe":
                answered.add(message["channel"].decode())
        for channel in asked - self._following:
            self._follows.append(Follow(channel, begin=False))

    def _hang_up(self) -> None:
        """Whoever waits for a subscription need not any more: the next connection begins with all of them."""
        if self._connected:
            self._connected = False
            self._listener.linked(up=False)
        waiting = [
            *self._follows,
            *(one for sent in self._subscribing.values() for many in sent for one in many),
        ]
        self._follows.clear()
        self._subscribing.clear()
        for wish in waiting:
            wish.done.set()

    # Hearing
    async def _hear(self, hearing: "redis.client.PubSub") -> None:
        while True:
            message = await hearing.get_message(timeout=None)
            self._heard_at = time.monotonic()
            if message is None:
                continue
            if message["type"] == "message":
                self._receive(message)
            elif message["type"] == "subscribe":
                self._subscribed(message["channel"].decode())

    def _receive(self, message: dict[str, Any]) -> None:
        channel = message["channel"].decode()
        table = channel.removeprefix(_TABLE) if channel.startswith(_TABLE) else None
        try:
            letter = self._decoder.decode(message["data"])
        except msgspec.MsgspecError as error:
            log.warning("news that cannot be read", table=table, size=len(message["data"]), error=str(error))
            self._listener.undigested(table)
            return
        if letter.origin == self.origin:
            return
        try:
            self._listener.hear(letter.origin, letter.news)
        except Exception as fault:
            log.error("news that we fell over", table=table, news=type(letter.news).__name__, exc_info=fault)
            self._listener.undigested(table)

    def _subscribed(self, channel: str) -> None:
        sent = self._subscribing.get(channel)
        if sent:
            for wish in sent.popleft():
                wish.done.set()
            if not sent:
                del self._subscribing[channel]

    async def _probe(self, hearing: "redis.client.PubSub") -> None:
        """A connection whose other end hangs looks like one where nothing happens: a ping tells."""
        while True:
            await asyncio.sleep(_PING_EVERY_S)
            asked_at = time.monotonic()
            async with asyncio.timeout(_ANSWER_WITHIN_S):
                with _connected():
                    await hearing.ping()
                while self._heard_at < asked_at:
                    await asyncio.sleep(_PING_EVERY_S / 10)

    # Speaking
    async def _speak(self, client: "redis.Redis", hearing: "redis.client.PubSub") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._follows or self._outbox or self._overflowed:
                async with asyncio.timeout(_ANSWER_WITHIN_S):
                    await self._subscribe(hearing)
                    await self._publish(client)

    async def _subscribe(self, hearing: "redis.client.PubSub") -> None:
        wishes = list(self._follows)
        self._follows.clear()
        begin: dict[str, list[Follow]] = {}
        for wish in wishes:
            if wish.begin:
                begin.setdefault(wish.channel, []).append(wish)
        end = {wish.channel for wish in wishes if not wish.begin} - self._following
        if begin:
            for channel, waiting in begin.items():
                self._subscribing.setdefault(channel, deque()).append(waiting)
            with _connected():
                await hearing.subscribe(*begin)
        if end:
            with _connected():
                await hearing.unsubscribe(*end)

    async def _publish(self, client: "redis.Redis") -> None:
        batch = [self._outbox.popleft() for _ in range(min(_BATCH, len(self._outbox)))]
        if not batch and self._overflowed:
            self._overflowed = False
            batch.append(NewsLost())
        if not batch:
            return
        pipe = client.pipeline(transaction=False)
        for news in batch:
            pipe.publish(_channel(news), self._encoder.encode(Letter(self.origin, news)))
        try:
            with _connected():
                await pipe.execute()
        except BaseException:
            # Told again: whoever heard a part of it knows what to do with news that it has.
            self._outbox.extendleft(reversed(batch))
            raise


@contextlib.contextmanager
def _connected() -> Iterator[None]:
    """Where the other task has just found the connection lost, redis-py stumbles over its own None, and
    uvloop over a transport that is closed.
    """
    try:
        yield
    except (AttributeError, RuntimeError) as stumbled:
        raise ConnectionError("the connection was lost meanwhile") from stumbled


def _channel(news: News) -> str:
    table = table_of(news)
    return _EVERYBODY if table is None else _TABLE + table
