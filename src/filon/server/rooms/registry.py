"""All live tables of this process: found, read from the store, kept while somebody needs them, let go after.

Any process may serve any table at any time. What is here is a cache of the log and nothing more.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import structlog

from filon.games.contract import Random
from filon.server.clock import PROCESS_CLOCK, now_ms
from filon.server.fanout.contract import (
    Alive,
    Appended,
    Due,
    Fanout,
    Here,
    News,
    NewsLost,
    Revoked,
    TablesDeleted,
    WhoIsThere,
)
from filon.server.metrics import Metrics
from filon.server.rooms.admission import (
    CROWDED,
    DELETED,
    UNAVAILABLE,
    Farewell,
    NotAdmitted,
    Viewer,
    admit,
    make_room,
)
from filon.server.rooms.broadcast import Answer, missed
from filon.server.rooms.delayed import read_delayed
from filon.server.rooms.presence_model import Limits
from filon.server.rooms.requests import require_known
from filon.server.rooms.room import Ask, Room, read_entry
from filon.server.rooms.rows import row_of
from filon.server.rooms.tracking import PresenceTracker
from filon.server.settings import ServerSettings
from filon.server.supervise import Supervisor
from filon.store import ALL, Conflict, Row, Share, Store, StoreError, Unavailable
from filon.store import Entry as StoredEntry
from filon.tables import (
    THE_TABLE,
    AnyTable,
    Audience,
    Decision,
    Guest,
    decode_table,
    encode_events,
    encode_table,
    entry_of,
    evolve,
    next_wake,
    open_from,
    open_table,
)
from filon.tables import Settings as TableSettings
from filon.tables.commands import AnyCommand
from filon.tables.model import Given
from filon.tables.protocol import Sync, Update

_CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""None that is taken for another when read aloud."""
_CODE_LENGTH: Final = 6
_SECRET_BYTES: Final = 32
_SWEEP_S: Final = 1.0
_FOLDED_AT_ONCE: Final = 200
"""Entries, about a millisecond: nobody else waits for a long log to be read."""

log = structlog.stdlib.get_logger(__name__)


