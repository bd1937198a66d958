"""Bots on real servers: after a kill their tables go on, one address's do not starve another's, and no answer
tells how long it was thought about.
"""

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import threading
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

import asyncpg
import httpx
import pytest

from filon.games.chance import FastRandom
from filon.games.registry import GAMES
from filon.server.metrics import Metrics
from filon.server.scheduler.process import ThinkingProcess
from filon.server.scheduler.queue import FairQueue, Job, Rank
from filon.server.scheduler.scheduler import LEASE_MS
from filon.server.scheduler.thinking import Look, Thinking
from filon.server.server import open_server
from filon.server.settings import read_settings
from filon.store import Entry, Store, migrate, open_store
from filon.tables import BotTurn
from tests.server.playing import PATIENCE_S, Filon, Person, new_guest, open_table, serving
from tests.services import fresh_database, redis_url

pytestmark = pytest.mark.anyio

TABLES: Final = 6


async def bots_play(server: Filon, level: str, *, address: str = "", **settings: Any) -> Person:
    """All seats are bots', one of them in the place of somebody who got up and looks on."""
    anna = await new_guest(server)
    anna.address = address
    wanted = {"game": "saboteur", "seats": 4, "bot_pause_ms": 0, "undo": "never", **settings}
    await anna.come(server, table=await open_table(server, anna, stand_in=level, **wanted))
    await anna.order("TakeSeat", seat=0)
    for seat in range(1, wanted["seats"]):
        await anna.order("SeatBot", seat=seat, level=level)
    await anna.order("Start")
    await anna.order("LeaveSeat")
    return anna


async def by_bots(store: Store, table: str, after: int = 0) -> list[Entry]:
    return [one for one in await store.entries(table, after) if one.command.startswith("bot:")]


async def latest(store: Store, table: str) -> int:
    row = await store.row(table)
    assert row is not None
    return row.sequence


async def next_choices(store: Store, tables: list[Person], after: list[int], count: int = 1) -> list[Entry]:
    """The so-many-th choice of a bot at each table, or the last before its game was over."""
    found = []
    async with asyncio.timeout(2 * PATIENCE_S):
        for person, sequence in zip(tables, after, strict=True):
            while len(choices := await by_bots(store, person.table, sequence)) < count:
                row = await store.row(person.table)
                if row is not None and row.status == "over":
                    break
                await asyncio.sleep(0.05)
            found += choices[count - 1 : count]
    return found


async def test_after_a_kill_and_a_restart_tables_with_bots_go_on(tmp_path: Path) -> None:
    """All are claimed when the server dies: one process has thoughts of all of them to think."""
    database = f"sqlite:///{tmp_path}/filon.db"
    server = Filon(database).start()
    store = None
    try:
        tables = [await bots_play(server, "hard") for _ in range(TABLES)]
        for anna in tables:
            await anna.until(lambda anna=anna: any("entries" in said for said in anna.messages))  # type: ignore[misc]
        server.kill()
        for anna in tables:
            await anna.gone()
        claimed_for_long(tmp_path / "filon.db")
        server = Filon(database).start()
        for anna in tables:
            await anna.come(server)
        store = await open_store(database, migrate=False)
        await next_choices(store, tables, [anna.seen or 0 for anna in tables])
        for anna in tables:
            await anna.go()
    finally:
        status = server.stop()
    assert status == 0
    assert not server.faults()
    claimed = await store.claim_due("somebody else", int(time.time() * 1000), 100, 1000)
    playing = [anna.table for anna in tables if (await store.row(anna.table)).wake_at is not None]  # type: ignore[union-attr]
    await store.close()
    assert set(playing) <= set(claimed), "a server that ends lets go of what it had claimed"


def claimed_for_long(path: Path) -> None:
    """As if whoever died had claimed everything until tomorrow: no wait is long enough to outlast that."""
    tomorrow = int(time.time() * 1000) + 86_400_000
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        changed = file.execute(
            "UPDATE tables SET due_at = ?1, claimed_until = ?1, claimed_by = 'the dead'"
            " WHERE wake_at IS NOT NULL",
            (tomorrow,),
        )
        assert changed.rowcount > 0


