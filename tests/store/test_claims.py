"""Claims: who works on a table whose time has come, until when, and who may end that."""

import asyncio
import sqlite3

import asyncpg
import pytest

from filon.store import Share, Store, open_store, part_of
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio

ADA, BEN = "ada's server", "ben's server"


async def open_due(store: Store, *tables: str) -> None:
    for table in tables:
        await store.create(row(table, wake_at=NOON), entry(1))


async def claim_as_before_owners(url: str, now: int, lease_ms: int) -> None:
    """What the first release did: it wrote the end of the claim over `due_at` and nothing else."""
    statement = f"UPDATE tables SET due_at = {now + lease_ms} WHERE due_at <= {now}"  # noqa: S608 - numbers
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        connection.execute(statement)
        connection.close()
    else:
        server = await asyncpg.connect(url)
        await server.execute(statement)
        await server.close()


async def test_a_due_table_is_claimed_once_until_the_lease_ends(store: Store) -> None:
    for name, wake_at in (("late", NOON), ("later", NOON - 5), ("early", NOON + 50), ("never", None)):
        await store.create(row(name, wake_at=wake_at), entry(1))
    assert await store.next_due() == NOON - 5
    assert await store.claim_due(ADA, NOON - 6, 10, 100) == []
    assert await store.claim_due(ADA, NOON, 1, 100) == ["later"]
    assert await store.claim_due(BEN, NOON, 10, 100) == ["late"]
    assert await store.claim_due(ADA, NOON + 49, 10, 100) == []
    assert await store.next_due() == NOON + 50
    assert await store.claim_due(ADA, NOON + 50, 10, 100) == ["early"]
    assert await store.next_due() == NOON + 100
    assert sorted(await store.claim_due(ADA, NOON + 100, 10, 100)) == ["late", "later"]


async def test_who_has_a_share_claims_that_part_of_what_is_due_and_nothing_else(store: Store) -> None:
    """As the server itself divides them: ids of any length, and of any letters."""
    tables = ["a", "bé", "-_9", "Zz", *(f"AbC_{number}x-{chr(97 + number)}" for number in range(20))]
    await open_due(store, *tables)
    for part in range(3):
        ours = {table for table in tables if part_of(table, 3) == part}
        assert ours, "this says nothing without tables in each part"
        share = Share(part, 3)
        assert await store.next_due(share=share) == NOON
        assert set(await store.claim_due(ADA, NOON, 100, 100, share=share)) == ours
        assert await store.next_due(share=share) == NOON + 100
    assert await store.claim_due(BEN, NOON, 100, 100) == []


async def test_a_claim_that_is_renewed_stays_and_one_that_is_not_ends_with_its_lease(store: Store) -> None:
    await open_due(store, "a", "b", "c")
    assert await store.claim_due(ADA, NOON, 2, 100) == ["a", "b"]
    assert await store.claim_due(BEN, NOON, 2, 100) == ["c"]
    assert await store.renew(ADA, NOON + 60, 100) == {"a", "b"}
    assert await store.next_due() == NOON + 100
    assert await store.claim_due(ADA, NOON + 100, 10, 100) == ["c"], "its owner fell silent"
    assert await store.renew(BEN, NOON + 101, 100) == set(), "and hears that it is lost"
    assert await store.claim_due(BEN, NOON + 159, 10, 100) == []
    assert sorted(await store.claim_due(BEN, NOON + 160, 10, 100)) == ["a", "b"]
    assert await store.renew(ADA, NOON + 161, 100) == {"c"}


async def test_a_claim_renewed_too_late_goes_on_where_nobody_else_claimed(store: Store) -> None:
    await open_due(store, "a", "b")
    assert await store.claim_due(ADA, NOON, 10, 100) == ["a", "b"]
    assert await store.claim_due(BEN, NOON + 100, 1, 100) == ["a"]
    assert await store.renew(ADA, NOON + 150, 100) == {"b"}
    assert await store.claim_due(BEN, NOON + 200, 10, 100) == ["a"]


async def test_a_claim_ends_when_its_owner_releases_it_and_no_other(store: Store) -> None:
    await open_due(store, "a", "b")
    assert await store.claim_due(ADA, NOON, 10, 1000) == ["a", "b"]
    await store.release(BEN, ["a", "b"])
    assert await store.claim_due(BEN, NOON, 10, 1000) == []
    await store.release(ADA, ["b", "unknown"])
    assert await store.claim_due(BEN, NOON, 10, 1000) == ["b"]
    await store.release(ADA, ["b"])
    assert await store.claim_due(ADA, NOON, 10, 1000) == [], "what was Ada's is Ben's now"
    assert await store.renew(ADA, NOON, 1000) == {"a"}
    await store.release(ADA, [])


async def test_an_owner_that_goes_frees_its_claims_and_no_others(store: Store) -> None:
    await open_due(store, "a", "b")
    assert await store.claim_due(ADA, NOON, 1, 1000) == ["a"]
    assert await store.claim_due(BEN, NOON, 1, 1000) == ["b"]
    await store.free_claims(ADA)
    assert await store.claim_due(BEN, NOON, 10, 1000) == ["a"]
    assert await store.renew(BEN, NOON, 1000) == {"a", "b"}


