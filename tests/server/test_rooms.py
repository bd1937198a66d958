"""Rooms: every question is answered once, whatever fails; viewers come in and go out by one door."""

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from filon.games.contract import CONTINUE
from filon.games.diamant.model import CaveOver, Expedition
from filon.server.rooms.admission import CROWDED, make_room
from filon.server.rooms.registry import Rooms
from filon.server.rooms.room import Ask, Room, WakeUp
from filon.store import Conflict, Store, Unavailable, open_store
from filon.tables import THE_TABLE, AnyTable, Guest, commands, next_wake
from filon.tables.model import Playing
from filon.tables.protocol import Accepted
from tests.server.inside import Watcher, clock_at, come, new_rooms, rooms_in, settled, stored, write
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, act, four_at_the_table, four_playing
from tests.tables.test_intermission import after_a_cave

pytestmark = pytest.mark.anyio


class Broken:
    """A real store that fails when told to: before it does what it was asked for, or after."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        self._store = store
        self._rng = rng
        self.chance = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def _fault(self) -> Exception | None:
        if self._rng.random() >= self.chance:
            return None
        return self._rng.choice(
            [
                Unavailable("away"),
                Conflict("said wrongly"),
                sqlite3.OperationalError("disk"),
                ValueError("ours"),
            ]
        )

    def append(self, *args: Any, **named: Any) -> "asyncio.Future[None]":
        fault = self._fault()
        if fault is not None and self._rng.random() < 0.2:
            raise fault
        if fault is None:
            return self._store.append(*args, **named)
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._rng.random() < 0.5:
            answer.set_exception(fault)
            return answer
        # It is written, and nobody is told.
        written = self._store.append(*args, **named)

        def lose(done: "asyncio.Future[None]") -> None:
            done.exception()
            if self._rng.random() < 0.2:
                answer.cancel()
            else:
                answer.set_exception(fault)

        written.add_done_callback(lose)
        return answer

    async def _or_fail(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        fault = self._fault()
        if fault is not None:
            raise fault
        await asyncio.sleep(0)
        return await ask()

    async def entries(self, *args: Any) -> Any:
        return await self._or_fail(lambda: self._store.entries(*args))

    async def answered(self, *args: Any) -> Any:
        return await self._or_fail(lambda: self._store.answered(*args))

    async def row(self, *args: Any) -> Any:
        return await self._or_fail(lambda: self._store.row(*args))

    async def snapshot(self, *args: Any) -> Any:
        return await self._or_fail(lambda: self._store.snapshot(*args))

    async def save_snapshot(self, *args: Any) -> Any:
        return await self._or_fail(lambda: self._store.save_snapshot(*args))


class Tallied:
    """Requests and how often each was answered."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.accepted: dict[str, int] = {}
        self.asked = 0

    def ask(self, sender: Guest, name: str, command: commands.AnyCommand) -> Ask:
        number = self._next()

        def reply(answer: Any) -> None:
            self.answers[number] += 1
            if isinstance(answer, Accepted):
                assert self.accepted.setdefault(name, answer.sequence) == answer.sequence

        return Ask(sender, name, command, reply=reply)

    def wake_up(self) -> WakeUp:
        number = self._next()

        def done(_turns: Any) -> None:
            self.answers[number] += 1

        return WakeUp(done)

    def _next(self) -> int:
        self.asked += 1
        return self.asked

    def all_answered(self) -> bool:
        return len(self.answers) == self.asked