async def leases_end_at(database: str) -> list[int]:
    connection = await asyncpg.connect(database)
    try:
        return [row["until"] for row in await connection.fetch("SELECT until FROM claims")]
    finally:
        await connection.close()


async def thoughts(server: Filon) -> int:
    async with httpx.AsyncClient(base_url=server.url) as http:
        text = (await http.get("/metrics")).text
    return sum(int(float(count)) for count in re.findall(r"filon_bot_seconds_count\{.*\} (\S+)", text))


async def test_of_two_servers_one_takes_over_the_bots_of_the_other_which_was_killed() -> None:
    database = fresh_database()
    await migrate(database)
    servers = [Filon(database, redis_url=redis_url()).start() for _ in range(2)]
    store = await open_store(database, migrate=False)
    try:
        tables = [await bots_play(servers[1], "hard") for _ in range(TABLES)]
        await next_choices(store, tables, [0] * TABLES, 6)
        thought = sum([await thoughts(server) for server in servers])
        chosen = sum([len(await by_bots(store, anna.table)) for anna in tables])
        # Each is thought about once, however long it waited for its turn; some are under way.
        assert thought <= 1.1 * chosen + 2 * TABLES
        servers[0].kill()
        ends = await leases_end_at(database)
        longest = int(time.time() * 1000) + LEASE_MS  # the other one goes on claiming: looked at last
        assert all(end <= longest for end in ends), "a claim outlasts its lease"
        after = [await latest(store, anna.table) for anna in tables]
        await next_choices(store, tables, after)
        for anna in tables:
            await anna.go()
    finally:
        status = servers[1].stop()
        servers[0].stop()
        await store.close()
    assert status == 0
    assert not servers[1].faults()


async def test_tables_from_one_address_do_not_make_another_wait(tmp_path: Path) -> None:
    """Counted, not timed: how many thoughts of the others come before that of the one table."""
    database = f"sqlite:///{tmp_path}/filon.db"
    with serving(database, trusted_proxies=1) as server:
        store = await open_store(database, migrate=False)
        flood = [await bots_play(server, "hard", address="203.0.113.1") for _ in range(3 * TABLES)]
        await next_choices(store, flood, [0] * len(flood))
        anna = await bots_play(server, "hard", address="198.51.100.7")
        await next_choices(store, [anna], [0], 8)
        own = [choice.at for choice in await by_bots(store, anna.table)]
        others = [choice.at for person in flood for choice in await by_bots(store, person.table)]
        between = [sum(begun <= at < answered for at in others) for begun, answered in pairwise(own)]
        for person in (anna, *flood):
            await person.go()
        await store.close()
    assert median(between) <= TABLES


@pytest.mark.parametrize(("game", "level"), [("saboteur", "hard"), ("labyrinth", "easy")])
async def test_no_bot_answers_before_the_beat(tmp_path: Path, game: str, level: str) -> None:
    """At a table without pauses too, where each decision arises from the one before."""
    beat = 400
    database = f"sqlite:///{tmp_path}/filon.db"
    with serving(database, bot_beat_ms=beat) as server:
        anna = await bots_play(server, level, game=game)
        store = await open_store(database, migrate=False)
        await next_choices(store, [anna], [0], 12)
        at = {one.sequence: one.at for one in await store.entries(anna.table)}
        # In a duel both answer the same question, and so one right after the other.
        choices = [one for one in await by_bots(store, anna.table) if b"Threw" not in one.data]
        gaps = [choice.at - at[choice.sequence - 1] for choice in choices]
        await store.close()
        await anna.go()
    assert min(gaps[1:]) >= beat


@pytest.mark.parametrize("turns", range(4))
async def test_a_scheduler_that_is_told_something_while_it_ends_ends(tmp_path: Path, turns: int) -> None:
    """However many turns of the event loop lie between the two."""
    server = await open_server(read_settings({}, database_url=f"sqlite:///{tmp_path}/filon.db"))
    await server.start(waking=True)
    await asyncio.sleep(0.1)
    server.scheduler.due(0)
    for _ in range(turns):
        await asyncio.sleep(0)
    await asyncio.wait({ending := asyncio.create_task(server.scheduler.close())}, timeout=PATIENCE_S)
    assert ending.done()
    await server.close()


