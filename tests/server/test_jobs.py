"""Jobs inside one server: what cannot be done fails and says why, and holds up nothing else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from filon.server.jobs.kinds import DAILY, Given, Impossible, daily_of
from filon.server.jobs.runner import Desk, Runner
from filon.server.metrics import Metrics
from filon.server.supervise import Supervisor
from filon.store import Job, JobId, RecordDigest, Store, open_store
from tests.server.playing import PATIENCE_S

pytestmark = pytest.mark.anyio

DAY = "2026-11-18"


def nobodys(_digests: Sequence[bytes]) -> list[RecordDigest]:
    return []


async def given(job: Job) -> Given:
    if job.key.endswith("gone"):
        raise Impossible("there is no such thing any more")
    if job.key.endswith("broken"):
        raise RuntimeError("a mistake of ours")
    return Given(job.key.encode(), nobodys)


class House:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.metrics = Metrics()
        self.desk = Desk(0)
        self.runner = Runner(DAILY, store, self.desk, given, self.metrics)

    async def ask(self, what: str) -> JobId:
        job = daily_of(DAY, what)
        await self.store.request_job(job, now=0, form=DAILY.form)
        self.runner.look()
        return job

    async def until(self, job: JobId, state: str) -> Job:
        async with asyncio.timeout(2 * PATIENCE_S):
            while True:
                found = await self.store.job(job)
                assert found is not None
                if found.state == state:
                    return found
                await asyncio.sleep(0.01)

    def came_to(self, outcome: str) -> float:
        value = self.metrics.registry.get_sample_value(
            "filon_jobs_total", {"kind": "daily", "outcome": outcome}
        )
        return value or 0.0


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await open_store(f"sqlite:///{tmp_path}/filon.db", migrate=True)
    opened = House(store)
    opened.runner.start(Supervisor(opened.metrics))
    yield opened
    await opened.runner.close()
    await opened.desk.close()
    await store.close()


async def test_what_cannot_be_done_fails_and_holds_up_nothing(house: House) -> None:
    gone = await house.ask("gone")
    chess = await house.ask("chess")
    diamant = await house.ask("diamant")
    assert (await house.until(gone, "failed")).reason == "there is no such thing any more"
    assert "chess" in (await house.until(chess, "failed")).reason
    assert (await house.until(diamant, "done")).result
    assert (house.came_to("impossible"), house.came_to("done")) == (2, 1)


async def test_a_mistake_of_ours_is_tried_again_and_counted(house: House) -> None:
    job = await house.ask("broken")
    while not house.came_to("broken"):
        await asyncio.sleep(0.01)
    found = await house.until(job, "waiting")
    assert found.reason == "RuntimeError: a mistake of ours"
    assert found.attempts == 1
    assert house.came_to("broken") == 1


async def test_a_cancelled_job_gives_the_process_up_to_the_next(house: House) -> None:
    """A puzzle of Saboteur takes long: it is cancelled in the middle."""
    saboteur = await house.ask("saboteur")
    while not (await house.until(saboteur, "working")).progress:
        await asyncio.sleep(0.01)
    assert await house.store.cancel_job(saboteur, 1)
    diamant = await house.ask("diamant")
    assert (await house.until(diamant, "done")).result
    found = await house.store.job(saboteur)
    assert found is not None
    assert (found.state, found.result) == ("cancelled", None)


async def test_who_closes_lets_go_of_what_is_under_way(house: House) -> None:
    saboteur = await house.ask("saboteur")
    await house.until(saboteur, "working")
    await house.runner.close()
    found = await house.store.job(saboteur)
    assert found is not None
    assert (found.state, found.attempts) == ("waiting", 0)
