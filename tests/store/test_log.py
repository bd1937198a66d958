"""The log: what is appended is there, in order, once; who comes second is told."""

import asyncio

import msgspec
import pytest

from filon.store import Conflict, Entry, Store, Unavailable, open_store
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio


async def test_a_new_table_is_found_by_its_id_and_by_its_code(store: Store) -> None:
    opened = row("t1", guests=("ada", "ben"), wake_at=NOON + 5, summary=b"\x00list", public=False)
    await store.create(opened, entry(1))
    assert await store.row("t1") == opened
    assert await store.by_code("code-t1") == opened
    assert await store.entries("t1") == [entry(1)]
    assert await store.row("t2") is None
    assert await store.by_code("t1") is None
    assert await store.entries("t2") == []


@pytest.mark.parametrize("second", [row("t1", code="other"), row("other", code="code-t1")])
async def test_an_id_and_a_code_are_given_once(store: Store, second: object) -> None:
    await store.create(row("t1"), entry(1))
    with pytest.raises(Conflict):
        await store.create(second, entry(1))  # type: ignore[arg-type]
    assert await store.row("other") is None
    assert await store.entries("other") == []
    assert await store.entries("t1") == [entry(1)]


async def test_a_log_is_read_between_two_of_its_entries(store: Store) -> None:
    await store.create(row("t1"), entry(1))
    await store.append(row("t1", sequence=5), [entry(number) for number in range(2, 6)], 1)
    assert [one.sequence for one in await store.entries("t1", 1, 4)] == [2, 3, 4]
    assert [one.sequence for one in await store.entries("t1", 3)] == [4, 5]
    assert await store.entries("t1", 4, 4) == []


async def test_appended_entries_follow_in_order_and_the_row_is_rewritten(store: Store) -> None:
    first = row("t1")
    await store.create(first, entry(1))
    second = grown(
        first, status="playing", taken=4, host="ben", guests=("ada", "ben"), summary=b"x", wake_at=9
    )
    await store.append(second, [entry(2)], 1)
    third = grown(second, 3, status="over", public=False)
    await store.append(third, [entry(3), entry(4, data=b""), entry(5, data=bytes(range(256)) * 64)], 2)
    assert await store.row("t1") == third
    assert await store.entries("t1") == [
        entry(1), entry(2), entry(3), entry(4, data=b""), entry(5, data=bytes(range(256)) * 64),
    ]  # fmt: skip
    assert [e.sequence for e in await store.entries("t1", after=3)] == [4, 5]
    assert await store.entries("t1", after=5) == []


async def test_the_row_before_spares_writing_it_whole_only_where_it_is_the_one_that_was_written(
    store: Store,
) -> None:
    first = row("t1", guests=("ada", "ben"), summary=b"x")
    await store.create(first, entry(1))
    second = grown(first, wake_at=NOON + 7)
    await store.append(second, [entry(2)], 1, before=first)
    assert await store.row("t1") == second
    third = grown(second, host="ben", guests=("ben",))
    await store.append(third, [entry(3)], 2, before=second)
    assert await store.row("t1") == third
    fourth = grown(second, 2)
    await store.append(fourth, [entry(4)], 3, before=second)
    assert await store.row("t1") == fourth, "an older row that looks alike says nothing of what is there"
    fifth = msgspec.structs.replace(fourth, sequence=5)
    await store.append(fifth, [entry(5)], 4, before=fourth)
    assert await store.row("t1") == fifth, "where nothing but the sequence is new"
    assert [found.table for found in await store.tables_of("ada", 10)] == ["t1"]


@pytest.mark.parametrize("expected", [1, 3])
async def test_an_append_that_does_not_follow_the_log_changes_nothing(store: Store, expected: int) -> None:
    first = row("t1")
    await store.create(first, entry(1))
    second = grown(first)
    await store.append(second, [entry(2)], 1)
    late = grown(row("t1", sequence=expected), status="over")
    with pytest.raises(Conflict):
        await store.append(late, [entry(expected + 1, sender="ben")], expected)
    assert await store.row("t1") == second
    assert await store.entries("t1") == [entry(1), entry(2)]


async def test_an_append_to_no_table_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append(grown(row("t1")), [entry(2)], 1)
    assert await store.entries("t1") == []


async def test_a_command_is_written_once_for_each_sender_at_each_table(store: Store) -> None:
    for name in ("t1", "t2"):
        await store.create(row(name), entry(1, command="x"))
    again = grown(row("t1"), 2)
    with pytest.raises(Conflict):
        await store.append(again, [entry(2, command="y"), entry(3, command="x")], 1)
    assert await store.row("t1") == row("t1")
    assert await store.entries("t1") == [entry(1, command="x")]
    await store.append(again, [entry(2, sender="ben", command="x"), entry(3, command="y")], 1)
    assert await store.answered("t1", "ada", "x") == 1
    assert await store.answered("t1", "ben", "x") == 2
    assert await store.answered("t1", "ada", "y") == 3
    assert await store.answered("t2", "ada", "y") is None
    assert await store.answered("t2", "ben", "x") is None


