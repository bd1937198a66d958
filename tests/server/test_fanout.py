"""The fan-out over a real Redis: what is told is heard, or is known to be missed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest
from redis.asyncio import from_url as redis_client

from filon.server.fanout.contract import Due, News, NewsLost, WhoIsThere
from filon.server.fanout.redis import RedisFanout
from filon.server.metrics import Metrics
from filon.server.supervise import Supervisor
from tests.server.playing import PATIENCE_S
from tests.services import Redis, redis_url

pytestmark = pytest.mark.anyio


class Ear:
    """Keeps what it hears; falls over what it is told to."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.links: list[bool] = []
        self.undigestible: list[str | None] = []
        self.allergic_to: News | None = None

    def hear(self, origin: str, news: News) -> None:
        assert origin
        if news == self.allergic_to:
            raise ZeroDivisionError
        self.news.append(news)

    def linked(self, *, up: bool) -> None:
        self.links.append(up)

    def undigested(self, table: str | None) -> None:
        self.undigestible.append(table)


@contextlib.asynccontextmanager
async def _fanout(url: str) -> AsyncIterator[tuple[RedisFanout, Ear]]:
    fanout, ear = RedisFanout(url), Ear()
    supervisor = Supervisor(Metrics())
    await fanout.start(supervisor, ear)
    try:
        yield fanout, ear
        assert supervisor.failing() == ()
    finally:
        await fanout.close()


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


async def test_whoever_follows_hears_all_that_is_said_from_then_on() -> None:
    async with _fanout(redis_url()) as (one, ear), redis_client(redis_url()) as client:
        for number in range(50):
            await one.follow(f"table {number}")
            assert await client.publish(f"filon:table:table {number}", b"") == 1, "not subscribed yet"
            if number % 2:
                one.unfollow(f"table {number}")
                await one.follow(f"table {number}")
                assert await client.publish(f"filon:table:table {number}", b"") == 1
        await _until(lambda: len(ear.undigestible) == 75)


async def test_a_connection_that_was_cut_is_never_mended_in_silence() -> None:
    redis = Redis()
    async with _fanout(redis.url) as (one, ear), redis_client(redis.url) as client:
        await one.follow("t")
        await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]
        await _until(lambda: ear.links == [True, False, True])
        assert await client.publish("filon:table:t", b"") == 1
    redis.stop()


async def test_what_was_told_before_there_was_a_connection_is_heard_after_it() -> None:
    async with _fanout(redis_url()) as (_, ear):
        one = RedisFanout(redis_url())
        one.tell(Due(7))
        await one.start(Supervisor(Metrics()), Ear())
        await _until(lambda: Due(7) in ear.news)
        await one.close()


async def test_more_news_than_can_wait_are_known_to_be_lost() -> None:
    async with _fanout(redis_url()) as (_, ear):
        one = RedisFanout(redis_url())
        for at in range(20_000):
            one.tell(Due(at))
        await one.start(Supervisor(Metrics()), Ear())
        await _until(lambda: NewsLost() in ear.news)
        assert ear.news.index(NewsLost()) == len(ear.news) - 1 > 1000
        await one.close()


async def test_a_redis_that_hangs_is_away() -> None:
    redis = Redis()
    async with _fanout(redis.url) as (one, ear):
        redis.pause()
        await _until(lambda: not one.connected)
        redis.resume()
        await _until(lambda: one.connected)
        assert ear.links == [True, False, True]
    redis.stop()


async def test_news_that_a_listener_falls_over_end_nothing() -> None:
    async with _fanout(redis_url()) as (one, _), _fanout(redis_url()) as (other, ear):
        ear.allergic_to = WhoIsThere("t")
        await other.follow("t")
        one.tell(WhoIsThere("t"))
        one.tell(Due(1))
        await _until(lambda: Due(1) in ear.news)
        assert ear.undigestible == ["t"]
        assert ear.links == [True]
