"""`filon bench chaos`: players play on while their servers, Redis and PostgreSQL are killed under them."""

import asyncio
import contextlib
import random
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import psutil

from bench.chaos import check, schedule
from bench.chaos.check import Finding, Silence
from bench.chaos.cluster import Cluster, now_ms, running
from bench.chaos.figures import Round
from bench.chaos.intervals import length
from bench.chaos.ledger import CommandKey, Interval, Ledger
from bench.chaos.player import Crowd, Player
from bench.chaos.schedule import Fault
from bench.chaos.tables import open_table, plan
from bench.chaos.twins import Twins
from bench.server.load import run
from bench.server.pace import Lag
from filon.server.rooms.room import read_entry
from filon.store import Store, StoreError, open_store
from filon.tables import Entry
from filon.tables.events import Started

GONE_MS: Final = 5_000
"""The servers' default of FILON_GONE_SECONDS."""
_OPENING: Final = 8
_EVIDENCE: Final = 50
_LATEST: Final = 20
_CALM_S: Final = 2.0
_BRISK_TABLES: Final = 80
"""With more, people think for longer: two cores play about as many moves a second."""
_TWIN_LANES_FOR: Final = 25
"""Tables for each pair of twins that is followed at a time."""


class Shape(msgspec.Struct, frozen=True):
    """How a round goes."""

    servers: int
    tables: int
    kills: int
    seconds: float
    seed: int
    rare: int = 1
    """How many of each of the other kinds of fault."""
    longest_s: float = schedule.REDIS_S
    think_s: tuple[float, float] = (0.5, 4.0)
    tail_s: float = 12.0
    """After the last fault, so that what it froze is seen."""
    silence_ms: int = check.SILENCE_MS
    one_by_one: bool = False
    """Each fault some time after the one before is over, whatever the schedule says."""
    processes: int = 1
    """Of each server."""


def shapes(
    *,
    servers: Sequence[int],
    tables: int,
    kills: int,
    minutes: float,
    seed: int,
    short: bool,
    processes: int = 1,
) -> list[Shape]:
    """A round for each number of servers, each as long as the others; kills go by the number of servers.

    The short form runs among other tests: there it takes longer to be sure that a table is frozen.
    """
    if short:
        return [
            Shape(
                servers=count, tables=10, kills=2, seconds=14.0, seed=seed + number, longest_s=6.0,
                think_s=(0.2, 1.0), tail_s=5.0, silence_ms=10_000, one_by_one=True,
                processes=processes,
            )
            for number, count in enumerate(servers)
        ]  # fmt: skip
    each_s = 60 * minutes / len(servers)
    slower = max(1.0, tables / _BRISK_TABLES)
    return [
        Shape(
            servers=count, tables=tables, kills=round(kills * count / sum(servers)), seconds=each_s,
            seed=seed + number, rare=max(1, round(each_s / 120)), think_s=(0.5 * slower, 4.0 * slower),
            processes=processes,
        )
        for number, count in enumerate(servers)
    ]  # fmt: skip


def measure(wanted: Sequence[Shape], tell: Callable[[str], None]) -> list[Round]:
    """Raises ChaosError where something could not be started."""
    return [run(lambda shape=shape: _cancellable(shape, tell)) for shape in wanted]  # type: ignore[misc]


