"""From entries to frames: each audience's bytes are made once, and each viewer gets one frame for a whole
group.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from filon.server.websocket.frames import Close, frame
from filon.tables import AnyTable, Audience, Entry, Guest, Refused, audience, catch_up, sync, updates
from filon.tables.protocol import Accepted, FromServer, Goodbye, RefusedAnswer, Sync, Update

if TYPE_CHECKING:
    from filon.server.rooms.room import Ask, Room

Answer: TypeAlias = Accepted | RefusedAnswer
encode: Final = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """A connection that looks at a table."""

    guest: Guest | None
    address: str
    """The key that limits count it by; never shown to anybody."""
    screen: bool
    watch: int | None
    audience: Audience

    def deliver(self, data: bytes) -> None:
        """Sends a whole WebSocket frame."""
        ...

    def dismiss(self, goodbye: Goodbye, code: Close) -> None:
        """Says goodbye and closes."""
        ...


def framed(*messages: FromServer) -> bytes:
    return frame(encode(messages))


def audience_of(table: AnyTable, viewer: Viewer) -> Audience:
    """Raises Refused where this viewer may not look at all."""
    return audience(table, viewer.guest, screen=viewer.screen, watch=viewer.watch)


def tell(
    room: "Room", before: AnyTable, entries: Sequence[Entry], answers: "Sequence[tuple[Ask, Answer]]"
) -> None:
    """The entries are durable, and led from `before`, which the viewers have seen, to the room's table."""
    own: dict[Viewer, list[bytes]] = {}
    for ask, answer in answers:
        if ask.viewer is not None:
            own.setdefault(ask.viewer, []).append(encode(answer))
        elif ask.reply is not None:
            ask.reply(answer)
    if entries:
        _tell_all(room, before, entries, own)
    for viewer, replies in own.items():
        viewer.deliver(frame(b"[" + b",".join(replies) + b"]"))


def _tell_all(
    room: "Room", before: AnyTable, entries: Sequence[Entry], own: dict[Viewer, list[bytes]]
) -> None:
    table = room.table
    fresh: dict[Viewer, bytes] = {}
    if table.revised != room.audiences_at:
        room.audiences_at = table.revised
        fresh = _reseated(room)
    eyes = {viewer.audience for viewer in room.viewers if viewer not in fresh}
    news = dict(zip(eyes, map(encode, updates(table, entries, eyes, before)), strict=True))
    frames: dict[Audience, bytes] = {}
    for viewer in room.viewers:
        seen_by = viewer.audience
        if seen_by.delay_s:
            continue
        mine = fresh.get(viewer) or news[seen_by]
        replies = own.pop(viewer, None)
        if replies is not None:
            viewer.deliver(frame(b"[%b,%b]" % (b",".join(replies), mine)))
        elif viewer in fresh:
            viewer.deliver(frame(b"[%b]" % mine))
        else:
            whole = frames.get(seen_by)
            if whole is None:
                whole = frames[seen_by] = frame(b"[%b]" % mine)
            viewer.deliver(whole)


def _reseated(room: "Room") -> dict[Viewer, bytes]:
    """After people moved: who now sees something else gets it whole, who may not look any more is shown
    out.
    """
    moved: dict[Viewer, bytes] = {}
    for viewer in tuple(room.viewers):
        try:
            seen_by = audience_of(room.table, viewer)
        except Refused as no:
            room.viewers.discard(viewer)
            viewer.dismiss(Goodbye(no.code, no.reason, come_back=False), Close.FORBIDDEN)
            continue
        if seen_by == viewer.audience:
            continue
        if seen_by.delay_s:
            # The late position is not at hand here; the viewer finds it by coming back.
            room.viewers.discard(viewer)
            viewer.dismiss(Goodbye("late", "you now watch with a delay", come_back=True), Close.NORMAL)
            continue
        viewer.audience = seen_by
        moved[viewer] = encode(sync(room.table, seen_by))
    return moved


def missed(room: "Room", seen_by: Audience, after: int | None) -> Sync | Update | None:
    """For somebody who has seen entry `after`: the entries since, or everything where that is shorter."""
    since = () if after is None else tuple(entry for entry in room.recent if entry.sequence > after)
    told = catch_up(room.table, since, seen_by, after)
    if isinstance(told, Update):
        whole = sync(room.table, seen_by)
        return whole if len(encode(whole)) < len(encode(told)) else told
    return told
