"""`filon bench server --processes 1,2` and `--servers 1,2,3`: what more processes, or servers, are worth.

On a machine whose cores the load generator needs too, moves a second alone say little: more servers leave it
less. So what the generator (and whatever else runs) took is counted apart: moves a second are told as they
were, and as they would be had each process a core to itself. The time in which a core had nothing to do is
not taken off: waiting for each other, for the database's lock for instance, is the servers' own.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import msgspec
import psutil

from bench.server.measure import ROOT, BenchError, Running, serving
from bench.server.tally import Report
from filon.store import migrate
from tests.services import Postgres, Redis

TABLES_EACH: Final = 20
"""Tables for each process: enough that none is idle, however they fall."""
_WARM_S: Final = 1.0


class Load(msgspec.Struct, frozen=True):
    game: str
    runs: int
    seconds: float
    spread: bool = False
    """Whether the players of a table sit at different servers."""


class Grown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One run. Cores are those that were busy on average."""

    count: int
    """Of processes, or of servers."""
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    """Of the generator that saw the worst."""
    server_us: float
    """Of processor that a move cost all server processes together."""
    server_cores: dict[str, float]
    load_cores: float
    idle_cores: float
    capacity: float
    """Moves a second, had each process a core to itself."""
    refused: dict[str, int]
    database_us: float = 0.0
    redis_us: float = 0.0


class Growth(msgspec.Struct, frozen=True, omit_defaults=True):
    cores: int
    load: Load
    database: str
    runs: dict[int, list[Grown]]
    """By count."""
    growth: dict[int, float]
    """Capacity over that of one, the median of the runs."""


def measure_processes(counts: Sequence[int], load: Load, tell: Callable[[str], None]) -> Growth:
    found: dict[int, list[Grown]] = {count: [] for count in counts}
    for run in range(load.runs):
        for count in counts:
            with serving(processes=count) as ours:
                shares = {"servers": [ours.pid]}
                grown = _played([ours], count, shares, load)
            found[count].append(grown)
            tell(f"run {run + 1}: {line_of(grown, 'processes')}")
    return _growth(found, load, "sqlite")


def measure_servers(counts: Sequence[int], load: Load, tell: Callable[[str], None]) -> Growth:
    """Side by side over one PostgreSQL and one Redis, all on this machine."""
    found: dict[int, list[Grown]] = {count: [] for count in counts}
    postgres, redis = Postgres(), Redis()
    try:
        for run in range(load.runs):
            for count in counts:
                database = postgres.fresh_database()
                asyncio.run(migrate(database))
                shared = {"FILON_DATABASE_URL": database, "FILON_REDIS_URL": redis.url}
                with ExitStack() as stack:
                    servers = [stack.enter_context(serving(given=shared)) for _ in range(count)]
                    shares = {
                        "servers": [server.pid for server in servers],
                        "database": [postgres.pid],
                        "redis": redis.pids,
                    }
                    grown = _played(servers, count, shares, load)
                found[count].append(grown)
                tell(f"run {run + 1}: {line_of(grown, 'servers')}")
    finally:
        for service in (postgres, redis):
            service.stop()
    return _growth(found, load, "postgresql and redis")


def _played(servers: Sequence[Running], count: int, shares: dict[str, list[int]], load: Load) -> Grown:
    """A generator for each process or server, all counting at the same time; `shares` names what is measured,
    by the processes that all others of it are children of.
    """
    urls = [server.url for server in servers]
    with ExitStack() as stack:
        loads: list[_Generator] = []
        for number in range(count):
            turned = urls[number % len(urls) :] + urls[: number % len(urls)]
            places = turned if load.spread else turned[:1]
            loads.append(stack.enter_context(_generator(places, load, number)))
        for one in loads:
            one.wait_until_seated()
        for one in loads:
            one.begin()
        time.sleep(_WARM_S)
        before, idle, began = _spent(shares), _idle(), time.perf_counter()
        time.sleep(load.seconds)
        lasted = time.perf_counter() - began
        idle_cores = (_idle() - idle) / lasted
        spent = {name: seconds_of - before[name] for name, seconds_of in _spent(shares).items()}
        reports = [one.report() for one in loads]
    rate = sum(report.moves_per_second for report in reports)
    refused: dict[str, int] = {}
    for report in reports:
        for code, times in report.refused.items():
            refused[code] = refused.get(code, 0) + times
    cores = {name: spent[name] / lasted for name in spent if name not in ("database", "redis")}
    busy = sum(cores.values())
    us = {name: round(spent.get(name, 0.0) / lasted / rate * 1_000_000, 1) for name in ("database", "redis")}
    return Grown(
        count=count,
        moves_per_second=round(rate, 1),
        p50_ms=max(report.p50_ms for report in reports),
        p99_ms=max(report.p99_ms for report in reports),
        server_us=round(busy / rate * 1_000_000, 1),
        server_cores={name: round(value, 2) for name, value in cores.items()},
        load_cores=round(sum(report.load_cpu for report in reports), 2),
        idle_cores=round(idle_cores, 2),
        capacity=round(rate * count / min(count, busy + idle_cores), 1),
        refused=refused,
        database_us=us["database"],
        redis_us=us["redis"],
    )