async def _cancellable(shape: Shape, tell: Callable[[str], None]) -> Round:
    """Ends its servers too when it is asked to end."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with running(shape.servers, shape.processes) as cluster:
        store = await open_store(cluster.database, migrate=False)
        try:
            return await _Play(shape, cluster, store, tell).round()
        finally:
            await store.close()


class _Play:
    def __init__(self, shape: Shape, cluster: Cluster, store: Store, tell: Callable[[str], None]) -> None:
        self._shape = shape
        self._cluster = cluster
        self._store = store
        self._tell = tell
        self._ledger = Ledger()
        self._crowd = Crowd(cluster.servers, self._ledger, shape.think_s, asyncio.Event())
        self._twins = Twins(store, cluster.servers, shape.seed)
        self._made = Counter[str]()
        self._found: list[Finding] = []
        self._checked = 0
        self._one_at_a_time = {"redis": asyncio.Lock(), "postgres": asyncio.Lock()}

    async def round(self) -> Round:
        lag = Lag()
        players = await self._open_tables()
        self._tell(f"{self._shape.servers} servers, {self._shape.tables} tables, {len(players)} people")
        await self._twins.prepare()
        lag.start()
        psutil.cpu_percent()
        began = now_ms()
        playing = [asyncio.create_task(player.play()) for player in players]
        lanes = range(max(1, self._shape.tables // _TWIN_LANES_FOR))
        twins = [asyncio.create_task(self._twins.follow()) for _ in lanes]
        await self._make_faults()
        await asyncio.sleep(self._shape.tail_s)
        end = now_ms()
        busy = psutil.cpu_percent()
        lag.stop()
        for task in (*playing, *twins):
            if task.done() and not task.cancelled():
                task.result()
        self._crowd.over.set()
        for task in twins:
            task.cancel()
        await asyncio.gather(*playing)
        await asyncio.gather(*twins, return_exceptions=True)
        self._ledger.outages = self._cluster.outages
        self._tell("comparing the ledger with the log")
        logs = await self._logs({player.table for player in players})
        found = self._result(logs, players=len(players), began=began, end=end)
        late_ms = round(max(lag.late, default=0) * 1000, 1)
        return msgspec.structs.replace(found, lag_ms=late_ms, busy_percent=busy)

    async def _open_tables(self) -> list[Player]:
        rng = random.Random(f"tables {self._shape.seed}")
        planned = [plan(number, rng) for number in range(self._shape.tables)]
        places = asyncio.Semaphore(_OPENING)

        async def one(number: int) -> list[Player]:
            async with places:
                return await open_table(
                    self._crowd, planned[number], random.Random(f"{self._shape.seed} {number}")
                )

        found = await asyncio.gather(*(one(number) for number in range(len(planned))))
        return [player for players in found for player in players]

    # Faults
    async def _make_faults(self) -> None:
        shape = self._shape
        faults = schedule.draw(
            shape.seed, seconds=shape.seconds - shape.tail_s, servers=shape.servers, kills=shape.kills,
            rare=shape.rare, longest_s=shape.longest_s, processes=shape.processes,
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.TaskGroup() as under_way:
            for fault in faults:
                await asyncio.sleep(max(0.0, began + fault.at_s - loop.time()))
                making = under_way.create_task(self._make(fault))
                if shape.one_by_one:
                    await making
                    await asyncio.sleep(_CALM_S)

    async def _make(self, fault: Fault) -> None:
        async with self._one_at_a_time.get(fault.kind, contextlib.nullcontext()):
            while not await self._tried(fault):
                await asyncio.sleep(0.1)
        self._made[fault.kind] += 1
        made = sum(self._made.values())
        if made % 10 == 0:
            self._tell(f"{made} faults, {len(self._ledger.accepted):,} commands acknowledged")

    async def _tried(self, fault: Fault) -> bool:
        """False where no server is up to be hit."""
        cluster = self._cluster
        match fault.kind:
            case "kill":
                latest = list(self._ledger.accepted.items())[-_LATEST:]
                if fault.process is None:
                    killed = await cluster.kill(fault.server or 0, even_the_last=fault.even_the_last)
                else:
                    killed = await cluster.kill_process(fault.server or 0, fault.process)
                if killed:
                    await self._look_for(latest)
                return killed
            case "stop":
                return await cluster.stop(fault.server or 0, fault.lasts_s)
            case "replace":
                return await cluster.replace(fault.server or 0)
            case "redis":
                return await cluster.redis_away(fault.lasts_s)
            case "postgres":
                return await cluster.restart_postgres()

    async def _look_for(self, latest: Sequence[tuple[CommandKey, int]]) -> None:
        """What was acknowledged just before a kill is in the database just after."""
        for key, sequence in latest:
            try:
                found = await self._store.answered(key.table, key.guest, key.id)
            except StoreError:
                return
            self._checked += 1
            if found != sequence:
                what = f"{key.id} of {key.guest}: acknowledged as entry {sequence}, after a kill in {found}"
                self._found.append(Finding("lost", key.table, now_ms(), what))

    # What came of it
    async def _logs(self, tables: set[str]) -> dict[str, list[Entry]]:
        logs: dict[str, list[Entry]] = {}
        for table in tables:
            row = await self._store.row(table)
            assert row is not None
            logs[table] = [read_entry(row.game, stored) for stored in await self._store.entries(table)]
        return logs

    def _result(self, logs: dict[str, list[Entry]], *, players: int, began: int, end: int) -> Round:
        shape, ledger = self._shape, self._ledger
        self._found += check.commands(ledger, logs)
        self._found += check.absences(ledger, logs, gone_ms=GONE_MS, end=end)
        think_ms = round(1000 * shape.think_s[1])
        silences: list[Silence] = list(check.silences(ledger, logs, end=end, think_ms=think_ms))
        too_long = [check.too_long(one, shape.silence_ms) for one in silences]
        self._found += [one for one in too_long if one is not None]
        self._found += self._twins.findings
        started = [event for log in logs.values() for entry in log for event in entry.events]
        return Round(
            servers=shape.servers,
            seed=shape.seed,
            tables=shape.tables,
            people=players,
            seconds=round((end - began) / 1000, 1),
            faults=dict(self._made),
            acknowledged=len(ledger.accepted),
            checked_after_kills=self._checked,
            entries=sum(map(len, logs.values())),
            games=sum(isinstance(event, Started) for event in started),
            connections=sum(map(len, ledger.connections.values())),
            findings=dict(Counter(one.kind for one in self._found)),
            silent_beyond_ms=max((one.beyond_ms for one in silences), default=0),
            silence_limit_ms=shape.silence_ms,
            calm_ms=end - began - length(Interval(one.begin, one.end) for one in ledger.outages),
            twins=self._twins.tally,
            errors_logged=len(self._cluster.errors),
            orphans=self._cluster.orphans,
            outages=[
                msgspec.structs.replace(one, begin=one.begin - began, end=one.end - began)
                for one in ledger.outages
            ],
            evidence=[
                msgspec.structs.replace(one, at=max(0, one.at - began)) for one in self._found[:_EVIDENCE]
            ],
            errors=self._cluster.errors[:_EVIDENCE],
        )
