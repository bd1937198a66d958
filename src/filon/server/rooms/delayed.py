"""A table as it stood a while ago, for those who may watch everything after a delay."""

from collections import deque
from collections.abc import Iterable

from filon.server.rooms.broadcast import Viewer, framed
from filon.tables import AnyTable, Entry, evolve, updates


class DelayedView:
    """Follows the log at a distance; `waiting` are the entries that are too fresh to be shown."""

    def __init__(self, table: AnyTable, delay_ms: int) -> None:
        self.table = table
        self.delay_ms = delay_ms
        self._waiting: deque[Entry] = deque()
        self._known = table.sequence

    def expect(self, entries: Iterable[Entry]) -> None:
        """Entries that happened, in order; those known already are left out."""
        for entry in entries:
            if entry.sequence == self._known + 1:
                self._waiting.append(entry)
                self._known = entry.sequence

    def advance(self, now: int) -> list[Entry]:
        """Those whose time has come."""
        shown: list[Entry] = []
        while self._waiting and self._waiting[0].at <= now - self.delay_ms:
            entry = self._waiting.popleft()
            self.table = evolve(self.table, entry)
            shown.append(entry)
        return shown

    def tell(self, viewers: Iterable[Viewer], now: int) -> None:
        shown = self.advance(now)
        if not shown:
            return
        patient = [viewer for viewer in viewers if viewer.audience.delay_s]
        eyes = {viewer.audience for viewer in patient}
        frames = dict(zip(eyes, map(framed, updates(self.table, shown, eyes)), strict=True))
        for viewer in patient:
            viewer.deliver(frames[viewer.audience])