class Rooms:
    def __init__(
        self,
        settings: ServerSettings,
        store: Store,
        fanout: Fanout,
        metrics: Metrics,
        supervisor: Supervisor,
        *,
        share: Share = ALL,
    ) -> None:
        """`share`: the tables whose wake-ups this process looks after before others do."""
        self.store = store
        self.metrics = metrics
        self.shared = fanout.shared
        limits = Limits(
            gone_s=settings.gone_seconds,
            acting_s=settings.acting_seconds,
            silent_s=settings.server_silence_seconds,
            alone=not self.shared,
        )
        self.presence = PresenceTracker(fanout, limits)
        self.due: Callable[[int], None] = lambda _at: None
        """Hears when a table wants to be woken."""
        self.revoked: Callable[[Revoked], None] = lambda _revoked: None
        """Hears when another server has revoked a token."""
        self._settings = settings
        self._fanout = fanout
        self._supervisor = supervisor
        self._share = share
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._delayed: set[Room] = set()
        self._following: dict[Room, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        metrics.live_tables.set_function(lambda: len(self._rooms))

    async def start(self) -> None:
        await self._fanout.start(self._supervisor, self)
        self._sweeper = self._supervisor.supervise("sweeper", self._sweep)

    async def close(self) -> None:
        """Waits for what is under way to become durable."""
        self.presence.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        while self._tasks or any(room.busy and not room.gone for room in self._rooms.values()):
            await asyncio.sleep(0.005)
        await self._fanout.close()

    def __len__(self) -> int:
        return len(self._rooms)

    # Tables
    async def open(self, settings: TableSettings, host: Guest, name: str) -> AnyTable:
        """A new table; raises Refused where it cannot be like that."""
        return await self._create(
            host,
            lambda table, code, secret: open_table(settings, host, name, secret, table=table, code=code),
        )

    async def open_from(
        self,
        settings: TableSettings,
        host: Guest,
        name: str,
        *,
        seat: int,
        level: str,
        given: Given,
        position: Callable[[Random], Any],
    ) -> AnyTable:
        """As tables.open_from; bots that are to move do."""
        table = await self._create(
            host,
            lambda table, code, secret: open_from(
                settings,
                host,
                name,
                secret,
                table=table,
                code=code,
                seat=seat,
                level=level,
                given=given,
                position=position,
            ),
        )
        wake_at = next_wake(table)
        if wake_at is not None:
            self._wants_waking(table.id, wake_at)
        return table

    async def _create(self, host: Guest, opened: Callable[[str, str, bytes], Decision]) -> AnyTable:
        """`opened` is given the table's id, its code and its secret."""
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
            secret = secrets.token_bytes(_SECRET_BYTES)
            now = now_ms()
            decision = opened(secrets.token_urlsafe(12), code, secret)
            first = entry_of(None, decision, host, "", now)
            table = evolve(None, first)
            stored = StoredEntry(first.sequence, first.at, first.sender, "", encode_events(first.events))
            try:
                await self.store.create(row_of(table), stored)
            except Conflict:
                continue
            return table

    async def get(self, table: str) -> Room | None:
        """The live room, read from the store if need be; None if there is no such table. Raises
        StoreError.
        """
        task = self._loading.get(table)
        if task is None:
            room = self._rooms.get(table)
            if room is not None:
                return room
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Room | None:
        state = await self._read(table)
        if state is None:
            return None
        PROCESS_CLOCK.heard(state.at)
        room = Room(state, self)
        self._rooms[table] = room
        if self.shared:
            await self._fanout.follow(table)
            # Between reading and following, another process may have appended.
            await self._catch_up(room)
            if room.gone:
                raise Unavailable("the table could not be brought up to date")
        self.presence.opened(room)
        return room

    async def _read(self, table: str) -> AnyTable | None:
        row = await self.store.row(table)
        if row is None:
            return None
        require_known(row.game)
        kept = await self.store.snapshot(table)
        state = decode_table(row.game, kept[1]) if kept is not None else None
        entries = await self.store.entries(table, state.sequence if state is not None else 0)
        for number, stored in enumerate(entries, 1):
            state = evolve(state, read_entry(row.game, stored))
            if number % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        if state is not None and len(entries) > self._settings.snapshot_every:
            # The snapshot was of another release, or could not be kept: the next to come is spared the work.
            self.spawn(self._keep(state))
        return state

    async def ask(self, table: str, sender: Guest, command_id: str, command: AnyCommand) -> Answer | None:
        """The answer to a command; None if there is no such table. Unavailable if the answer is not known."""
        room = await self.get(table)
        if room is None:
            return None
        answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

        def reply(given: Answer | None) -> None:
            if not answer.done():
                answer.set_result(given)

        room.submit(Ask(sender, command_id, command, reply=reply))
        given = await answer
        if given is None:
            raise Unavailable("whether the command was applied is not known; send it again")
        return given

    # Viewers
    async def join(self, room: Room, viewer: Viewer, after: int | None) -> Sync | Update | None:
        """Seats a viewer in front of the table, and says what it missed: None if nothing.

        Raises NotAdmitted, and StoreError.
        """
        if after is not None and after > room.table.sequence:
            await room.refresh()
        while True:
            seen_by = admit(room.table, viewer)
            if isinstance(seen_by, Farewell):
                raise NotAdmitted(seen_by)
            if not seen_by.delay_s or room.delayed is not None:
                break
            await self._follow_delayed(room)
        if room.gone:
            raise Unavailable("the table was let go meanwhile")
        goes = make_room(room.table, viewer, room.viewers, self._settings.watchers_per_table)
        if goes is not None:
            self.metrics.limited.labels("watchers").inc()
            if isinstance(goes, Farewell):
                raise NotAdmitted(goes)
            self.expel(room, goes, CROWDED)
        return self._seated(room, viewer, seen_by, after)

    def _seated(
        self, room: Room, viewer: Viewer, seen_by: Audience, after: int | None
    ) -> Sync | Update | None:
        now = now_ms()
        viewer.audience = seen_by
        if seen_by.delay_s and room.delayed is not None:
            room.delayed.tell(room.viewers, now)
            shown: Sync | Update | None = room.delayed.sync(seen_by, now)
        else:
            shown = missed(room, viewer, after, now)
        room.viewers.add(viewer)
        self.presence.came(room, viewer)
        return shown

    def leave(self, room: Room, viewer: Viewer) -> None:
        """The only way out of a room, whoever wished it; once too often does no harm."""
        room.viewers.discard(viewer)
        if not room.viewers:
            room.screens.forget()
        room.idle_since = time.monotonic()
        self.presence.viewers_changed(room)

    def expel(self, room: Room, viewer: Viewer, farewell: Farewell) -> None:
        self.leave(room, viewer)
        viewer.dismiss(farewell)

    def _close_room(self, room: Room, farewell: Farewell) -> None:
        for viewer in tuple(room.viewers):
            self.expel(room, viewer, farewell)
        self._forget(room)

    async def _follow_delayed(self, room: Room) -> None:
        """Begins the late view of the game under way, once for all who ask for it at the same time."""
        task = self._following.get(room)
        if task is None:
            task = self._following[room] = asyncio.create_task(self._read_delayed(room))
            task.add_done_callback(lambda _: self._following.pop(room, None))
        await asyncio.shield(task)

    async def _read_delayed(self, room: Room) -> None:
        view = await read_delayed(self.store, room.table, room.recent)
        if room.delayed is None and view.suits(room.table):
            room.delayed = view
            self._delayed.add(room)

    # What rooms say
    def appended(self, room: Room, after: int, entries: list[StoredEntry], row: Row, table: AnyTable) -> None:
        self.presence.look(room)
        here = self.presence.connected(room)
        for entry in entries:
            if entry.command and entry.sender not in here and entry.sender != THE_TABLE:
                self.presence.acted(room, Guest(entry.sender))
        if self.shared:
            self._fanout.tell(Appended(room.table.id, after, tuple(entries)))
        if row.wake_at is not None:
            self._wants_waking(room.table.id, row.wake_at)
        every = self._settings.snapshot_every
        if row.sequence // every != after // every:
            self.spawn(self._keep(table))

    def _wants_waking(self, table: str, at: int) -> None:
        self.due(at)
        if not self._settings.embedded_worker or not self._share.has(table):
            self._fanout.tell(Due(at))

    async def _keep(self, table: AnyTable) -> None:
        try:
            await self.store.save_snapshot(table.id, table.sequence, encode_table(table))
        except StoreError as error:
            log.warning("no snapshot was kept", table=table.id, error=str(error))

    def lost(self, room: Room) -> None:
        self._close_room(room, UNAVAILABLE)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What other processes say
    def hear(self, origin: str, news: News) -> None:
        match news:
            case Appended(table, entries=entries):
                room = self._rooms.get(table)
                if room is not None:
                    self._learn(room, entries)
            case Here() | WhoIsThere() | Alive():
                self.presence.hear(origin, news)
            case Due(at):
                self.due(at)
            case TablesDeleted(tables):
                self.deleted(tables)
            case NewsLost():
                self._gap()
            case Revoked():
                self.revoked(news)

    def linked(self, *, up: bool) -> None:
        self.presence.linked(up=up)
        if up:
            self._gap()

    def undigested(self, table: str | None) -> None:
        self.metrics.undigested.inc()
        room = None if table is None else self._rooms.get(table)
        if room is not None:
            self.spawn(self._catch_up(room))

    def _gap(self) -> None:
        for room in self._rooms.values():
            self.spawn(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        try:
            self._learn(room, await self.store.entries(room.table.id, room.table.sequence), final=True)
        except StoreError:
            self.lost(room)

    def _learn(self, room: Room, entries: Sequence[StoredEntry], *, final: bool = False) -> None:
        """`final`: these come from the store, and there is nowhere else to look."""
        if room.gone:
            return
        before = room.table.sequence
        try:
            complete = room.learn(entries)
        except Exception as fault:  # noqa: BLE001 - it is logged
            self.metrics.undigested.inc()
            log.warning("entries that cannot be read", table=room.table.id, error=repr(fault))
            complete = False
            # Viewers who were told of a part of it have to come back for the whole.
            final = final or room.table.sequence != before
        self.presence.look(room)
        if final and not complete:
            self.lost(room)
        elif not complete:
            self.spawn(self._catch_up(room))

    def deleted(self, tables: tuple[str, ...]) -> None:
        """Retention took these out of the store."""
        for table in tables:
            room = self._rooms.get(table)
            if room is not None:
                self._close_room(room, DELETED)

    # Housekeeping
    def _forget(self, room: Room) -> None:
        """Whoever still holds the room finds it gone, and comes back to a new one."""
        room.drop()
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
            self.presence.closed(room)
            self._fanout.unfollow(room.table.id)
        self._delayed.discard(room)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            now = time.monotonic()
            self.presence.sweep()
            self.let_go(now - self._settings.idle_table_seconds)
            for room in tuple(self._delayed):
                if room.delayed is not None:
                    room.delayed.tell(room.viewers, now_ms())
            if self.shared and not self._fanout.connected:
                self._gap()

    def let_go(self, idle_before: float) -> None:
        """Forgets tables that nobody has looked at or asked anything of since."""
        for room in tuple(self._rooms.values()):
            if (
                not room.viewers
                and not room.busy
                and room.idle_since < idle_before
                and not self.presence.needs(room)
            ):
                self._forget(room)
