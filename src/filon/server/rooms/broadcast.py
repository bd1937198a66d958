"""From entries to frames: each audience's bytes are made once, and each viewer gets one frame for a whole
group.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from filon.server.rooms.admission import LATE, Farewell, Viewer, admit
from filon.server.websocket.frames import frame
from filon.tables import AnyTable, Audience, Differ, Entry, News, catch_up, events, evolve, sync
from filon.tables.audience import is_shown_late
from filon.tables.protocol import FOLLOWING, PATCHES, Accepted, FromServer, RefusedAnswer, Sync, Update

if TYPE_CHECKING:
    from filon.server.rooms.room import Ask, Room

Answer: TypeAlias = Accepted | RefusedAnswer
encode: Final = msgspec.json.Encoder().encode

_TURNING: Final = (
    events.Started,
    events.RematchOffered,
    events.SettingsChanged,
    events.WatchingAllowed,
    events.SeatHanded,
    events.Left,
    events.Removed,
)
"""After these somebody may look who might not before, or sees through other eyes: what came before such an
entry and what came after it are told apart, each to those whom it is for.
"""


def framed(*messages: FromServer) -> bytes:
    return frame(encode(messages))


def tell(
    room: "Room", before: AnyTable, entries: Sequence[Entry], answers: "Sequence[tuple[Ask, Answer]]"
) -> None:
    """The entries are durable, and led from `before`, which the viewers have seen, to the room's table."""
    own: dict[Viewer, list[bytes]] = {}
    for ask, answer in answers:
        if ask.viewer is not None:
            own.setdefault(ask.viewer, []).append(encode(answer))
        ask.resolve(answer)
    if entries:
        if len(entries) == 1 or room.table.revised == before.revised:
            _tell_all(room, before, entries, room.table, own)
        else:
            for since, part, table in _parts(before, entries):
                _tell_all(room, since, part, table, own)
    for viewer, replies in own.items():
        viewer.deliver(frame(b"[" + b",".join(replies) + b"]"))


def _parts(
    before: AnyTable, entries: Sequence[Entry]
) -> Iterator[tuple[AnyTable, Sequence[Entry], AnyTable]]:
    """Stretches of the log within which nobody's audience changes; each with the tables around it."""
    table, part = before, list[Entry]()
    for entry in entries:
        if any(isinstance(event, _TURNING) for event in entry.events):
            if part:
                yield before, part, table
                before, part = table, []
            table = evolve(table, entry)
            yield before, (entry,), table
            before = table
        else:
            table = evolve(table, entry)
            part.append(entry)
    if part:
        yield before, part, table


def _tell_all(
    room: "Room",
    before: AnyTable,
    entries: Sequence[Entry],
    table: AnyTable,
    own: dict[Viewer, list[bytes]],
) -> None:
    fresh: dict[Viewer, bytes] = {}
    if table.revised != room.audiences_at:
        room.audiences_at = table.revised
        fresh = _reseated(room, table)
    live: dict[Audience, list[Viewer]] = {}
    following = True
    for viewer in room.viewers:
        if not viewer.audience.delay_s:
            live.setdefault(viewer.audience, []).append(viewer)
            following = following and viewer.protocol >= FOLLOWING
    news = room.screens.news(before, entries, table, tuple(live), following=following)
    differ = Differ()
    alike: dict[tuple[int, ...], Message] = {}
    for told, viewers in zip(news, live.values(), strict=True):
        message = Message(told, differ)
        if told.followed:
            # Those who wait for others are told the same, whichever seat is theirs.
            message = alike.setdefault(told.signature(), message)
        for viewer in viewers:
            replies = own.pop(viewer, None)
            if replies is not None:
                mine = fresh.get(viewer) or message.encoded(viewer.protocol)
                viewer.deliver(frame(b"[%b,%b]" % (b",".join(replies), mine)))
            elif viewer in fresh:
                viewer.deliver(frame(b"[%b]" % fresh[viewer]))
            else:
                viewer.deliver(message.framed(viewer.protocol))


class Message:
    """The bytes of one Update: made once for all who see the same and speak the same protocol."""

    __slots__ = ("_differ", "_encoded", "_framed", "_news")

    def __init__(self, news: News, differ: Differ) -> None:
        self._news = news
        self._differ = differ
        self._encoded: list[bytes | None] = [None, None]
        self._framed: list[bytes | None] = [None, None]

    def encoded(self, protocol: int) -> bytes:
        form = protocol >= PATCHES
        data = self._encoded[form]
        if data is None:
            update = self._news.patch(self._differ) if form else self._news.whole()
            data = self._encoded[form] = encode(update)
        return data

    def framed(self, protocol: int) -> bytes:
        form = protocol >= PATCHES
        data = self._framed[form]
        if data is None:
            data = self._framed[form] = frame(b"[%b]" % self.encoded(protocol))
        return data


def _reseated(room: "Room", table: AnyTable) -> dict[Viewer, bytes]:
    """After people moved: who now sees something else gets it whole, who may not look any more is shown
    out.
    """
    if not is_shown_late(table):
        # The next game may have another delay, or another rule: its late view is begun anew.
        room.delayed = None
    moved: dict[Viewer, bytes] = {}
    for viewer in tuple(room.viewers):
        seen_by = admit(table, viewer)
        if isinstance(seen_by, Farewell):
            room.expel(viewer, seen_by)
        elif seen_by == viewer.audience:
            continue
        elif seen_by.delay_s:
            # The late position is not at hand here; the viewer finds it by coming back.
            room.expel(viewer, LATE)
        else:
            viewer.audience = seen_by
            moved[viewer] = encode(sync(table, seen_by))
    return moved


def missed(room: "Room", viewer: Viewer, after: int | None, now: int) -> Sync | Update | None:
    """For somebody who has seen entry `after`: the entries since, or everything where that is shorter."""
    since = () if after is None else tuple(entry for entry in room.recent if entry.sequence > after)
    told = catch_up(room.table, since, viewer.audience, after, now=now, patches=viewer.protocol >= PATCHES)
    if isinstance(told, Update):
        whole = sync(room.table, viewer.audience, now=now)
        return whole if len(encode(whole)) < len(encode(told)) else told
    return told
