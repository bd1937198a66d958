"""`kill -9` at random moments under play: what was acknowledged is there, once, and every table goes on."""

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from filon.server.rooms.room import read_entry
from filon.store import migrate, open_store
from filon.tables import fold
from tests.server.playing import Filon, Person, seated, serving
from tests.services import fresh_database

pytestmark = pytest.mark.anyio

KILLS = 4
TABLES = 4


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgres":
        url = fresh_database()
        asyncio.run(migrate(url))
        yield url
    else:
        yield f"sqlite:///{tmp_path}/filon.db"


class Flood:
    """Players who act as fast as they can, and note each answer."""

    def __init__(self, everybody: list[Person], seed: int) -> None:
        self.everybody = everybody
        self.rng = random.Random(seed)
        self.sent: dict[tuple[str, str], str] = {}
        """By guest and id: the command, of all that were not answered before the server died."""
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.moves = 0

    async def play(self, person: Person) -> None:
        """Until the connection breaks."""
        with contextlib.suppress(Exception):
            for (guest, name), command in tuple(self.sent.items()):
                if guest == person.guest:
                    await self._send(person, name, command)
            while True:
                await person.until(lambda: (person.to_act and bool(person.legal)) or person.status == "over")
                if person.status == "over":
                    if person.seat != 0:
                        await person.until(lambda: person.status != "over")
                        continue
                    await self._send(person, self._name(), json.dumps({"type": "Rematch"}))
                    await self._send(person, self._name(), json.dumps({"type": "Start"}))
                    continue
                action = self.rng.choice(person.legal)
                await self._send(person, self._name(), json.dumps({"type": "Act", "action": action}))
                self.moves += 1

    def _name(self) -> str:
        return f"f{self.rng.getrandbits(48):x}"

    async def _send(self, person: Person, name: str, command: str) -> None:
        self.sent[person.guest, name] = command
        before = len(person.messages)
        await person.send(f'{{"type":"Command","id":"{name}","command":{command}}}')
        try:
            await person.until(lambda: any(said.get("id") == name for said in person.messages[before:]))
        finally:
            for said in person.messages[before:]:
                if said.get("id") == name and said["type"] == "Accepted":
                    known = self.acknowledged.setdefault((person.guest, name), said["sequence"])
                    assert known == said["sequence"]
        del self.sent[person.guest, name]


async def test_no_acknowledged_command_is_lost_or_applied_twice(database: str) -> None:
    server = Filon(database).start()
    tables = [await seated(server, people=3) for _ in range(TABLES)]
    everybody = [person for table in tables for person in table]
    flood = Flood(everybody, seed=11)
    for kill in range(KILLS):
        before = flood.moves
        playing = [asyncio.create_task(flood.play(person)) for person in everybody]
        moment = before + TABLES * 3 + flood.rng.randrange(40)
        async with asyncio.timeout(60):
            while flood.moves < moment:
                await asyncio.sleep(flood.rng.random() * 0.005)
        if kill % 2:
            await asyncio.sleep(flood.rng.random() * 0.02)
        server.kill()
        for person in everybody:
            await person.gone()
        await asyncio.gather(*playing)
        server = Filon(database).start()
        for person in everybody:
            await person.come(server)
            assert person.seat is not None
    for table in tables:
        for person in table:
            await person.order("Say", text="still here")
            await person.go()
    assert server.stop() == 0
    assert not server.faults()
    await _check(database, flood, tables)


async def _check(database: str, flood: Flood, tables: list[list[Person]]) -> None:
    store = await open_store(database, migrate=False)
    applied: dict[tuple[str, str], int] = {}
    for table in tables:
        row = await store.row(table[0].table)
        assert row is not None
        entries = await store.entries(row.table)
        assert [entry.sequence for entry in entries] == list(range(1, row.sequence + 1))
        for entry in entries:
            if entry.command:
                assert (entry.sender, entry.command) not in applied, "applied twice"
                applied[entry.sender, entry.command] = entry.sequence
        state = fold(read_entry(row.game, entry) for entry in entries)
        assert state.sequence == row.sequence
    assert flood.acknowledged
    for key, sequence in flood.acknowledged.items():
        assert applied.get(key) == sequence, "acknowledged and lost"
    await store.close()


async def test_nothing_is_said_to_anybody_before_it_is_durable(tmp_path: Path) -> None:
    """While another process keeps the database from being written, the server lives and says nothing."""
    with serving(f"sqlite:///{tmp_path}/filon.db") as server:
        everybody = await seated(server)
        anna = everybody[0]
        before = [person.seen for person in everybody]
        with contextlib.closing(sqlite3.connect(tmp_path / "filon.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            choice = {"type": "Act", "action": {"type": "Choose", "choice": "leave"}}
            await anna.send(json.dumps({"type": "Command", "id": "patience", "command": choice}))
            for number, person in enumerate(everybody * 3):
                await person.send(json.dumps({"type": "Ping", "at": number}))
                await person.until(lambda person=person, number=number: _ponged(person, number))  # type: ignore[misc]
            assert "patience" not in anna.accepted
            assert [person.seen for person in everybody] == before
            other.execute("ROLLBACK")
        await anna.until(lambda: "patience" in anna.accepted)
        for person in everybody:
            await person.reach(anna.accepted["patience"])
            await person.go()


def _ponged(person: Person, number: int) -> bool:
    return any(said["type"] == "Pong" and said["at"] == number for said in person.messages)
