"""The log of a table over HTTP: after a reload a page remembers nothing, and asks here."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Final

from litestar import Controller, Request, get
from litestar.params import FromQuery, QueryParameter

from filon.server.clock import now_ms
from filon.server.http.caller import TheServer, Visitor, address_of
from filon.server.http.guests import TableId
from filon.server.http.problems import HTTPProblem, problems
from filon.server.rooms.room import read_entry
from filon.store import Entry as StoredEntry
from filon.tables import AnyTable, Entry, Past, Refused, past
from filon.tables import Guest as GuestId

_AT_ONCE: Final = 100
_ENTRIES_A_MESSAGE: Final = 100
_MOST_MESSAGES: Final = 10
"""Reading back folds the log: so many entries of it cost a caller as much as a message, up to so many."""


class History(Controller):
    path = "/api"
    tags = ("tables",)

    @get(
        "/tables/{table:str}/log",
        summary="What happened at a table, as the caller may know it",
        responses=problems(400, 403, 404, 503),
    )
    async def log(
        self,
        table: TableId,
        visitor: Visitor,
        server: TheServer,
        request: Request[Any, Any, Any],
        *,
        before: Annotated[int | None, QueryParameter(ge=1, le=1_000_000_000)] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=_AT_ONCE)] = 50,
        screen: FromQuery[bool] = False,
        watch: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
    ) -> Past:
        """The last entries before `before`, or the latest of all, exactly as the WebSocket told them to
        whoever was connected as the caller. `screen` and `watch` mean what they mean in Hello.
        """
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        present = room.table
        guest = None if visitor is None else GuestId(visitor.guest)
        wait = server.messages.take(guest or address_of(request, server), _cost(present))
        if wait:
            server.metrics.limited.labels("messages").inc()
            raise HTTPProblem(429, "too_fast", "too many messages", wait_s=wait)
        stored = await server.store.entries(table)

        def read_back() -> Past:
            return past(
                present,
                _entries(present, stored),
                guest,
                now=now_ms(),
                before=before,
                limit=limit,
                screen=screen,
                watch=watch,
            )

        try:
            # A long log takes a while; no table waits for it.
            return await asyncio.to_thread(read_back)
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None


def _cost(table: AnyTable) -> int:
    return min(1 + table.sequence // _ENTRIES_A_MESSAGE, _MOST_MESSAGES)


def _entries(present: AnyTable, stored: list[StoredEntry]) -> Iterator[Entry]:
    """Lazily, and no further than the viewers of this process have been told."""
    game = present.settings.game
    return (read_entry(game, one) for one in stored if one.sequence <= present.sequence)
