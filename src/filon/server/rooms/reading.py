"""A log read back by pages of the store, a few entries a turn of the event loop.

To fold a long one takes a second, in a thread as well, where it would hold the interpreter's lock against
everybody's moves for milliseconds at a time. Here every other task gets its turn after a few entries.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from filon.server.rooms.room import read_entry
from filon.store import Store
from filon.tables import AnyTable, Entry

AT_ONCE: Final = 32
"""Entries between two turns of the event loop: a millisecond or so."""
_PAGE: Final = 256


async def entries(store: Store, table: AnyTable, after: int, until: int) -> AsyncIterator[Entry]:
    game = table.settings.game
    while after < until:
        stored = await store.entries(table.id, after, min(until, after + _PAGE))
        if not stored:
            return
        for number, one in enumerate(stored, 1):
            yield read_entry(game, one)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        after = stored[-1].sequence