async def _chaos(folder: Path, seed: int, *, shared: bool) -> None:
    rng = random.Random(seed)
    real = await open_store(f"sqlite:///{folder}/chaos-{seed}-{shared}.db", migrate=True)
    desk = four_at_the_table()
    await write(real, desk.log)
    broken = Broken(real, rng)
    rooms = new_rooms(broken, snapshot_every=3)
    rooms.shared = shared
    tally = Tallied()
    held: list[Room] = []
    for number in range(40):
        broken.chance = rng.choice([0.0, 0.2, 0.9])
        try:
            room = await rooms.get(desk.table.id)
        except Exception:  # noqa: BLE001 - whatever the store said
            room = None
        if room is not None:
            held.append(room)
        for one in rng.sample(held, min(len(held), rng.randrange(1, 4))):
            # Somebody may hold on to a room that is long gone.
            for _ in range(rng.randrange(4)):
                sender = rng.choice(FOUR)
                text = commands.Say(f"word {number}")
                one.submit(
                    tally.wake_up()
                    if rng.random() < 0.3
                    else tally.ask(sender, rng.choice(["", f"{sender}-{rng.randrange(40)}"]), text)
                )
        if rng.random() < 0.1 and held:
            rooms.deleted((desk.table.id,))
        for _ in range(rng.randrange(6)):
            await asyncio.sleep(0)
    await settled(tally.all_answered)
    assert set(tally.answers.values()) == {1}
    await asyncio.wait_for(rooms.close(), 30)
    log = await real.entries(desk.table.id)
    written = {entry.command: entry.sequence for entry in log if entry.command}
    assert all(written[name] == sequence for name, sequence in tally.accepted.items() if name)
    await real.close()


@pytest.mark.parametrize("shared", [False, True])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_question_is_answered_once_however_the_store_fails(
    tmp_path: Path, seed: int, *, shared: bool
) -> None:
    asyncio.run(asyncio.wait_for(_chaos(tmp_path, seed, shared=shared), 60))


async def _rooms_with(folder: Path, desk: Desk) -> tuple[Rooms, Store]:
    store = await open_store(f"sqlite:///{folder}/filon.db", migrate=True)
    await write(store, desk.log)
    return new_rooms(store), store


async def test_who_holds_a_room_whose_write_failed_is_answered(tmp_path: Path) -> None:
    desk = four_at_the_table()
    rooms, store = await _rooms_with(tmp_path, desk)
    rooms.store = broken = Broken(store, random.Random(1))
    room = await rooms.get(desk.table.id)
    assert room is not None
    broken.chance = 1.0
    tally = Tallied()
    room.submit(tally.ask(ANNA, "a1", commands.Ready()))
    await settled(tally.all_answered)
    for number in range(3):
        room.submit(tally.ask(ANNA, f"b{number}", commands.Ready()))
        room.submit(tally.wake_up())
        await settled(tally.all_answered)
    broken.chance = 0.0
    answer = await rooms.ask(desk.table.id, ANNA, "c1", commands.Ready())
    assert isinstance(answer, Accepted)
    await store.close()


