"""Who may look at a live table, as whom, in whose place, and with which words somebody has to go.

Pure: a table, a viewer and those already there come in, a decision comes out. `Rooms.join`, `Rooms.expel` and
`Rooms.leave` do what is decided here; there is no other way into a room or out of it.
"""

from collections import Counter
from collections.abc import Collection
from typing import Final, Protocol

import msgspec

from filon.server.websocket.frames import Close
from filon.tables import AnyTable, Audience, Guest, Refused, audience
from filon.tables.protocol import Goodbye


class Farewell(msgspec.Struct, frozen=True):
    """The last message of a connection, and the code it is closed with."""

    goodbye: Goodbye
    close: Close


def _farewell(code: str, reason: str, close: Close, *, come_back: bool = False) -> Farewell:
    return Farewell(Goodbye(code, reason, come_back), close)


LATE: Final = _farewell("late", "you now watch with a delay", Close.NORMAL, come_back=True)
UNAVAILABLE: Final = _farewell(
    "unavailable", "the table could not be reached; come back", Close.RESTART, come_back=True
)
DELETED: Final = _farewell(
    "deleted", "this table was deleted: it was finished or left long ago", Close.NOT_FOUND
)
CROWDED: Final = _farewell("too_many", "too many people watch this table", Close.TOO_MANY)
TOO_MANY_DEVICES: Final = _farewell("too_many", "too many connections of one guest", Close.TOO_MANY)
NO_SUCH_TABLE: Final = _farewell("no_such_table", "there is no such table", Close.NOT_FOUND)
RESTARTING: Final = _farewell("restart", "the server restarts; come back", Close.RESTART, come_back=True)
UNKNOWN_TOKEN: Final = _farewell("unauthorized", "this token is not known", Close.UNAUTHORIZED)
REVOKED: Final = _farewell("unauthorized", "this device has been signed out", Close.UNAUTHORIZED)


class NotAdmitted(Exception):  # noqa: N818 - it reads as what it says
    def __init__(self, farewell: Farewell) -> None:
        super().__init__(farewell.goodbye.reason)
        self.farewell = farewell


class Viewer(Protocol):
    """A connection that looks at a table."""

    guest: Guest | None
    address: str
    """The key that limits count it by; never shown to anybody."""
    screen: bool
    watch: int | None
    audience: Audience
    protocol: int
    """That it speaks: what changed is told in whole parts, as patches, or in events to follow."""
    heard: float
    """When it last said something, by the monotonic clock."""

    def deliver(self, data: bytes) -> None:
        """Sends a whole WebSocket frame."""
        ...

    def dismiss(self, farewell: Farewell) -> None:
        """Says goodbye and closes; does nothing the second time."""
        ...


def admit(table: AnyTable, viewer: Viewer) -> Audience | Farewell:
    """As whom this viewer looks at the table as it is now. With a delay it is shown the delayed view."""
    try:
        return audience(table, viewer.guest, screen=viewer.screen, watch=viewer.watch)
    except Refused as no:
        return _farewell(no.code, no.reason, Close.FORBIDDEN)


def make_room(
    table: AnyTable, newcomer: Viewer, there: Collection[Viewer], places: int
) -> Viewer | Farewell | None:
    """Who has to go for the newcomer to find a place: nobody (None), one of those there, or the newcomer.

    The table's own people take no place of the spectators'. A known guest, who may want to join, comes before
    somebody without a token; among equals no address has more places than another that wants them. Who goes
    is of the address with the most places, and of its viewers the one that said nothing for longest.
    """
    if newcomer.guest in table.people or len(there) < places:
        return None
    spectators = [viewer for viewer in there if viewer.guest not in table.people]
    if len(spectators) < places:
        return None
    held = Counter(viewer.address for viewer in spectators)
    known = newcomer.guest is not None
    fair = held[newcomer.address] + 1
    unknown = [viewer for viewer in spectators if viewer.guest is None]
    weaker = [viewer for viewer in unknown if known or held[viewer.address] > fair]
    if known and not weaker:
        weaker = [viewer for viewer in spectators if held[viewer.address] > fair]
    if not weaker:
        return CROWDED
    return max(weaker, key=lambda viewer: (held[viewer.address], -viewer.heard))
