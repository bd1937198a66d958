"""The log read back: what a connection that was open all along would have been told, and nothing else.

Who may know what of an entry was settled when it happened. So the log is folded again, and each entry is
shown to whom the viewer was then: somebody who sat down later finds nothing of a game that no stranger might
watch, and a seat's secrets stay with those who held the seat.
"""

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
    """Entries in order, without those that the caller might not see: there may be none of them, and more
    before. `before` asks for those; without it these are the first.
    """

    entries: tuple[Seen, ...]
    before: int | None = None


class Reader:
    """Shows entries of the past to one guest, as the table stands at `present`."""

    def __init__(
        self,
        present: AnyTable,
        guest: Guest | None,
        *,
        now: int,
        screen: bool = False,
        watch: int | None = None,
    ) -> None:
        """Raises Refused for whom may not look at the table as it is now."""
        self._present = present
        self._guest = guest
        self._now = now
        self._screen = screen
        self._watch = watch
        self._today = audience(present, guest, screen=screen, watch=watch)

    def shown(self, then: AnyTable, entry: Entry) -> Seen | None:
        """An entry, and the table it led to."""
        viewer = audience_then(
            then, entry, self._today, self._guest, now=self._now, screen=self._screen, watch=self._watch
        )
        if viewer is None:
            return None
        # Words are told as they stand now: taken out since, or by somebody muted since, they stay unheard.
        # Where they wait, they wait as long as is asked now.
        as_now = replace(then, chat=self._present.chat, settings=self._present.settings)
        return entry_for(replace(viewer, muted=self._today.muted), as_now, entry, self._now)


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
    """The last `limit` entries before `before`, as far as this guest might have seen them; `log` is the
    whole log. Raises Refused for whom may not look at the table as it is now.
    """
    reader = Reader(present, guest, now=now, screen=screen, watch=watch)
    first, end = window(present, before, limit)
    told: list[Seen] = []
    then: AnyTable | None = None
    for entry in log:
        if entry.sequence >= end:
            break
        then = evolve(then, entry)
        if entry.sequence >= first and (shown := reader.shown(then, entry)) is not None:
            told.append(shown)
    return page(told, first)


def window(present: AnyTable, before: int | None, limit: int) -> tuple[int, int]:
    """The first entry of a page, and the one after its last."""
    end = present.sequence + 1 if before is None else min(before, present.sequence + 1)
    return max(1, end - limit), end


def page(told: Iterable[Seen], first: int) -> Past:
    return Past(tuple(told), first if first > 1 else None)
