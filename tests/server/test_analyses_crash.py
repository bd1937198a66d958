"""`kill -9` in the middle of an analysis: another process takes it up and finishes it."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from filon.store import Job, JobId, Store, migrate, open_store
from tests.server.playing import Filon
from tests.server.test_analyses import ask, done, path_of, played_out
from tests.services import fresh_database, redis_url

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = await open_store(database, migrate=False)
    try:
        yield store
    finally:
        await store.close()


async def job_of(database: str, table: str) -> Job:
    async with opened(database) as store:
        job = await store.job(JobId("analysis", f"{table}.1"))
    assert job is not None
    return job


async def test_a_server_that_was_killed_goes_on_with_its_analyses(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/filon.db"
    server = Filon(database).start()
    anna, *others = await played_out(server)
    await ask(server, anna, "POST", path_of(anna.table), {})
    await done(server, anna, anna.table, "working")
    server.kill()
    for person in (anna, *others):
        await person.gone()
    left = await job_of(database, anna.table)
    assert (left.state, left.attempts) == ("working", 1), "it was in the middle of it"
    server = Filon(database).start()
    await done(server, anna, anna.table)
    assert (await job_of(database, anna.table)).attempts == 2
    assert server.stop() == 0
    assert not server.faults()


async def test_a_worker_that_was_killed_leaves_its_analysis_to_another() -> None:
    database, redis = fresh_database(), redis_url()
    await migrate(database)
    server = Filon(database, redis_url=redis, embedded_worker=False).start()
    first = Filon(database, redis_url=redis, command="worker").start()
    anna, *others = await played_out(server)
    await ask(server, anna, "POST", path_of(anna.table), {})
    await done(server, anna, anna.table, "working")
    first.kill()
    left = await job_of(database, anna.table)
    assert (left.state, left.attempts) == ("working", 1), "it was in the middle of it"
    second = Filon(database, redis_url=redis, command="worker").start()
    await done(server, anna, anna.table)
    assert (await job_of(database, anna.table)).attempts == 2
    for person in (anna, *others):
        await person.go()
    for process in (second, server):
        assert process.stop() == 0
        assert not process.faults()


async def test_a_server_that_ends_lets_go_of_its_analysis(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/filon.db"
    server = Filon(database).start()
    anna, *others = await played_out(server)
    for person in (anna, *others):
        await person.go()
    await ask(server, anna, "POST", path_of(anna.table), {})
    await done(server, anna, anna.table, "working")
    assert server.stop() == 0
    assert not server.faults()
    left = await job_of(database, anna.table)
    assert (left.state, left.attempts) == ("waiting", 0), "as if nobody had tried"