async def test_a_locked_database_costs_nobody_an_answer(tmp_path: Path) -> None:
    desk = four_at_the_table()
    rooms, store = await _rooms_with(tmp_path, desk)
    room = await rooms.get(desk.table.id)
    assert room is not None
    other = sqlite3.connect(tmp_path / "filon.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tally = Tallied()
    room.submit(tally.ask(ANNA, "a1", commands.Ready()))
    room.submit(tally.wake_up())
    await settled(tally.all_answered)
    assert room.gone
    room.submit(tally.ask(ANNA, "a2", commands.Ready(ready=False)))
    await settled(tally.all_answered)
    assert not tally.accepted
    other.execute("ROLLBACK")
    other.close()
    assert isinstance(await rooms.ask(desk.table.id, ANNA, "a3", commands.Ready()), Accepted)
    await store.close()


async def test_viewers_of_a_room_that_is_lost_are_sent_away_to_come_back(tmp_path: Path) -> None:
    desk = four_at_the_table()
    rooms, store = await _rooms_with(tmp_path, desk)
    rooms.store = broken = Broken(store, random.Random(2))
    room = await rooms.get(desk.table.id)
    assert room is not None
    anna, elsewhere = Watcher(ANNA), Watcher(BEN)
    await come(rooms, room, anna)
    broken.chance = 1.0
    # One that has left the table for another since still waits for its answer.
    room.submit(Ask(BEN, "b1", commands.Ready(), viewer=elsewhere))
    await settled(lambda: anna.goodbye is not None and elsewhere.goodbye is not None)
    assert anna.goodbye.come_back
    assert not room.viewers
    await store.close()


async def test_a_command_from_long_ago_is_answered_again_and_not_refused(tmp_path: Path) -> None:
    desk = four_at_the_table()
    rooms, store = await _rooms_with(tmp_path, desk)
    first = await rooms.ask(desk.table.id, EVE, "join", commands.Join("Eve"))
    await rooms.ask(desk.table.id, EVE, "leave", commands.Leave())
    for number in range(40):
        await rooms.ask(desk.table.id, EVE, f"j{number}", commands.Join("Eve"))
        await rooms.ask(desk.table.id, EVE, f"l{number}", commands.Leave())
    before = rooms.metrics.again._value.get()
    assert await rooms.ask(desk.table.id, EVE, "leave", commands.Leave()) == Accepted(
        "leave",
        first.sequence + 1,  # type: ignore[union-attr]
    ), "it would be refused: she is not there"
    assert await rooms.ask(desk.table.id, EVE, "join", commands.Join("Eve")) == first, "it would be accepted"
    assert rooms.metrics.again._value.get() == before + 2
    await store.close()


async def test_who_holds_a_room_that_was_let_go_is_answered(tmp_path: Path) -> None:
    desk = four_at_the_table()
    rooms, store = await _rooms_with(tmp_path, desk)
    room = await rooms.get(desk.table.id)
    assert room is not None
    rooms._forget(room)
    tally = Tallied()
    room.submit(tally.ask(ANNA, "a1", commands.Ready()))
    await settled(tally.all_answered)
    assert not tally.accepted
    with pytest.raises(Unavailable):
        await rooms.join(room, Watcher(ANNA), None)
    await store.close()


async def test_a_viewer_who_is_shown_out_leaves_by_the_same_door_as_everybody(tmp_path: Path) -> None:
    desk = four_at_the_table(watch="nobody")
    async with rooms_in(tmp_path) as rooms:
        await write(rooms.store, desk.log)
        room = await rooms.get(desk.table.id)
        assert room is not None
        anna, stranger = Watcher(ANNA), Watcher(Guest("stranger"))
        for watcher in (anna, stranger):
            await come(rooms, room, watcher)
        await settled(lambda: present(anna) == {ANNA, "stranger"})
        desk.start()
        await write(rooms.store, desk.log, known=len(desk.log) - 1)
        room.learn(stored(desk.log[-1:]))
        assert stranger.goodbye.code == "no_watching"
        await settled(lambda: present(anna) == {ANNA})


def present(watcher: Watcher) -> set[str]:
    told = [message for message in watcher.messages if message["type"] == "Presence"]
    return set(told[-1]["present"]) if told else set()


async def test_entries_that_came_together_are_told_apart_where_eyes_changed(tmp_path: Path) -> None:
    """A server that was away hears of a whole game at once, in which nobody might watch."""
    desk = four_at_the_table(watch="nobody")
    async with rooms_in(tmp_path) as rooms:
        await write(rooms.store, desk.log)
        known = len(desk.log)
        room = await rooms.get(desk.table.id)
        assert room is not None
        ben, stranger = Watcher(BEN), Watcher(Guest("stranger"))
        for watcher in (ben, stranger):
            await come(rooms, room, watcher)
        desk.start()
        desk.say(BEN, commands.Say("only for us"))
        desk.play_out()
        desk.say(ANNA, commands.Rematch())
        await write(rooms.store, desk.log, known)
        await room.refresh()
        assert stranger.goodbye.code == "no_watching"
        assert b"only for us" in b"".join(ben.frames)
        assert b"only for us" not in b"".join(stranger.frames)
        assert not any(
            event["type"] == "Played"
            for message in stranger.messages
            for entry in message.get("entries", [])
            for event in entry["events"]
        )


# Places


def table_in(*, playing: bool) -> AnyTable:
    desk = four_playing() if playing else four_at_the_table()
    return desk.join(EVE).table


def crowd(guests: int, strangers: int, address: str = "192.0.2.1") -> set[Watcher]:
    return {
        *(Watcher(Guest(f"g{number}"), address=address, heard=number) for number in range(guests)),
        *(Watcher(None, address=address, heard=number) for number in range(strangers)),
    }


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("guest", [ANNA, DAN, EVE])
def test_people_of_the_table_always_find_a_place(guest: Guest, *, playing: bool) -> None:
    for there in (crowd(20, 0), crowd(0, 20), crowd(20, 20)):
        assert make_room(table_in(playing=playing), Watcher(guest), there, 20) is None


def test_somebody_who_may_join_takes_the_place_of_somebody_who_only_looks() -> None:
    there = crowd(10, 10)
    goes = make_room(table_in(playing=False), Watcher(Guest("invited"), address="198.51.100.9"), there, 20)
    assert isinstance(goes, Watcher)
    assert goes.guest is None
    assert goes.heard == 0, "who has been quiet for longest"


def test_one_address_does_not_keep_others_out() -> None:
    there = crowd(0, 20)
    other = Watcher(None, address="198.51.100.9")
    goes = make_room(table_in(playing=False), other, there, 20)
    assert isinstance(goes, Watcher)
    assert goes.address == "192.0.2.1"
    assert make_room(table_in(playing=False), Watcher(None), there, 20) is CROWDED


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=120),
    st.integers(1, 12),
)
def test_places_are_never_more_than_there_are_and_shared_among_addresses(
    arrivals: list[tuple[bool, int]], places: int
) -> None:
    table = table_in(playing=False)
    there: set[Watcher] = set()
    for number, (known, address) in enumerate(arrivals):
        newcomer = Watcher(Guest(f"g{number}") if known else None, address=f"192.0.2.{address}", heard=number)
        goes = make_room(table, newcomer, there, places)
        if goes is CROWDED:
            assert len(there) == places
            rivals = [one for one in there if (one.guest is None) == (newcomer.guest is None)]
            held = Counter(one.address for one in there)
            assert all(held[one.address] <= held[newcomer.address] + 1 for one in rivals)
            continue
        if isinstance(goes, Watcher):
            assert goes in there
            assert goes.guest is None or newcomer.guest is not None, (
                "who may join goes for nobody who only looks"
            )
            there.discard(goes)
        there.add(newcomer)
        assert len(there) <= places


