"""Tasks that must not end: begun again after each failure, and counted until they run."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from filon.server.app import make_app
from filon.server.fanout.local import LocalFanout
from filon.server.metrics import Metrics
from filon.server.server import Server
from filon.server.settings import ServerSettings
from filon.server.supervise import PAUSES_S, STEADY_S, Supervisor
from filon.store import open_store
from filon.tables import Audience

pytestmark = pytest.mark.anyio


class Time:
    """A clock that goes only while somebody sleeps by it, or is told to."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


class Work:
    """Fails so many times, after so long each, and then goes on for ever."""

    def __init__(
        self, time: Time, failures: int, *, lasting_s: float = 0, fail: Callable[[], None] | None = None
    ) -> None:
        self._time = time
        self._failures = failures
        self._lasting_s = lasting_s
        self._fail = fail
        self.begun = 0
        self.settled = asyncio.Event()

    async def __call__(self) -> None:
        self.begun += 1
        await asyncio.sleep(0)
        if self.begun > self._failures:
            self.settled.set()
            await asyncio.Event().wait()
        self._time.now += self._lasting_s
        if self._fail is not None:
            self._fail()
        raise ValueError("on purpose")


async def _until_settled(
    supervisor: Supervisor, work: Work, look: Callable[[], None] = lambda: None
) -> "asyncio.Task[None]":
    task = supervisor.supervise("work", work)
    async with asyncio.timeout(30):
        while not work.settled.is_set():
            look()
            await asyncio.sleep(0)
    return task


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_task_that_fails_is_begun_again_after_growing_bounded_pauses() -> None:
    time = Time()
    metrics = Metrics()
    supervisor = Supervisor(metrics, clock=time, sleep=time.sleep)
    work = Work(time, failures=8)
    task = await _until_settled(supervisor, work)
    assert work.begun == 9
    assert time.slept == [*PAUSES_S, *[PAUSES_S[-1]] * (8 - len(PAUSES_S))]
    text = metrics.text().decode()
    assert 'filon_task_failures_total{task="work"} 8.0' in text
    assert "filon_faults_total 8.0" in text
    await _end(task)


async def test_it_fails_from_the_second_failure_on_until_it_has_run_for_a_while() -> None:
    time = Time()
    metrics = Metrics()
    supervisor = Supervisor(metrics, clock=time, sleep=time.sleep)
    work = Work(time, failures=2)
    seen: dict[int, set[tuple[str, ...]]] = {}
    task = await _until_settled(
        supervisor, work, lambda: seen.setdefault(len(time.slept), set()).add(supervisor.failing())
    )
    assert seen[0] == {()}
    assert seen[1] == {()}
    assert supervisor.failing() == ("work",)
    assert 'filon_task_failing{task="work"} 1.0' in metrics.text().decode()
    time.now += STEADY_S
    assert supervisor.failing() == ()
    assert 'filon_task_failing{task="work"} 0.0' in metrics.text().decode()
    await _end(task)


async def test_failures_far_apart_are_single_failures() -> None:
    time = Time()
    supervisor = Supervisor(Metrics(), clock=time, sleep=time.sleep)
    work = Work(time, failures=5, lasting_s=STEADY_S)
    task = await _until_settled(supervisor, work)
    assert supervisor.failing() == ()
    assert time.slept == [PAUSES_S[0]] * 5
    await _end(task)


def _cancelled() -> None:
    raise asyncio.CancelledError


async def _returns() -> None:
    await asyncio.sleep(0)


async def test_something_cancelled_inside_ends_nothing_and_being_cancelled_does() -> None:
    time = Time()
    supervisor = Supervisor(Metrics(), clock=time, sleep=time.sleep)
    work = Work(time, failures=2, fail=_cancelled)
    task = await _until_settled(supervisor, work)
    assert work.begun == 3
    await _end(task)
    assert task.cancelled()
    assert supervisor.failing() == ()


async def test_a_task_that_returns_has_failed() -> None:
    time = Time()
    supervisor = Supervisor(Metrics(), clock=time, sleep=time.sleep)
    forever: Callable[[], Coroutine[Any, Any, None]] = _returns
    task = supervisor.supervise("brief", forever)
    async with asyncio.timeout(30):
        while not supervisor.failing():
            await asyncio.sleep(0)
    assert supervisor.failing() == ("brief",)
    await _end(task)


class Broken:
    """A connection that cannot be looked after."""

    audience = Audience()
    guest = None

    def look_after(self, _now: float) -> None:
        raise ZeroDivisionError


async def test_the_server_is_not_ready_while_a_task_of_it_keeps_failing(tmp_path: Path) -> None:
    settings = ServerSettings(database_url=f"sqlite:///{tmp_path}/filon.db")
    server = Server(settings, await open_store(settings.database_url, migrate=True), LocalFanout())
    clock = server.supervisor._clock = Time()
    await server.start(waking=True)
    application = cast("Any", make_app(server))  # both speak ASGI, typed differently
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url="http://filon") as http:
        assert (await http.get("/readyz")).status_code == 200
        server.connections.add(cast("Any", Broken()))
        answer = await _until_answered(http, 503)
        assert answer.json()["code"] == "failing"
        assert "connections" in answer.json()["reason"]
        server.connections.clear()
        clock.now += STEADY_S  # within a pause, or running: it runs again at the latest after the next one
        while server.supervisor.failing():
            await asyncio.sleep(0.01)
            clock.now += STEADY_S
        await _until_answered(http, 200)
    await server.close()


async def _until_answered(http: httpx.AsyncClient, status: int) -> httpx.Response:
    async with asyncio.timeout(30):
        while (answer := await http.get("/readyz")).status_code != status:
            await asyncio.sleep(0.01)
    return answer
