"""Who is at a live table just now, here and on the other servers.

A connection lost is not an absence yet: people reload pages and change rooms. Only somebody whom no server
has seen for a few seconds is said to have departed, and only where this server can hear the others.
"""

import asyncio
import time
from typing import Final

from filon.server.fanout.contract import Alive, Fanout, Here, WhoIsThere
from filon.server.rooms.broadcast import framed
from filon.server.rooms.room import Ask, Room
from filon.tables import Guest, seat_of
from filon.tables.commands import Depart
from filon.tables.protocol import Presence

SAY_AFTER_S: Final = 0.1
"""Comings and goings within this time are told together."""
ALIVE_EVERY_S: Final = 5.0
DEAD_AFTER_S: Final = 16.0


class PresenceTracker:
    """The presence side of all live rooms of this process."""

    def __init__(self, fanout: Fanout, gone_s: float) -> None:
        self._fanout = fanout
        self._gone_s = gone_s
        self._elsewhere: dict[str, dict[str, Here]] = {}
        """By table, by server."""
        self._heard: dict[str, float] = {}
        self._saying: set[Room] = set()
        self._checking: set[Room] = set()

    # What happens here
    def opened(self, room: Room) -> None:
        self._fanout.follow(room.table.id)

    def closed(self, room: Room) -> None:
        self._elsewhere.pop(room.table.id, None)
        self._fanout.unfollow(room.table.id)

    def came(self, room: Room, *, first: bool) -> None:
        """Somebody looks at the table; `first`: nobody here did before."""
        if first:
            self._fanout.tell(WhoIsThere(room.table.id))
        self._say_soon(room)
        self._check_later(room)

    def went(self, room: Room) -> None:
        self._say_soon(room)
        self._check_later(room)

    def present(self, room: Room) -> set[Guest]:
        """Everybody who is connected somewhere."""
        guests = {viewer.guest for viewer in room.viewers if viewer.guest is not None}
        for here in self._elsewhere.get(room.table.id, {}).values():
            guests.update(Guest(guest) for guest in here.guests)
        return guests

    # What the others say
    def hear(self, origin: str, room: Room | None, news: Here | WhoIsThere | Alive) -> None:
        self._heard[origin] = time.monotonic()
        match news:
            case Here(table) if room is not None:
                servers = self._elsewhere.setdefault(table, {})
                if news.guests or news.watching:
                    servers[origin] = news
                else:
                    servers.pop(origin, None)
                self._say_soon(room, aloud=False)
                self._check_later(room)
            case WhoIsThere() if room is not None and room.viewers:
                self._fanout.tell(_here(room))
            case _:
                pass

    def expire_silent_servers(self, rooms: dict[str, Room]) -> None:
        """Servers that have not been heard of for long have nobody connected any more."""
        silent = {origin for origin, at in self._heard.items() if at < time.monotonic() - DEAD_AFTER_S}
        for origin in silent:
            del self._heard[origin]
        for table, servers in self._elsewhere.items() if silent else ():
            if silent & servers.keys():
                for origin in silent:
                    servers.pop(origin, None)
                if table in rooms:
                    self._say_soon(rooms[table], aloud=False)
                    self._check_later(rooms[table])

    # Telling
    def _say_soon(self, room: Room, *, aloud: bool = True) -> None:
        """`aloud`: the other servers hear it too."""
        if aloud:
            self._fanout.tell(_here(room))
        if room not in self._saying:
            self._saying.add(room)
            asyncio.get_running_loop().call_later(SAY_AFTER_S, self._say, room)

    def _say(self, room: Room) -> None:
        self._saying.discard(room)
        if not room.viewers:
            return
        others = self._elsewhere.get(room.table.id, {}).values()
        watching = _here(room).watching + sum(here.watching for here in others)
        data = framed(Presence(tuple(sorted(self.present(room))), watching))
        for viewer in room.viewers:
            viewer.deliver(data)

    def _check_later(self, room: Room) -> None:
        if room not in self._checking:
            self._checking.add(room)
            asyncio.get_running_loop().call_later(self._gone_s, self._check, room)

    def _check(self, room: Room) -> None:
        """Says for those who are nowhere that they have departed."""
        self._checking.discard(room)
        if room.gone:
            return
        if not self._fanout.connected:
            self._check_later(room)
            return
        present = self.present(room)
        for guest, person in room.table.people.items():
            expected = guest == room.table.host or seat_of(room.table, guest) is not None
            if expected and person.away_since is None and guest not in present:
                room.submit(Ask(guest, "", Depart()))

    def checking(self, room: Room) -> bool:
        return room in self._checking


def _here(room: Room) -> Here:
    guests = {viewer.guest for viewer in room.viewers if viewer.guest is not None}
    watching = sum(
        viewer.guest is None or viewer.screen or seat_of(room.table, viewer.guest) is None
        for viewer in room.viewers
    )
    return Here(room.table.id, tuple(sorted(guests)), watching)
