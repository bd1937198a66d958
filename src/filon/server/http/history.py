"""The log of a table over HTTP: after a reload a page remembers nothing, and asks here."""

from typing import Annotated, Any, Final

from litestar import Controller, Request, get
from litestar.params import FromQuery, QueryParameter

from filon.server.clock import now_ms
from filon.server.http.caller import TheServer, Visitor
from filon.server.http.guests import TableId
from filon.server.http.problems import HTTPProblem, problems
from filon.server.http.reading import charge, entries
from filon.tables import Guest as GuestId
from filon.tables import Past, Refused, evolve
from filon.tables.history import Reader, page, window
from filon.tables.protocol import Seen

_AT_ONCE: Final = 100


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
        whoever was connected as the caller; those that were not for the caller are left out. `screen` and
        `watch` mean what they mean in Hello.
        """
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        present = room.table
        guest = None if visitor is None else GuestId(visitor.guest)
        try:
            reader = Reader(present, guest, now=now_ms(), screen=screen, watch=watch)
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None
        first, end = window(present, before, limit)
        told: list[Seen] = []
        async with server.reading:
            then = server.checkpoints.before(table, first)
            known = 0 if then is None else then.sequence
            charge(server, visitor, request, end - 1 - known)
            async for entry in entries(server.store, present, known, end - 1):
                then = evolve(then, entry)
                server.checkpoints.note(then)
                if entry.sequence >= first and (shown := reader.shown(then, entry)) is not None:
                    told.append(shown)
        return page(told, first)
