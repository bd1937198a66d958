"""Many appenders, one sequence: exactly one wins."""

import asyncio
import contextlib
from collections import Counter

import asyncpg
import pytest

from filon.store import Conflict, Store, open_store
from tests.services import fresh_database
from tests.store.making import entry, grown, row

pytestmark = pytest.mark.anyio


async def attempt(store: Store, sequence: int, name: str) -> str | None:
    """The name, if this appender got the sequence."""
    try:
        await store.append(
            grown(row("t1", sequence=sequence - 1)), [entry(sequence, sender=name)], sequence - 1
        )
    except Conflict:
        return None
    return name


async def test_of_all_who_race_for_a_sequence_exactly_one_wins(url: str) -> None:
    """Forty tasks, half on one connection to the database and half on three others, ten times."""
    stores = [await open_store(url, migrate=True) for _ in range(4)]
    await stores[0].create(row("t1"), entry(1))
    for sequence in range(2, 12):
        racers = [(stores[max(0, number % 6 - 2)], f"racer{number}") for number in range(40)]
        outcomes = await asyncio.gather(*(attempt(store, sequence, name) for store, name in racers))
        (winner,) = [name for name in outcomes if name is not None]
        log = await stores[0].entries("t1")
        assert [e.sequence for e in log] == list(range(1, sequence + 1))
        assert log[-1].sender == winner
    for store in stores:
        await store.close()


async def test_appenders_of_many_tables_that_retry_all_get_through_in_the_end(url: str) -> None:
    """Twelve append ten times each to three tables, on four stores; nobody starves and nothing doubles."""
    stores = [await open_store(url, migrate=True) for _ in range(4)]
    tables = ("a", "b", "c")
    for table in tables:
        await stores[0].create(row(table), entry(1))

    async def append_ten(store: Store, table: str, name: str) -> None:
        for number in range(10):
            while True:
                found = await store.row(table)
                assert found is not None
                added = entry(found.sequence + 1, sender=name, command=str(number))
                try:
                    await store.append(grown(found), [added], found.sequence)
                except Conflict:
                    continue
                break

    await asyncio.gather(
        *(append_ten(stores[number % 4], table, f"n{number}") for number in range(12) for table in tables)
    )
    for table in tables:
        log = await stores[0].entries(table)
        assert [e.sequence for e in log] == list(range(1, 122))
        assert set(Counter(e.sender for e in log[1:]).values()) == {10}
        by_name = {e.sender: [x.command for x in log if x.sender == e.sender] for e in log[1:]}
        assert all(commands == [str(n) for n in range(10)] for commands in by_name.values())
    for store in stores:
        await store.close()


async def test_an_append_and_the_deletion_of_its_table_never_leave_an_orphan(url: str) -> None:
    stores = [await open_store(url, migrate=True) for _ in range(2)]
    for number in range(20):
        opened = row(f"t{number}", status="over", changed_at=1)
        await stores[0].create(opened, entry(1))
        (gone, appended) = await asyncio.gather(
            stores[0].delete_expired(2, 0, 10),
            stores[1].append(grown(opened), [entry(2)], 1),
            return_exceptions=True,
        )
        left = await stores[0].row(opened.table)
        log = await stores[0].entries(opened.table)
        if isinstance(appended, Conflict):
            assert (gone, left, log) == ([opened.table], None, [])
        else:
            assert (appended, gone) == (None, [])
            assert len(log) == 2
    for store in stores:
        await store.close()


async def test_what_postgresql_undoes_to_end_a_deadlock_is_done_again() -> None:
    """Somebody who does not lock in the order of the ids holds the second table and wants the first."""
    url = fresh_database()
    store = await open_store(url, migrate=True)
    for name in ("a", "b"):
        await store.create(row(name, wake_at=1), entry(1))
    assert await store.claim_due("x", 1, 10, 1000) == ["a", "b"]
    other = await asyncpg.connect(url)
    watcher = await asyncpg.connect(url)
    await other.execute("BEGIN; SELECT FROM tables WHERE id = 'b' FOR UPDATE")
    released = asyncio.ensure_future(store.release("x", ["a", "b"]))
    while not await watcher.fetchval("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
        await asyncio.sleep(0.01)
    with contextlib.suppress(asyncpg.DeadlockDetectedError):
        await other.execute("SELECT FROM tables WHERE id = 'a' FOR UPDATE")
    await other.execute("ROLLBACK")
    await released
    assert await store.claim_due("x", 1, 10, 1000) == ["a", "b"]
    await other.close()
    await watcher.close()
    await store.close()
