"""A table as it stood a while ago, for those who may watch everything after a delay.

Where the rule was another one when an entry happened, it is that rule which decides (tables/audience.py): of
a game that nobody might watch nothing is shown, and the view stands still from the lobby before it to the
lobby after it.
"""

import asyncio
from collections import deque
from collections.abc import Iterable

from filon.server.clock import now_ms
from filon.server.rooms.admission import Viewer
from filon.server.rooms.broadcast import Message, framed
from filon.server.rooms.requests import read_entry
from filon.store import Store, Unavailable
from filon.tables import AnyTable, Audience, Differ, Entry, Screens, Sync, evolve, sync
from filon.tables.audience import audience_then, is_shown_late, late_audience


class DelayedView:
    """Follows the log at a distance. For one game: the next may have another delay, and gets a new one."""

    def __init__(self, first: Entry, delay_s: int) -> None:
        self.table: AnyTable = evolve(None, first)
        """As it is shown: after the latest entry whose time has come."""
        self._today = Audience(delay_s=delay_s)
        self._waiting: deque[Entry] = deque()
        self._ahead = self.table
        """The fold of all entries that were looked at, whether they may ever be shown or not."""
        self._next: AnyTable | None = None
        """The table after the first of those that wait."""
        self.known = first.sequence
        self._screens = Screens()

    def suits(self, table: AnyTable) -> bool:
        """Whether this is how the table, as it is now, is to be shown."""
        return is_shown_late(table) and table.settings.delay_s == self._today.delay_s

    def expect(self, entries: Iterable[Entry]) -> bool:
        """Entries that happened, in order; those known already are left out. False where one is missing."""
        for entry in entries:
            if entry.sequence == self.known + 1:
                self._waiting.append(entry)
                self.known = entry.sequence
            elif entry.sequence > self.known:
                return False
        return True

    def advance(self, now: int) -> list[Entry]:
        """Those that may be shown from now on."""
        shown: list[Entry] = []
        while self._waiting:
            entry = self._waiting[0]
            then = self._next or evolve(self._ahead, entry)
            if entry.at + self._delay_ms(then) > now:
                self._next = then
                break
            self._waiting.popleft()
            self._ahead, self._next = then, None
            if audience_then(then, entry, self._today, None, now=now) is not None:
                self.table = then
                shown.append(entry)
        return shown

    def _delay_ms(self, then: AnyTable) -> int:
        """An entry waits for those before it: the shown table is always one that was."""
        delay_s = then.settings.delay_s if then.settings.watch == "delayed" else 0
        return max(delay_s, self._today.delay_s) * 1000

    def sync(self, viewer: Audience, now: int) -> Sync:
        return sync(self.table, late_audience(viewer, self.table), now=now)

    def tell(self, viewers: Iterable[Viewer], now: int) -> None:
        before = self.table
        shown = self.advance(now)
        if not shown:
            return
        same: dict[Audience, list[Viewer]] = {}
        for viewer in viewers:
            if viewer.audience.delay_s:
                late = late_audience(viewer.audience, before)
                if late_audience(viewer.audience, self.table) == late:
                    same.setdefault(late, []).append(viewer)
                else:  # every seat's view from now on, or not any more
                    viewer.deliver(framed(self.sync(viewer.audience, now)))
        news = self._screens.news(before, shown, self.table, tuple(same), now)
        differ = Differ()
        for told, patient in zip(news, same.values(), strict=True):
            message = Message(told, differ)
            for viewer in patient:
                viewer.deliver(message.framed(viewer.protocol))


async def read_delayed(store: Store, table: AnyTable, recent: Iterable[Entry]) -> DelayedView:
    """The late view of a table, from its log. `recent` are its latest entries at any time: those that are
    appended meanwhile show there. Raises StoreError.
    """
    game, delay_s = table.settings.game, table.settings.delay_s
    stored = await store.entries(table.id)
    if not stored:
        raise Unavailable("the table was deleted meanwhile")

    def read() -> DelayedView:
        entries = (read_entry(game, one) for one in stored)
        view = DelayedView(next(entries), delay_s)
        view.expect(entries)
        view.advance(now_ms())
        return view

    # A long log takes a while; no table waits for it.
    view = await asyncio.to_thread(read)
    while not view.expect(recent):
        more = await store.entries(table.id, view.known)
        view.expect([read_entry(game, one) for one in more])
    return view
