"""Logs read back for somebody: by pages of the store, a few entries a turn of the event loop, and not for
free.

A host can make a log of tens of thousands of entries. To fold one takes a second, in a thread as well, where
it would hold the interpreter's lock against everybody's moves for milliseconds at a time. Here every other
task gets its turn after a few entries, and whoever asks pays for each.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Request

from filon.server.http.caller import address_of
from filon.server.http.problems import HTTPProblem
from filon.server.rooms.room import read_entry
from filon.server.server import Server
from filon.store import Guest, Store
from filon.tables import AnyTable, Entry

AT_ONCE: Final = 32
"""Entries between two turns of the event loop: a millisecond or so."""
_PAGE: Final = 256
_LEAST: Final = 20
"""What any question costs, in entries."""


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


def charge(server: Server, visitor: Guest | None, request: Request[Any, Any, Any], length: int) -> None:
    """Takes so many entries from the allowance of the guest, or of the strangers at the address.

    What is longer than the allowance takes all of it.
    """
    key = address_of(request, server) if visitor is None else visitor.guest
    wait = server.reads.take(key, min(_LEAST + length, server.settings.read_entries_burst))
    if wait:
        server.metrics.limited.labels("reads").inc()
        raise HTTPProblem(429, "too_fast", "too much was read back", wait_s=wait)