async def test_what_nobody_asks_for_again_needs_no_command(store: Store) -> None:
    await store.create(row("t1"), entry(1, command=""))
    await store.append(grown(row("t1"), 2), [entry(2, command=""), entry(3, command="")], 1)
    assert len(await store.entries("t1")) == 3
    assert await store.answered("t1", "ada", "") is None


@pytest.mark.parametrize(
    ("entries", "expected"),
    [([], 1), ([entry(3)], 1), ([entry(2), entry(3)], 1), ([entry(2), entry(2)], 0), ([entry(1)], 1)],
)
async def test_entries_that_do_not_lead_to_the_row_are_our_own_mistake(
    store: Store, entries: list[Entry], expected: int
) -> None:
    await store.create(row("t1"), entry(1))
    with pytest.raises(ValueError, match="do not lead"):
        store.append(grown(row("t1")), entries, expected)


async def test_appends_of_one_turn_do_not_disturb_each_other(store: Store) -> None:
    """One is late, one repeats a command, one is of no table, one cannot be stored; the rest are written."""
    for number in range(8):
        await store.create(row(f"t{number}"), entry(1, command="first"))
    late, doubled, unknown, unsound = 1, 3, 5, 7
    asked = []
    for number in range(8):
        name = "t?" if number == unknown else f"t{number}"
        expected = 4 if number == late else 1
        added = entry(expected + 1, command="first" if number == doubled else "second")
        status = "nonsense" if number == unsound else "lobby"
        asked.append(store.append(grown(row(name, sequence=expected), status=status), [added], expected))
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    kinds = [type(outcome) for outcome in outcomes]
    written, refused = type(None), Conflict
    assert kinds == [written, refused, written, refused, written, refused, written, ValueError]
    for number, kind in enumerate(kinds):
        if number != unknown:
            assert len(await store.entries(f"t{number}")) == (2 if kind is written else 1)


async def test_appends_to_one_table_in_one_turn_happen_in_the_order_they_were_asked_for(store: Store) -> None:
    await store.create(row("t1"), entry(1))
    second = grown(row("t1"))
    third = grown(second)
    outcomes = await asyncio.gather(
        store.append(second, [entry(2)], 1),
        store.append(grown(row("t1")), [entry(2, sender="ben")], 1),
        store.append(third, [entry(3)], 2),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert await store.entries("t1") == [entry(1), entry(2), entry(3)]
    assert await store.row("t1") == third


async def test_a_cancelled_append_leaves_the_others_alone(store: Store) -> None:
    for name in ("t1", "t2"):
        await store.create(row(name), entry(1))
    cancelled = store.append(grown(row("t1")), [entry(2)], 1)
    other = store.append(grown(row("t2")), [entry(2)], 1)
    cancelled.cancel()
    await other
    assert len(await store.entries("t2")) == 2


async def test_a_snapshot_is_replaced_by_newer_ones_only(store: Store) -> None:
    await store.create(row("t1"), entry(1))
    await store.append(grown(row("t1"), 4), [entry(n) for n in range(2, 6)], 1)
    assert await store.snapshot("t1") is None
    await store.save_snapshot("t1", 3, b"three")
    assert await store.snapshot("t1") == (3, b"three")
    await store.save_snapshot("t1", 2, b"two")
    await store.save_snapshot("t1", 3, b"three again")
    assert await store.snapshot("t1") == (3, b"three")
    await store.save_snapshot("t1", 5, b"five")
    assert await store.snapshot("t1") == (5, b"five")


async def test_a_snapshot_of_what_is_not_in_the_log_is_dropped(store: Store) -> None:
    await store.create(row("t1"), entry(1))
    await store.save_snapshot("t1", 2, b"from the future")
    await store.save_snapshot("t2", 1, b"of no table")
    assert await store.snapshot("t1") is None
    assert await store.snapshot("t2") is None


@pytest.mark.parametrize("unkeepable", ["nul\0", "half \ud800"])
async def test_text_that_not_every_database_keeps_is_refused_and_found_nowhere(
    store: Store, unkeepable: str
) -> None:
    await store.create(row("t1"), entry(1))
    with pytest.raises(ValueError, match="cannot be kept"):
        await store.create(row(unkeepable), entry(1))
    with pytest.raises(ValueError, match="cannot be kept"):
        store.append(grown(row("t1")), [entry(2, sender=unkeepable)], 1)
    assert await store.row(unkeepable) is None
    assert await store.by_code(unkeepable) is None
    assert await store.answered("t1", unkeepable, "c1") is None


async def test_a_closed_store_is_unavailable_and_closing_again_is_fine(url: str) -> None:
    store = await open_store(url, migrate=True)
    await store.create(row("t1"), entry(1))
    waiting = store.append(grown(row("t1")), [entry(2)], 1)
    await store.close()
    assert waiting.done()
    assert waiting.exception() is None
    with pytest.raises(Unavailable):
        await store.append(grown(row("t1"), 2), [entry(2), entry(3)], 1)
    with pytest.raises(Unavailable):
        await store.row("t1")
    with pytest.raises(Unavailable):
        await store.ready()
    await store.close()
    again = await open_store(url, migrate=False)
    assert len(await again.entries("t1")) == 2
    await again.close()
