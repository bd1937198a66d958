"""Appends a second, each acknowledged after its commit: SQLite NORMAL and FULL, PostgreSQL; 1 to 100 at once.

    python -m bench.store [--seconds 3] [--repeats 3] [--json] [--postgres URL]

Each appender owns one table and sends its next entry when the last was acknowledged. Without an address for
it, PostgreSQL comes from the test fixtures, with its defaults: every commit waits for the disk. `busy` is
SQLite NORMAL in an event loop that has other work in every turn, as a server under load has. The kinds take
turns, so that a noisy machine is unfair to none; the figures are medians.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

import msgspec

from filon.store import Entry, Row, Store, open_store

APPENDERS = (1, 10, 100)
DATA = os.urandom(300)
"""About what a Diamant move weighs in the log."""


class Figure(msgspec.Struct, frozen=True):
    store: str
    appenders: int
    appends_a_second: int
    p50_ms: float
    p99_ms: float


def _row(table: str) -> Row:
    return Row(
        table=table, code=table, game="diamant", status="playing", public=True, host="host", seats=4, taken=4,
        guests=("ada", "ben", "cyd", "dan"), sequence=1, wake_at=None, changed_at=0,
    )  # fmt: skip


async def _append_until(store: Store, table: str, end: float, waits: list[float]) -> None:
    row = _row(table)
    await store.create(row, Entry(1, 0, "host", "open", DATA))
    while (begun := time.perf_counter()) < end:
        expected = row.sequence
        now = int(time.time() * 1000)
        row = msgspec.structs.replace(row, sequence=expected + 1, changed_at=now, wake_at=now + 30_000)
        entry = Entry(expected + 1, now, row.guests[expected % 4], f"{expected:08}", DATA)
        await store.append(row, (entry,), expected)
        waits.append(time.perf_counter() - begun)


async def _other_work(end: float) -> None:
    while (now := time.perf_counter()) < end:
        while time.perf_counter() < now + 0.0002:
            pass
        await asyncio.sleep(0)


async def measure(kind: str, url: str, appenders: int, seconds: float) -> Figure:
    store = await open_store(url, migrate=True)
    waits: list[float] = []
    begun = time.perf_counter()
    work = [
        _append_until(store, f"{kind}-{appenders}-{os.urandom(6).hex()}", begun + seconds, waits)
        for _ in range(appenders)
    ]
    if kind == "sqlite busy":
        work.append(_other_work(begun + seconds))
    await asyncio.gather(*work)
    taken = time.perf_counter() - begun
    await store.close()
    cuts = statistics.quantiles(waits, n=100)
    return Figure(
        kind, appenders, round(len(waits) / taken), round(cuts[49] * 1000, 2), round(cuts[98] * 1000, 2)
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--postgres", metavar="URL")
    asked = parser.parse_args()
    if asked.postgres is None:
        from tests.services import fresh_database  # noqa: PLC0415 - only where no server was named

        asked.postgres = fresh_database()
    measured: dict[tuple[str, int], list[Figure]] = {}
    with tempfile.TemporaryDirectory() as folder:
        kinds = {
            "sqlite normal": f"sqlite:///{Path(folder) / 'normal.db'}",
            "sqlite full": f"sqlite:///{Path(folder) / 'full.db'}?synchronous=full",
            "sqlite busy": f"sqlite:///{Path(folder) / 'busy.db'}",
            "postgresql": asked.postgres,
        }
        for _ in range(asked.repeats):
            for appenders in APPENDERS:
                for kind, url in kinds.items():
                    figure = asyncio.run(measure(kind, url, appenders, asked.seconds))
                    measured.setdefault((kind, appenders), []).append(figure)
    figures = [
        sorted(all_of, key=lambda f: f.appends_a_second)[len(all_of) // 2] for all_of in measured.values()
    ]
    figures.sort(key=lambda figure: figure.store)
    if asked.json:
        print(json.dumps(msgspec.to_builtins(figures), indent=2))
        return
    print(f"{'store':<15}{'appenders':>10}{'appends/s':>12}{'p50 ms':>9}{'p99 ms':>9}")
    for f in figures:
        print(f"{f.store:<15}{f.appenders:>10}{f.appends_a_second:>12,}{f.p50_ms:>9.2f}{f.p99_ms:>9.2f}")


if __name__ == "__main__":
    main()
