"""Lists of tables, claims, counts and retention."""

import asyncio

import pytest

from filon.store import Counts, Cursor, Row, SeatLink, Store, fingerprint, open_store
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio


def names(rows: list[Row]) -> list[str]:
    return [found.table for found in rows]


async def test_open_tables_are_public_and_newest_first(store: Store) -> None:
    several: list[dict[str, object]] = [
        {},
        {"public": False},
        {"status": "playing"},
        {"game": "saboteur"},
        {},
    ]
    for number, changes in enumerate(several):
        await store.create(row(f"t{number}", changed_at=NOON + number, **changes), entry(1))
    assert names(await store.open_tables(10)) == ["t4", "t3", "t0"]
    assert names(await store.open_tables(10, game="saboteur")) == ["t3"]
    assert names(await store.open_tables(10, status="playing")) == ["t2"]
    assert names(await store.open_tables(2)) == ["t4", "t3"]


async def test_a_list_is_paged_without_losing_or_repeating_a_table_of_the_same_moment(store: Store) -> None:
    for number in range(7):
        await store.create(row(f"t{number}", changed_at=NOON + number // 3), entry(1))

    async def pages(of: str | None) -> list[str]:
        seen: list[str] = []
        before: Cursor | None = None
        while True:
            page = await (store.tables_of(of, 2, before) if of else store.open_tables(2, before))
            if not page:
                return seen
            seen += names(page)
            before = Cursor(page[-1].changed_at, page[-1].table)

    newest_first = ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]
    assert await pages(None) == newest_first
    assert await pages("ada") == newest_first


async def test_my_tables_are_those_whose_row_names_me_now(store: Store) -> None:
    first = row("t1", guests=("ada", "ben", "ada"), public=False)
    await store.create(first, entry(1))
    assert names(await store.tables_of("ben", 10)) == ["t1"]
    await store.append(grown(first, guests=("ada", "cyd")), [entry(2)], 1)
    assert names(await store.tables_of("ben", 10)) == []
    assert names(await store.tables_of("cyd", 10)) == ["t1"]
    assert names(await store.tables_of("ada", 10)) == ["t1"]


async def test_a_due_table_is_claimed_once_until_the_lease_ends(store: Store) -> None:
    for name, wake_at in (("late", NOON), ("later", NOON - 5), ("early", NOON + 50), ("never", None)):
        await store.create(row(name, wake_at=wake_at), entry(1))
    assert await store.next_due() == NOON - 5
    assert await store.claim_due(NOON - 6, 10, 100) == []
    assert await store.claim_due(NOON, 1, 100) == ["later"]
    assert await store.claim_due(NOON, 10, 100) == ["late"]
    assert await store.claim_due(NOON + 49, 10, 100) == []
    assert await store.next_due() == NOON + 50
    assert await store.claim_due(NOON + 50, 10, 100) == ["early"]
    assert await store.next_due() == NOON + 100
    assert sorted(await store.claim_due(NOON + 100, 10, 100)) == ["late", "later"]


async def test_a_claim_ends_when_it_is_released(store: Store) -> None:
    for name in ("a", "b"):
        await store.create(row(name, wake_at=NOON), entry(1))
    assert await store.claim_due(NOON, 10, 1000) == ["a", "b"]
    await store.release(["b", "unknown"])
    assert await store.claim_due(NOON, 10, 1000) == ["b"]
    await store.release([])


async def test_a_claim_ends_with_an_append_that_moves_the_wake_up_and_only_then(store: Store) -> None:
    first = row("t1", wake_at=NOON)
    await store.create(first, entry(1))
    assert await store.claim_due(NOON, 10, 1000) == ["t1"]
    chat = grown(first)
    await store.append(chat, [entry(2)], 1)
    assert await store.claim_due(NOON + 1, 10, 1000) == []
    moved = grown(chat, wake_at=NOON + 1)
    await store.append(moved, [entry(3)], 2)
    assert await store.claim_due(NOON + 1, 10, 1000) == ["t1"]
    await store.append(grown(moved, wake_at=None), [entry(4)], 3)
    assert await store.next_due() is None
    assert await store.claim_due(NOON + 10_000, 10, 1000) == []


async def test_workers_that_ask_at_the_same_time_share_the_due_tables(url: str) -> None:
    stores = [await open_store(url, migrate=True) for _ in range(4)]
    for number in range(60):
        await stores[0].create(row(f"t{number:02}", wake_at=NOON), entry(1))
    claims = await asyncio.gather(*(store.claim_due(NOON, 7, 1000) for store in stores for _ in range(5)))
    claimed = [table for claim in claims for table in claim]
    rest = await stores[0].claim_due(NOON, 100, 1000)
    assert sorted(claimed + rest) == [f"t{number:02}" for number in range(60)]
    for store in stores:
        await store.close()


async def test_counts_by_status(store: Store) -> None:
    assert await store.counts() == Counts(lobby=0, playing=0, over=0, guests=0)
    for name, status in (("a", "lobby"), ("b", "playing"), ("c", "playing"), ("d", "over")):
        await store.create(row(name, status=status), entry(1))
    await store.add_guest("ada", fingerprint("x"), "Ada", NOON)
    assert await store.counts() == Counts(lobby=1, playing=2, over=1, guests=1)


async def test_finished_and_abandoned_tables_are_put_away_with_all_that_is_theirs(store: Store) -> None:
    tables: dict[str, dict[str, object]] = {
        "finished": {"status": "over", "changed_at": NOON},
        "just-finished": {"status": "over", "changed_at": NOON + 10},
        "abandoned": {"status": "lobby", "changed_at": NOON - 20},
        "left": {"status": "playing", "changed_at": NOON - 20},
        "by-mail": {"status": "playing", "changed_at": NOON - 20, "wake_at": NOON + 99},
        "quiet": {"status": "playing", "changed_at": NOON - 10},
    }
    for name, changes in tables.items():
        await store.create(row(name, **changes), entry(1))
        await store.save_snapshot(name, 1, b"fold")
        await store.add_link(SeatLink(fingerprint(name), name, "ada", NOON + 99))
    gone = await store.put_away(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=2)
    assert len(gone) == 2
    gone += await store.put_away(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=10)
    assert sorted(gone) == ["abandoned", "finished", "left"]
    assert await store.put_away(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=10) == []
    for name in tables:
        there = name not in gone
        assert (await store.row(name) is not None) == there
        assert (await store.by_code(f"code-{name}") is not None) == there
        assert (len(await store.entries(name)) == 1) == there
        assert (await store.snapshot(name) is not None) == there
        assert (await store.take_link(fingerprint(name), NOON) is not None) == there
    assert sorted(names(await store.tables_of("ada", 10))) == ["by-mail", "just-finished", "quiet"]


async def test_a_code_that_was_put_away_can_be_given_again(store: Store) -> None:
    await store.create(row("t1", status="over"), entry(1))
    assert await store.put_away(NOON + 1, NOON, 10) == ["t1"]
    await store.create(row("t2", code="code-t1"), entry(1))
    assert names(await store.tables_of("ada", 10)) == ["t2"]
