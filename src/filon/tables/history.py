"""The log read back: what a connection that was open all along would have been told, and nothing else.

Who may know what of an entry was settled when it happened. So the log is folded again from its beginning,
and each entry is shown to whom the viewer was then: somebody who sat down later finds nothing of a game that
no stranger might watch, and a seat's secrets stay with those who held the seat.
"""

from collections import deque
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from filon.tables.audience import audience, audience_then
from filon.tables.events import Entry
from filon.tables.evolve import evolve
from filon.tables.model import AnyTable, Guest
from filon.tables.protocol import Seen
from filon.tables.watch import entry_for


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
        viewer = audience_then(then, entry, today, guest, now=now, screen=screen, watch=watch)
        if viewer is None:
            continue
        # Words are told as they stand now: taken out since, or by somebody muted since, they stay unheard.
        # Where they wait, they wait as long as is asked now.
        as_now = replace(then, chat=present.chat, settings=present.settings)
        shown = entry_for(replace(viewer, muted=today.muted), as_now, entry, now)
        if shown is not None:
            told.append(shown)
    if len(told) <= limit:
        return Past(tuple(told))
    told.popleft()
    return Past(tuple(told), told[0].sequence)