async def test_the_host_and_a_newcomer_get_in_though_strangers_fill_the_lobby(tmp_path: Path) -> None:
    desk = four_at_the_table()
    async with rooms_in(tmp_path, watchers_per_table=5) as rooms:
        await write(rooms.store, desk.log)
        room = await rooms.get(desk.table.id)
        assert room is not None
        strangers = [Watcher(None, heard=number) for number in range(5)]
        for watcher in (*strangers, Watcher(ANNA), Watcher(CLEO), Watcher(Guest("invited"))):
            await come(rooms, room, watcher)
        assert [watcher.goodbye is not None for watcher in strangers] == [True] + [False] * 4
        assert strangers[0].goodbye.code == "too_many"
        assert len(room.viewers) == 7


async def test_what_the_last_of_them_ends_goes_on_at_once_and_in_the_same_frame(tmp_path: Path) -> None:
    """Nobody waits for the scheduler, and here is none."""
    desk = after_a_cave(people=2)
    async with rooms_in(tmp_path) as rooms:
        with clock_at(lambda: desk.now):
            await _go_on_together(rooms, desk)


async def _go_on_together(rooms: Rooms, desk: Desk) -> None:
    await write(rooms.store, desk.log)
    room = await rooms.get(desk.table.id)
    assert room is not None
    eve = Watcher(EVE)
    await come(rooms, room, eve)
    frames = len(eve.frames)
    for guest in (ANNA, BEN):
        assert isinstance(room.table.phase, Playing)
        assert isinstance(room.table.phase.state.phase, CaveOver)
        assert isinstance(await rooms.ask(room.table.id, guest, "ready", act(CONTINUE)), Accepted)
    assert isinstance(room.table.phase, Playing)
    assert isinstance(room.table.phase.state.phase, Expedition)
    *_, (last,) = [json.loads(frame) for frame in eve.frames[frames:]]
    assert [entry["sender"] for entry in last["entries"]] == [BEN, THE_TABLE]
    row = await rooms.store.row(room.table.id)
    assert row is not None
    assert row.wake_at == next_wake(room.table), "the bots' turn, and nothing that is over"