class _Generator:
    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def wait_until_seated(self) -> None:
        assert self._process.stdout is not None
        if self._process.stdout.readline() != b"seated\n":
            self._failed()

    def begin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"begin\n")
        self._process.stdin.flush()

    def report(self) -> Report:
        said, _ = self._process.communicate()
        if self._process.returncode:
            self._failed()
        return msgspec.json.decode(said, type=Report)

    def _failed(self) -> None:
        raise BenchError("the load generator failed; it has said why")


@contextmanager
def _generator(urls: Sequence[str], load: Load, number: int) -> Iterator[_Generator]:
    options = {
        "game": load.game,
        "tables": TABLES_EACH,
        "warm": _WARM_S,
        "seconds": load.seconds,
        "seed": number + 1,
    }
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    words += [word for other in urls[1:] for word in ("--other", other)]
    process = subprocess.Popen(  # noqa: S603 - our own module, no shell
        [sys.executable, "-m", "bench.server.load", "play", urls[0], "--together", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    try:
        yield _Generator(process)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _spent(shares: dict[str, list[int]]) -> dict[str, float]:
    """Seconds of processor, by name; those of several servers and their processes apart."""
    spent: dict[str, float] = {}
    for name, pids in shares.items():
        for place, pid in enumerate(pids):
            root = psutil.Process(pid)
            for child, process in enumerate((root, *root.children(recursive=True))):
                used = process.cpu_times()
                label = name if name != "servers" else f"{place}.{child}"
                spent[label] = spent.get(label, 0.0) + used.user + used.system
    return spent


def _idle() -> float:
    """Seconds in which a core of this machine had nothing to do, over all cores."""
    words = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    return (int(words[4]) + int(words[5])) / os.sysconf("SC_CLK_TCK")


def _growth(found: dict[int, list[Grown]], load: Load, database: str) -> Growth:
    first = min(found)
    growth = {
        count: round(
            statistics.median(
                many.capacity / one.capacity for many, one in zip(runs, found[first], strict=True)
            ),
            2,
        )
        for count, runs in found.items()
    }
    return Growth(os.cpu_count() or 1, load, database, found, growth)


def line_of(grown: Grown, what: str) -> str:
    cores = " + ".join(f"{value:.2f}" for value in grown.server_cores.values())
    rest = ""
    if grown.database_us:
        rest = f", PostgreSQL {grown.database_us:,.0f} us, Redis {grown.redis_us:,.0f} us"
    return (
        f"{grown.count} {what}: {grown.moves_per_second:,.0f} moves/s,"
        f" {grown.server_us:,.0f} us a move{rest}; p50 {grown.p50_ms} ms, p99 {grown.p99_ms} ms;"
        f" cores {cores}, generator {grown.load_cores:.2f}, idle {grown.idle_cores:.2f};"
        f" with a core each {grown.capacity:,.0f} moves/s"
    )


def lines(growth: Growth, what: str) -> Iterator[str]:
    how = ", the players of a table at different servers" if growth.load.spread else ""
    yield f"{growth.load.game} over {growth.database}, {growth.cores} cores, flat out{how}:"
    for count, runs in growth.runs.items():
        middle = sorted(runs, key=lambda run: run.capacity)[len(runs) // 2]
        yield f"  {line_of(middle, what)}: {growth.growth[count]:.2f} x"