async def test_all_claims_can_be_freed_those_of_a_killed_process_included(url: str) -> None:
    killed = await open_store(url, migrate=True)
    await open_due(killed, "a", "b")
    await killed.create(row("later", wake_at=NOON + 7), entry(1))
    assert await killed.claim_due(ADA, NOON, 10, 30_000) == ["a", "b"]
    started = await open_store(url, migrate=True)
    assert await started.claim_due(BEN, NOON + 1, 10, 3_000) == []
    await started.free_claims()
    assert await started.claim_due(BEN, NOON + 1, 10, 3_000) == ["a", "b"]
    assert await started.next_due() == NOON + 7, "what was not claimed is due when it was"
    await started.close()
    await killed.close()


async def test_a_claim_ends_with_an_append_that_moves_the_wake_up_and_only_then(store: Store) -> None:
    first = row("t1", wake_at=NOON)
    await store.create(first, entry(1))
    assert await store.claim_due(ADA, NOON, 10, 1000) == ["t1"]
    chat = grown(first)
    await store.append(chat, [entry(2)], 1)
    assert await store.claim_due(ADA, NOON + 1, 10, 1000) == []
    assert await store.renew(ADA, NOON, 1000) == {"t1"}
    moved = grown(chat, wake_at=NOON + 1)
    await store.append(moved, [entry(3)], 2)
    assert await store.renew(ADA, NOON + 1, 1000) == set()
    assert await store.claim_due(ADA, NOON + 1, 10, 1000) == ["t1"]
    await store.append(grown(moved, wake_at=None), [entry(4)], 3)
    assert await store.next_due() is None
    assert await store.claim_due(ADA, NOON + 10_000, 10, 1000) == []


async def test_a_wake_up_at_the_very_end_of_the_claim_is_not_taken_for_the_claim(store: Store) -> None:
    first = row("t1", wake_at=NOON)
    await store.create(first, entry(1))
    assert await store.claim_due(ADA, NOON, 10, 1000) == ["t1"]
    await store.append(grown(first, wake_at=NOON + 1000), [entry(2)], 1)
    assert await store.renew(ADA, NOON + 500, 1000) == set()
    assert await store.next_due() == NOON + 1000


async def test_what_an_older_release_claimed_is_free_when_its_time_comes(url: str) -> None:
    """While newer servers run beside it, which may have held the same tables before."""
    store = await open_store(url, migrate=True)
    await open_due(store, "fresh", "mine-before")
    assert await store.claim_due(ADA, NOON, 10, 100) == ["fresh", "mine-before"]
    await store.release(ADA, ["fresh", "mine-before"])
    await claim_as_before_owners(url, NOON, 30_000)
    assert await store.claim_due(BEN, NOON + 29_999, 10, 100) == []
    assert await store.renew(ADA, NOON + 29_999, 100) == set(), "what the older one holds is not Ada's"
    await store.release(ADA, ["fresh"])
    await store.free_claims(ADA)
    assert await store.next_due() == NOON + 30_000
    assert await store.claim_due(BEN, NOON + 30_000, 10, 100) == ["fresh", "mine-before"]
    await claim_as_before_owners(url, NOON + 30_100, 30_000)
    assert await store.renew(BEN, NOON + 30_101, 100_000) == set()
    await store.free_claims()
    assert await store.claim_due(BEN, NOON, 10, 100) == ["fresh", "mine-before"]
    await store.close()


async def test_tables_to_skip_are_left_to_others(store: Store) -> None:
    await open_due(store, "a", "b", "c")
    assert await store.claim_due(ADA, NOON, 1, 1000, skip={"a", "unknown"}) == ["b"]
    assert await store.next_due(skip=["a"]) == NOON
    assert await store.next_due(skip=["a", "c"]) == NOON + 1000
    assert await store.next_due(skip=["a", "b", "c"]) is None
    assert await store.claim_due(ADA, NOON, 10, 1000, skip=["a", "c"]) == []
    assert await store.claim_due(BEN, NOON, 10, 1000) == ["a", "c"]


async def test_workers_that_ask_at_the_same_time_share_the_due_tables(url: str) -> None:
    stores = [await open_store(url, migrate=True) for _ in range(4)]
    await open_due(stores[0], *(f"t{number:02}" for number in range(60)))
    claims = await asyncio.gather(
        *(store.claim_due(f"{n}", NOON, 7, 1000) for n, store in enumerate(stores) for _ in range(5))
    )
    claimed = [table for claim in claims for table in claim]
    rest = await stores[0].claim_due("late", NOON, 100, 1000)
    assert sorted(claimed + rest) == [f"t{number:02}" for number in range(60)]
    held = await asyncio.gather(*(store.renew(f"{n}", NOON, 1000) for n, store in enumerate(stores)))
    for number, mine in enumerate(held):
        assert mine == {table for claim in claims[5 * number : 5 * number + 5] for table in claim}
    for store in stores:
        await store.close()