# The processes themselves


def the_turn(level: str, game: str = "saboteur", seed: int = 3) -> BotTurn:
    law, random = GAMES[game], FastRandom(seed)
    state = law.deal(4, law.options_type(), random)
    seat = min(law.to_act(state))
    return BotTurn(
        seat=seat,
        level=level,
        view=law.view(state, seat),
        legal=law.legal_actions(state, seat),
        sequence=1,
        arose=1,
        began=0,
        pause_ms=0,
    )


def looking(turn: BotTurn, *, for_s: float = 0.0) -> Any:
    async def look() -> Look:
        await asyncio.sleep(for_s)
        return turn, ()

    return look


def fallbacks(metrics: Metrics) -> dict[str, float]:
    return {
        sample.labels["level"]: sample.value
        for metric in metrics.bot_fallbacks.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    }


def job(table: str) -> Job:
    return Job(table, "somebody", Rank.PEOPLE)


async def test_a_bot_that_waits_for_its_turn_is_not_out_of_patience() -> None:
    metrics = Metrics()
    thinking = Thinking(1, FairQueue(bots_alone=1, bots_alone_each=1), metrics, patience_s=5)
    try:
        both = await asyncio.gather(
            thinking.choose(job("a"), "saboteur", looking(the_turn("hard"), for_s=6)),
            thinking.choose(job("b"), "saboteur", looking(the_turn("normal"))),
        )
    finally:
        await thinking.close()
    assert all(thought is not None for thought in both)
    assert not fallbacks(metrics)


async def test_a_broken_bot_is_played_by_a_simpler_one_and_never_by_chance() -> None:
    metrics = Metrics()
    thinking = Thinking(1, FairQueue(bots_alone=1, bots_alone_each=1), metrics)
    turn = the_turn("there is no such level")
    try:
        thought = await thinking.choose(job("a"), "saboteur", looking(turn))
    finally:
        await thinking.close()
    assert thought is not None
    assert thought.action in turn.legal
    assert fallbacks(metrics) == {"normal": 1.0}


def _for_ever(*_given: object) -> int:
    signal.pause()
    raise AssertionError("nothing wakes it")


async def test_a_thought_without_end_is_ended_and_the_next_bot_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A real thought may be quicker than the shortest patience, where the machine is busy.
    monkeypatch.setattr("filon.server.scheduler.thinking.think", _for_ever)
    metrics = Metrics()
    thinking = Thinking(1, FairQueue(bots_alone=1, bots_alone_each=1), metrics, patience_s=0.0)
    try:
        thought = await thinking.choose(job("a"), "saboteur", looking(the_turn("hard")))
        again = await thinking.choose(job("b"), "saboteur", looking(the_turn("hard")))
    finally:
        await thinking.close()
    assert thought is not None
    assert again is not None
    assert fallbacks(metrics) == {"random": 2.0}


async def test_who_is_gone_when_its_turn_comes_is_not_thought_for() -> None:
    thinking = Thinking(1, FairQueue(bots_alone=1, bots_alone_each=1), Metrics())

    async def nothing() -> Look:
        return None

    try:
        first = asyncio.create_task(
            thinking.choose(job("a"), "saboteur", looking(the_turn("normal"), for_s=0.5))
        )
        given_up = asyncio.create_task(thinking.choose(job("b"), "saboteur", looking(the_turn("normal"))))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await thinking.choose(job("c"), "saboteur", nothing) is None
        assert (await first) is not None
    finally:
        await thinking.close()


async def test_nothing_is_left_of_a_thinking_process_that_was_closed() -> None:
    """A thread of the pool that outlives the server breaks at the interpreter's end, and says so."""
    process = ThinkingProcess(os.getpid)
    await process.start()
    thinking = asyncio.create_task(process.run(PATIENCE_S, signal.pause))
    await asyncio.sleep(0)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    process.close()
    await process.closed()
    assert not [thread for thread in threading.enumerate() if "Executor" in type(thread).__name__]
