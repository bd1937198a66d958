"""Rooms in this process, on a real SQLite file, with a clock that the test sets."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from filon.server.clock import PROCESS_CLOCK
from filon.server.fanout.local import LocalFanout
from filon.server.metrics import Metrics
from filon.server.rooms.broadcast import encode
from filon.server.rooms.registry import Rooms
from filon.server.rooms.room import Room
from filon.server.rooms.rows import row_of
from filon.server.settings import read_settings
from filon.server.supervise import Supervisor
from filon.store import Entry as StoredEntry
from filon.store import Store, open_store
from filon.tables import Audience, Entry, Guest, encode_events, fold
from filon.tables.protocol import Sync, Update


class Watcher:
    """A viewer that keeps all it is sent."""

    def __init__(
        self,
        guest: Guest | None = None,
        *,
        screen: bool = False,
        watch: int | None = None,
        address: str = "192.0.2.1",
        heard: float = 0.0,
        protocol: int = 1,
    ) -> None:
        self.guest = guest
        self.screen = screen
        self.watch = watch
        self.address = address
        self.heard = heard
        self.audience = Audience()
        self.protocol = protocol
        self.frames: list[bytes] = []
        self.goodbye: Any = None
        self.hear: Callable[[bytes], None] = self.frames.append

    def deliver(self, data: bytes) -> None:
        self.hear(unframed(data))

    def dismiss(self, *farewell: Any) -> None:
        self.goodbye = self.goodbye or getattr(farewell[0], "goodbye", farewell[0])

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [message for frame in self.frames for message in json.loads(frame)]


def unframed(data: bytes) -> bytes:
    """The text of a frame as a server sends it: not masked."""
    length = data[1] & 127
    return data[{126: 4, 127: 10}.get(length, 2) :]


@contextlib.contextmanager
def clock_at(now: Callable[[], int]) -> Any:
    """The process's clock shows what the test says, in milliseconds, and may be set back by another test."""
    kept = {name: getattr(PROCESS_CLOCK, name) for name in ("_wall_ns", "_steady_ns", "_steady", "_at")}
    PROCESS_CLOCK._wall_ns = lambda: now() * 1_000_000
    PROCESS_CLOCK._steady_ns = lambda: 0
    PROCESS_CLOCK._steady = PROCESS_CLOCK._at = 0
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(PROCESS_CLOCK, name, value)


def stored(entries: Sequence[Entry]) -> list[StoredEntry]:
    return [
        StoredEntry(entry.sequence, entry.at, entry.sender, entry.command, encode_events(entry.events))
        for entry in entries
    ]


async def write(store: Store, log: Sequence[Entry], known: int = 0) -> None:
    """Puts the entries after `known` into the store, as another server would."""
    if not known:
        await store.create(row_of(fold(log[:1])), stored(log[:1])[0])
        known = 1
    if len(log) > known:
        await store.append(row_of(fold(log)), stored(log[known:]), known)


def new_rooms(store: Store, **given: Any) -> Rooms:
    metrics = Metrics()
    settings = read_settings({}, database_url="sqlite:///unused", **given)
    return Rooms(settings, store, LocalFanout(), metrics, Supervisor(metrics))


@contextlib.asynccontextmanager
async def rooms_in(folder: Path, **given: Any) -> AsyncIterator[Rooms]:
    store = await open_store(f"sqlite:///{folder}/filon.db", migrate=True)
    try:
        yield new_rooms(store, **given)
    finally:
        await store.close()


async def come(rooms: Rooms, room: Room, watcher: Watcher, after: int | None = None) -> Sync | Update | None:
    """Joins, and hears what the connection would send on."""
    shown = await rooms.join(room, watcher, after)
    if shown is not None:
        watcher.hear(b"[" + encode(shown) + b"]")
    return shown


async def settled(true: Callable[[], bool]) -> None:
    """Turns of the event loop until something has happened."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.001)
