"""Lists of tables, counts and retention."""

import pytest

from filon.store import Counts, Cursor, Row, SeatLink, Store, fingerprint
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


async def test_counts_by_status(store: Store) -> None:
    assert await store.counts() == Counts(lobby=0, playing=0, over=0, guests=0)
    for name, status in (("a", "lobby"), ("b", "playing"), ("c", "playing"), ("d", "over")):
        await store.create(row(name, status=status), entry(1))
    await store.add_guest("ada", fingerprint("x"), "Ada", NOON)
    assert await store.counts() == Counts(lobby=1, playing=2, over=1, guests=1)


async def test_finished_and_abandoned_tables_are_deleted_with_all_that_is_theirs(store: Store) -> None:
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
    gone = await store.delete_expired(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=2)
    assert len(gone) == 2
    gone += await store.delete_expired(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=10)
    assert sorted(gone) == ["abandoned", "finished", "left"]
    assert await store.delete_expired(finished_before=NOON + 10, abandoned_before=NOON - 10, limit=10) == []
    for name in tables:
        there = name not in gone
        assert (await store.row(name) is not None) == there
        assert (await store.by_code(f"code-{name}") is not None) == there
        assert (len(await store.entries(name)) == 1) == there
        assert (await store.snapshot(name) is not None) == there
        assert (await store.take_link(fingerprint(name), NOON) is not None) == there
    assert sorted(names(await store.tables_of("ada", 10))) == ["by-mail", "just-finished", "quiet"]


async def test_a_code_whose_table_was_deleted_can_be_given_again(store: Store) -> None:
    await store.create(row("t1", status="over"), entry(1))
    assert await store.delete_expired(NOON + 1, NOON, 10) == ["t1"]
    await store.create(row("t2", code="code-t1"), entry(1))
    assert names(await store.tables_of("ada", 10)) == ["t2"]


async def test_a_table_that_came_to_rest_is_deleted_once_it_is_old_enough(store: Store) -> None:
    """It was woken again and again, then nothing was left to wait for: no wake-up keeps it."""
    playing = row("t1", status="playing", wake_at=NOON)
    await store.create(playing, entry(1))
    assert await store.claim_due("a server", NOON, 10, 1000) == ["t1"]
    assert await store.delete_expired(NOON, NOON + 99, 10) == [], "somebody works on it"
    await store.append(grown(playing, wake_at=None), [entry(2)], 1, before=playing)
    assert await store.delete_expired(NOON, NOON + 2, 10) == []
    assert await store.delete_expired(NOON, NOON + 3, 10) == ["t1"]


async def test_the_latest_change_of_all_tables(store: Store) -> None:
    assert await store.latest_change() is None
    for number, (status, public) in enumerate([("over", False), ("lobby", True), ("playing", False)]):
        changed = row(f"t{number}", status=status, public=public, changed_at=NOON + number)
        await store.create(changed, entry(1))
        assert await store.latest_change() == NOON + number
    await store.append(grown(row("t0", status="over", public=False), 4), [entry(n) for n in range(2, 6)], 1)
    assert await store.latest_change() == NOON + 5
