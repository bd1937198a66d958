"""What only a file can suffer: a lock, a full disk, foreign contents, curious eyes."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from filon.store import Conflict, Unavailable, open_store
from filon.store.sqlite import SqliteStore, migrate
from filon.store.sqlite.checkpoint import Upkeep
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


async def test_what_was_committed_is_on_the_disk_a_second_later(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    synced = asyncio.Event()

    def sync(_log: int) -> None:
        loop.call_soon_threadsafe(synced.set)

    monkeypatch.setattr(os, "fsync", sync)
    store = SqliteStore(file)
    await store.create(row("t1"), entry(1))
    await asyncio.wait_for(synced.wait(), 30)
    await store.close()


async def test_a_few_commits_are_synced_where_they_are_and_many_are_moved_into_the_main_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda log: synced.append(Path(f"/proc/self/fd/{log}").readlink()))
    store = SqliteStore(file)
    before = file.stat().st_size
    with closing(sqlite3.connect(file)) as connection:
        upkeep = Upkeep(file, connection)
        await store.create(row("t1"), entry(1, data=bytes(100_000)))
        upkeep.look(1)
        upkeep.look(1)
        assert synced == [Path(f"{file}-wal")], "once, since nothing was committed between the two looks"
        assert file.stat().st_size == before
        upkeep.look(1_000)
        assert file.stat().st_size > before
        upkeep.look(1_001)
        assert len(synced) == 2, "and the count begins anew"
    await store.close()


async def test_while_another_process_moves_the_log_what_was_committed_is_synced_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    store = SqliteStore(file)
    with (
        closing(sqlite3.connect(file)) as reading,
        closing(sqlite3.connect(file, timeout=30, check_same_thread=False)) as other,
        closing(sqlite3.connect(file, timeout=0)) as ours,
    ):
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM tables").fetchall()
        await store.create(row("t1"), entry(1))
        # It waits for the reader, and nobody else may move the log meanwhile.
        moving = asyncio.create_task(asyncio.to_thread(other.execute, "PRAGMA wal_checkpoint(RESTART)"))
        while ours.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone() != (1, -1, -1):
            await asyncio.sleep(0.001)
        Upkeep(file, ours).look(1_000)
        times = len(synced)
        reading.execute("COMMIT")
        await moving
        assert times == 1
    await store.close()


async def test_a_log_that_play_never_lets_be_moved_whole_is_begun_anew_when_it_is_too_long(
    file: Path,
) -> None:
    store = SqliteStore(file)
    log = Path(f"{file}-wal")
    with (
        closing(sqlite3.connect(file, timeout=0)) as connection,
        closing(sqlite3.connect(file)) as reading,
    ):
        upkeep = Upkeep(file, connection, longest=50)
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        await store.create(row("t1"), entry(1))
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM tables").fetchall()
        await store.append(grown(row("t1")), [entry(2, data=bytes(300_000))], 1)
        upkeep.look(1_000)
        long = log.stat().st_size
        await store.append(grown(row("t1"), 2), [entry(3, data=bytes(100_000))], 2)
        assert log.stat().st_size > long, "somebody still reads what the log's beginning says"
        reading.execute("COMMIT")
        long = log.stat().st_size
        upkeep.look(2_000)
        await store.append(grown(row("t1"), 3), [entry(4, data=bytes(200_000))], 3)
        assert log.stat().st_size == long
        assert asked[-1] == "PRAGMA wal_checkpoint(RESTART)", "which holds up writers, as PASSIVE does not"
    assert len(await store.entries("t1")) == 4
    await store.close()


async def test_many_appends_of_one_turn_are_one_commit(file: Path) -> None:
    store = SqliteStore(file)
    for number in range(50):
        await store.create(row(f"t{number}"), entry(1))
    before = store._commits.commits
    await asyncio.gather(*(store.append(grown(row(f"t{n}")), [entry(2)], 1) for n in range(50)))
    assert store._commits.commits == before + 1
    assert await store.claim_due("x", NOON, 10, 10) == []
    assert await store.renew("x", NOON, 10) == set()
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
