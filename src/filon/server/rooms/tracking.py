"""The presence of all live rooms of this process: hands presence.py what happens, and does what it says."""

import asyncio
import time
from collections.abc import Container

from filon.server.fanout.contract import Alive, Fanout, Here, WhoIsThere
from filon.server.rooms.admission import Viewer
from filon.server.rooms.broadcast import framed
from filon.server.rooms.presence import PresenceState
from filon.server.rooms.presence_model import Arrived, Attendance, Departed, Effect, Limits, Show, Tell
from filon.server.rooms.room import Ask, Room
from filon.tables import AnyTable, Guest, seat_of
from filon.tables.commands import Arrive, Depart
from filon.tables.protocol import Presence
from filon.tables.seating import holders


class PresenceTracker:
    def __init__(self, fanout: Fanout, limits: Limits) -> None:
        self._fanout = fanout
        self._state = PresenceState(limits)
        self._rooms: dict[str, Room] = {}
        self._looked: dict[str, int] = {}
        """By table: `revised` as it was when the log was last looked at."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = float("inf")

    def close(self) -> None:
        """Nobody is judged any more: those who leave now leave because the server ends."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = float("-inf")

    # Rooms
    def opened(self, room: Room) -> None:
        table = room.table
        self._rooms[table.id] = room
        self._looked[table.id] = table.revised
        self._do(self._state.opened(table.id, _attendance(table), time.monotonic()))

    def closed(self, room: Room) -> None:
        table = room.table.id
        if self._rooms.get(table) is room:
            del self._rooms[table], self._looked[table]
            self._do(self._state.closed(table))

    def needs(self, room: Room) -> bool:
        """Whether the room has to stay open though nobody looks at it."""
        return self._state.doubtful(room.table.id)

    def present(self, room: Room) -> frozenset[Guest]:
        """Everybody who is there, on whatever server."""
        return self._state.present(room.table.id)

    # People
    def came(self, room: Room, viewer: Viewer) -> None:
        """The viewer is one of the room's now."""
        self.viewers_changed(room)
        guest = viewer.guest
        if guest is not None and not viewer.screen and guest in room.table.people:
            room.submit(Ask(guest, "", Arrive()))

    def viewers_changed(self, room: Room) -> None:
        """To be called after every change of `room.viewers`; once too often does no harm."""
        if self._rooms.get(room.table.id) is room:
            self.look(room)
            self._do(self._seen(room))

    def _seen(self, room: Room) -> list[Effect]:
        connected: set[Guest] = set()
        watching = 0
        for viewer in room.viewers:
            guest = viewer.guest
            if guest is not None and not viewer.screen:
                connected.add(guest)
            watching += guest is None or viewer.screen or seat_of(room.table, guest) is None
        return self._state.seen(room.table.id, connected, watching, time.monotonic())

    def acted(self, room: Room, guest: Guest) -> None:
        """Somebody did something by other means than a connection that shows them the table, and is there
        for a while.
        """
        if self._rooms.get(room.table.id) is room:
            self.look(room)
            if effects := self._state.acted(room.table.id, guest, time.monotonic()):
                self._do(effects)

    def connected(self, room: Room) -> Container[str]:
        """Who is shown the table by a connection here: whatever they do, they are there."""
        return self._state.connected(room.table.id)

    def look(self, room: Room) -> None:
        """Has the log something new to say of people? Called soon after every change, whoever made it."""
        table = room.table
        if self._rooms.get(table.id) is room and self._looked[table.id] != table.revised:
            self._looked[table.id] = table.revised
            self._do(self._state.logged(table.id, _attendance(table), time.monotonic()))
            self._do(self._seen(room))  # who sits down does not watch any more

    # Servers
    def hear(self, origin: str, news: Here | WhoIsThere | Alive) -> None:
        self._do(self._state.heard(origin, news, time.monotonic()))

    def linked(self, *, up: bool) -> None:
        """Whether the other servers can be heard from now on."""
        self._do(self._state.returned(time.monotonic()) if up else self._state.lost())

    # Time
    def sweep(self) -> None:
        """To be called every second."""
        for room in tuple(self._rooms.values()):
            self.look(room)
        self._do(self._state.tick(time.monotonic()))

    def _rang(self) -> None:
        self._timer_at = float("inf")
        self._do(self._state.tick(time.monotonic()))

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Tell(news):
                    self._fanout.tell(news)
                case Show(table):
                    self._show(self._rooms[table])
                case Departed(table, guests):
                    for guest in guests:
                        self._rooms[table].submit(Ask(guest, "", Depart()))
                case Arrived(table, guests):
                    for guest in guests:
                        self._rooms[table].submit(Ask(guest, "", Arrive()))
        due = self._state.due
        if due < self._timer_at:
            if self._timer is not None:
                self._timer.cancel()
            self._timer_at = due
            self._timer = asyncio.get_running_loop().call_later(due - time.monotonic(), self._rang)

    def _show(self, room: Room) -> None:
        table = room.table.id
        if room.viewers:
            present = tuple(sorted(self._state.present(table)))
            data = framed(Presence(present, self._state.watching(table)))
            for viewer in room.viewers:
                viewer.deliver(data)


def _attendance(table: AnyTable) -> Attendance:
    expected = {chair.guest for _, chair in holders(table)}
    expected.add(table.host)
    away = frozenset(
        guest for guest in expected if guest in table.people and table.people[guest].away_since is not None
    )
    return Attendance(frozenset(expected & table.people.keys()) - away, away)
