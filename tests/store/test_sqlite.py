"""What only a file can suffer: a lock, a full disk, foreign contents, curious eyes."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from filon.store import Conflict, Unavailable, open_store
from filon.store.sqlite import SqliteStore, migrate
from tests.store.making import NOON, entry, grown, row

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "filon.db"
    migrate(path, wait_s=1)
    return path


async def test_a_write_waits_for_another_process_without_stopping_the_event_loop(file: Path) -> None:
    store = SqliteStore(file)
    await store.create(row("t1"), entry(1))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = store.append(grown(row("t1")), [entry(2)], 1)
    for _ in range(20):
        assert len(await store.entries("t1")) == 1
        await asyncio.sleep(0.001)
    assert not waiting.done()
    other.execute("ROLLBACK")
    await waiting
    assert len(await store.entries("t1")) == 2
    other.close()
    await store.close()


async def test_a_lock_that_is_never_let_go_makes_writes_unavailable_and_reads_not(file: Path) -> None:
    store = SqliteStore(file, patience_s=0.05)
    await store.create(row("t1"), entry(1))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        await store.append(grown(row("t1")), [entry(2)], 1)
    with pytest.raises(Unavailable, match="locked"):
        await store.ready()
    assert await store.row("t1") == row("t1")
    other.close()
    await store.append(grown(row("t1")), [entry(2)], 1)
    await store.ready()
    await store.close()


async def test_a_full_disk_refuses_the_whole_commit_and_the_store_goes_on_when_there_is_room(
    file: Path,
) -> None:
    store = SqliteStore(file)
    for name in ("t1", "t2"):
        await store.create(row(name), entry(1))
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages + 1}")
    outcomes = await asyncio.gather(
        store.append(grown(row("t1")), [entry(2)], 1),
        store.append(grown(row("t2")), [entry(2, data=bytes(1_000_000))], 1),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Unavailable, Unavailable]
    assert await store.row("t1") == row("t1")
    store._writer.execute("PRAGMA max_page_count = 1000000")
    await store.append(grown(row("t1")), [entry(2)], 1)
    assert len(await store.entries("t1")) == 2
    await store.close()


async def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "filon.db"
    path.write_bytes(b"a shopping list\n" * 100)
    with pytest.raises(Unavailable):
        await open_store(f"sqlite:///{path}", migrate=True)
    with pytest.raises(Unavailable):
        await open_store(f"sqlite:///{path}", migrate=False)


async def test_only_the_owner_may_read_the_files(tmp_path: Path) -> None:
    path = tmp_path / "house" / "filon.db"
    store = await open_store(f"sqlite:///{path}", migrate=True)
    await store.create(row("t1"), entry(1))
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["filon.db", "filon.db-shm", "filon.db-wal"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    await store.close()


async def test_full_synchronous_is_a_wish_in_the_address(tmp_path: Path) -> None:
    found = []
    for wish in ("", "?synchronous=normal", "?synchronous=full"):
        store = await open_store(f"sqlite:///{tmp_path / 'filon.db'}{wish}", migrate=True)
        assert isinstance(store, SqliteStore)
        found.append(store._writer.execute("PRAGMA synchronous").fetchone()[0])
        assert store._writer.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        await store.close()
    normal, full = 1, 2
    assert found == [normal, normal, full]


async def test_the_checkpoint_moves_the_log_into_the_main_file_while_we_play(file: Path) -> None:
    store = SqliteStore(file)
    before = file.stat().st_size
    await store.create(row("t1"), entry(1, data=bytes(100_000)))

    async def grows() -> None:
        while file.stat().st_size <= before:
            await asyncio.sleep(0.01)

    await asyncio.wait_for(grows(), 30)
    await store.close()


async def test_many_appends_of_one_turn_are_one_commit(file: Path) -> None:
    store = SqliteStore(file)
    for number in range(50):
        await store.create(row(f"t{number}"), entry(1))
    before = store._commits.commits
    await asyncio.gather(*(store.append(grown(row(f"t{n}")), [entry(2)], 1) for n in range(50)))
    assert store._commits.commits == before + 1
    assert await store.claim_due(NOON, 10, 10) == []
    assert store._commits.commits == before + 1, "asking in vain writes nothing"
    await store.close()


async def test_one_at_fault_costs_the_others_of_its_turn_nothing_but_a_second_commit(file: Path) -> None:
    store = SqliteStore(file)
    for number in range(3):
        await store.create(row(f"t{number}"), entry(1))
    before = store._commits.commits
    appends = [store.append(grown(row(f"t{n}")), [entry(2)], 1) for n in range(3)]
    again = store.append(grown(row("t1")), [entry(2)], 1)
    assert [type(outcome) for outcome in await asyncio.gather(*appends, again, return_exceptions=True)] == [
        *[type(None)] * 3,
        Conflict,
    ]
    assert store._commits.commits == before + 1
    await asyncio.gather(*(store.append(grown(row(f"t{n}"), 2), [entry(3)], 2) for n in range(3)))
    assert store._commits.commits == before + 2, "and the next turn is trusted again"
    await store.close()


async def test_work_that_breaks_the_transaction_is_undone_with_all_beside_it(file: Path) -> None:
    store = SqliteStore(file)
    await store.create(row("t1"), entry(1))
    good = store.append(grown(row("t1")), [entry(2)], 1)
    broken = store._write("DELETE FROM nowhere")
    for outcome in await asyncio.gather(good, broken, return_exceptions=True):
        assert isinstance(outcome, Unavailable)
    assert await store.entries("t1") == [entry(1)]
    await store.append(grown(row("t1")), [entry(2)], 1)
    await store.close()


async def test_an_sqlite_that_is_too_old_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 2))
    with pytest.raises(Unavailable, match=r"3\.38\.0 or newer"):
        SqliteStore(file)
