"""The log read back: what a connection that was open all along would have been told, and nothing else.

Who may know what of an entry was settled when it happened. So the log is folded again from its beginning,
and each entry is shown to whom the viewer was then: somebody who sat down later finds nothing of a game that
no stranger might watch, and a seat's secrets stay with those who held the seat.
"""

from collections import deque
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from filon.tables.events import Entry
from filon.tables.evolve import evolve
from filon.tables.model import AnyTable, Guest
from filon.tables.protocol import Seen
from filon.tables.refusal import Refused
from filon.tables.watch import Audience, audience, entry_for


class Past(msgspec.Struct, frozen=True, omit_defaults=True):
    """Entries in order. `before` asks for those before them; without it these are the first."""

    entries: tuple[Seen, ...]
    before: int | None = None


def past(
    present: AnyTable,
    log: Iterable[Entry],
    guest: Guest | None,
    *,
    now: int,
    limit: int,
    before: int | None = None,
    screen: bool = False,
    watch: int | None = None,
) -> Past:
    """The last `limit` entries before `before` that this guest might have seen; `log` is the whole log.

    Raises Refused for whom may not look at the table as it is now.
    """
    today = audience(present, guest, screen=screen, watch=watch)
    told: deque[Seen] = deque(maxlen=limit + 1)
    then: AnyTable | None = None
    for entry in log:
        if before is not None and entry.sequence >= before:
            break
        then = evolve(then, entry)
        viewer = _eyes_then(then, guest, screen=screen, watch=watch)
        if viewer is None or _too_fresh(entry, now, viewer, today):
            continue
        # Words are told as they stand now: taken out since, or by somebody muted since, they stay unheard.
        shown = entry_for(replace(viewer, muted=today.muted), replace(then, chat=present.chat), entry)
        if shown is not None:
            told.append(shown)
    if len(told) <= limit:
        return Past(tuple(told))
    told.popleft()
    return Past(tuple(told), told[0].sequence)


def _eyes_then(table: AnyTable, guest: Guest | None, *, screen: bool, watch: int | None) -> Audience | None:
    try:
        return audience(table, guest, screen=screen, watch=watch)
    except Refused:
        return None


def _too_fresh(entry: Entry, now: int, *viewers: Audience) -> bool:
    delay_s = max(viewer.delay_s for viewer in viewers)
    return delay_s > 0 and entry.at > now - delay_s * 1000
