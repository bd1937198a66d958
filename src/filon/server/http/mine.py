"""HTTP: one's own tables and finished games, and a finished game as one might have seen it end."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Request, Response, delete, get, put
from litestar.params import PathParameter, QueryParameter

from filon.server.clock import now_ms
from filon.server.http.caller import Caller, TheServer
from filon.server.http.guests import TableId
from filon.server.http.problems import HTTPProblem, problems
from filon.server.http.reading import charge, entries
from filon.server.http.tables import Before, Limit, cursor_of, next_page
from filon.server.rooms.requests import ServedByNewer
from filon.server.rooms.rows import FinishedInfo, TableInfo, card_of, finished_info, info_of
from filon.server.server import Server
from filon.store import GameCursor, Row
from filon.tables import Guest as GuestId
from filon.tables import Refused, audience, evolve, seat_of, sync
from filon.tables.audience import Audience
from filon.tables.export import finished_game, require_may_export
from filon.tables.model import Playing
from filon.tables.protocol import Sync

_LOOKED_INTO: Final = 12
"""Tables of a page, the latest first, of which it is said whose turn it is: each has to be in memory."""

BeforeGame = Annotated[str | None, QueryParameter(pattern=r"^[0-9]{1,15}\.[0-9]{1,9}\.[A-Za-z0-9_-]{1,40}$")]
GameNumber = Annotated[int, PathParameter(ge=1, le=100_000)]


class MyTable(TableInfo, frozen=True, kw_only=True, omit_defaults=True):
    seat: int | None = None
    """The caller's, in the game that goes on."""
    to_act: tuple[int, ...] | None = None
    """The seats that this game waits for, for those who sit at it."""
    listed: bool = False
    """The game that is over here is among the caller's finished ones."""


class MyTables(msgspec.Struct, frozen=True, omit_defaults=True):
    """`before` asks for the next page; without it this was the last."""

    tables: list[MyTable]
    before: str | None = None


class MyGames(msgspec.Struct, frozen=True, omit_defaults=True):
    """`before` asks for the next page; without it this was the last."""

    games: list[FinishedInfo]
    before: str | None = None


async def _my_table(row: Row, guest: str, server: Server, *, look: bool) -> MyTable:
    known = msgspec.structs.asdict(info_of(row))
    if row.status == "over":
        return MyTable(**known, listed=guest in card_of(row).sat)
    try:
        room = await server.rooms.get(row.table) if look else None
    except ServedByNewer:
        return MyTable(**known)
    if room is None or not isinstance(room.table.phase, Playing):
        return MyTable(**known)
    seat = seat_of(room.table, GuestId(guest))
    if seat is None:
        return MyTable(**known)
    return MyTable(**known, seat=seat, to_act=tuple(sorted(room.table.phase.turns)))


class Mine(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/me/tables", summary="My tables", responses=problems(400, 401, 503))
    async def tables(
        self, caller: Caller, server: TheServer, limit: Limit = 50, before: Before = None
    ) -> MyTables:
        """Those the caller has joined, newest change first."""
        rows = await server.store.tables_of(caller.guest, limit, cursor_of(before))
        playing = [row.table for row in rows if row.status == "playing"][:_LOOKED_INTO]
        tables = [await _my_table(row, caller.guest, server, look=row.table in playing) for row in rows]
        return MyTables(tables, next_page(rows, limit))

    @get("/me/games", summary="My finished games", responses=problems(400, 401, 503))
    async def games(
        self, caller: Caller, server: TheServer, limit: Limit = 50, before: BeforeGame = None
    ) -> MyGames:
        """Those at which the caller sat, also after the table has played others since; the latest first."""
        cursor = None
        if before is not None:
            at, number, table = before.split(".", 2)
            cursor = GameCursor(int(at), table, int(number))
        lines = await server.store.games_of(caller.guest, limit, cursor)
        last = lines[-1] if len(lines) == limit else None
        return MyGames(
            [finished_info(line, caller.guest) for line in lines],
            None if last is None else f"{last.ended_at}.{last.number}.{last.table}",
        )

    @delete(
        "/me/games/{table:str}/{number:int}",
        summary="Take a finished game off my list",
        responses=problems(400, 401, 403, 404, 503),
    )
    async def hide(self, table: TableId, number: GameNumber, caller: Caller, server: TheServer) -> None:
        """The lists of others stay as they are."""
        await _hide(server, caller.guest, table, number, hidden=True)

    @put(
        "/me/games/{table:str}/{number:int}",
        summary="Put a finished game back on my list",
        status_code=204,
        responses=problems(400, 401, 403, 404, 503),
    )
    async def put_back(
        self, table: TableId, number: GameNumber, caller: Caller, server: TheServer
    ) -> Response[None]:
        await _hide(server, caller.guest, table, number, hidden=False)
        return Response(None, status_code=204)

    @get(
        "/tables/{table:str}/games/{number:int}",
        summary="A finished game as it ended for me",
        responses=problems(400, 401, 403, 404, 409, 503),
    )
    async def ended(
        self,
        table: TableId,
        number: GameNumber,
        caller: Caller,
        server: TheServer,
        request: Request[Any, Any, Any],
    ) -> Sync:
        """The table as the caller might have seen it with the last entry of that game; for those who sat at
        it. The log before that entry is `/log?before=`.
        """
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        present, guest = room.table, GuestId(caller.guest)
        finished = finished_game(present, number)
        if guest not in finished.sat:
            raise HTTPProblem(403, "not_seated", "this game is kept for those who sat at it")
        try:
            require_may_export(present, finished, guest, now_ms())
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None
        async with server.reading:
            then = server.checkpoints.before(table, finished.last)
            known = 0 if then is None else then.sequence
            charge(server, caller, request, finished.last - known)
            async for entry in entries(server.store, present, known, finished.last):
                then = evolve(then, entry)
                server.checkpoints.note(then)
        assert then is not None
        try:
            viewer = audience(then, guest)
        except Refused:
            viewer = Audience()  # left before the end of a game without spectators
        return sync(then, viewer if viewer.playing else Audience(since=viewer.since))


async def _hide(server: Server, guest: str, table: str, number: int, *, hidden: bool) -> None:
    if not await server.store.hide_game(guest, table, number, hidden=hidden):
        raise HTTPProblem(404, "not_found", "this game is not among yours")
