"""HTTP: games and tables. Playing itself is websocket/'s; `commands` and `view` are for programs that only
look in now and then.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from filon.bots import LEVELS
from filon.games.codec import GameInfo, describe, rules_text
from filon.games.registry import GAMES, has_part
from filon.server.clock import now_ms
from filon.server.http.caller import Caller, TheServer, Visitor, address_of, link_base, reaches_others
from filon.server.http.guests import TableId, qr_svg
from filon.server.http.problems import HTTPProblem, problems
from filon.server.http.reading import charge, entries
from filon.server.rooms.rows import TableInfo, info_of
from filon.server.server import Server
from filon.store import Cursor, Guest, Row
from filon.tables import Guest as GuestId
from filon.tables import Refused, Settings, audience, sync
from filon.tables.commands import Act, Command, CommandId
from filon.tables.export import GameWriter, finished_game, require_may_export
from filon.tables.protocol import Accepted, RefusedAnswer, Sync

Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Before = Annotated[str | None, QueryParameter(pattern=r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,40}$")]
GameName = Annotated[str, PathParameter(max_length=40)]
Code = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9]{1,12}$")]


class Catalogue(msgspec.Struct, frozen=True):
    """The games and the levels of bots that this server offers."""

    games: tuple[GameInfo, ...]
    bots: tuple[str, ...]
    coached: tuple[str, ...]
    """The games whose decisions are analysed, and which have puzzles."""


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """`before` asks for the next page; without it this was the last."""

    tables: list[TableInfo]
    before: str | None = None


class ParsedAct(msgspec.Struct, frozen=True, tag="Act", forbid_unknown_fields=True):
    """`Act` as it is when the whole body has been parsed before it is known which game's action it holds."""

    action: Any
    on: int | None = None


if TYPE_CHECKING:
    ParsedCommand: TypeAlias = Command | ParsedAct
else:
    ParsedCommand = Union[tuple(ParsedAct if kind is Act else kind for kind in get_args(Command))]  # noqa: UP007


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    command: ParsedCommand


def next_page(rows: list[Row], limit: int) -> str | None:
    last = rows[-1] if len(rows) == limit else None
    return None if last is None else f"{last.changed_at}.{last.table}"


def cursor_of(before: str | None) -> Cursor | None:
    if before is None:
        return None
    at, _, table = before.partition(".")
    return Cursor(int(at), table)


def charge_table(server: Server, caller: Guest, request: Request[Any, Any, Any]) -> None:
    wait = server.new_tables.take(caller.guest) or server.new_tables.take(address_of(request, server), 0.2)
    if wait:
        server.metrics.limited.labels("tables").inc()
        raise HTTPProblem(429, "too_many", "too many new tables", wait_s=wait)


class Tables(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/games", summary="The games and the bots", responses=problems(), sync_to_thread=False)
    def games(self) -> Catalogue:
        coached = (name for name in GAMES if has_part(name, "coach"))
        return Catalogue(tuple(describe(game) for game in GAMES.values()), tuple(LEVELS), tuple(coached))

    @get(
        "/games/{name:str}/rules",
        summary="The rules of a game",
        media_type="text/markdown",
        responses=problems(404),
        sync_to_thread=True,
    )
    def rules(self, name: GameName) -> str:
        """In English, numbered as refusals cite them."""
        if name not in GAMES:
            raise HTTPProblem(
                404, "no_such_game", f"no game is called {name!r}; there are {', '.join(GAMES)}"
            )
        return rules_text(GAMES[name])

    @post("/tables", summary="Open a table", responses=problems(400, 401, 403, 413, 415, 503))
    async def open(
        self, data: JSONBody[Settings], caller: Caller, server: TheServer, request: Request[Any, Any, Any]
    ) -> TableInfo:
        """The caller hosts it, and takes a seat with a command."""
        charge_table(server, caller, request)
        table = await server.rooms.open(data, GuestId(caller.guest), caller.name)
        row = await server.store.row(table.id)
        assert row is not None
        return info_of(row)

    @get("/tables", summary="Public tables", responses=problems(400, 503))
    async def public(
        self,
        server: TheServer,
        status: FromQuery[Literal["lobby", "playing", "over"]] = "lobby",
        game: Annotated[str | None, QueryParameter(max_length=40)] = None,
        limit: Limit = 50,
        before: Before = None,
    ) -> Page:
        """Newest change first."""
        rows = await server.store.open_tables(limit, cursor_of(before), status=status, game=game)
        return Page([info_of(row) for row in rows], next_page(rows, limit))

    @get("/tables/{table:str}", summary="A table by its id", responses=problems(400, 404, 503))
    async def one(self, table: TableId, server: TheServer) -> TableInfo:
        row = await server.store.row(table)
        if row is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        return info_of(row)

    @get("/codes/{code:str}", summary="A table by its short code", responses=problems(400, 404, 503))
    async def by_code(self, code: Code, server: TheServer) -> TableInfo:
        row = await server.store.by_code(code.upper())
        if row is None:
            raise HTTPProblem(404, "not_found", "no table has this code")
        return info_of(row)

    @get(
        "/tables/{table:str}/qr", summary="The way to a table as a QR code", responses=problems(400, 404, 503)
    )
    async def qr(self, table: TableId, server: TheServer, request: Request[Any, Any, Any]) -> "Invitation":
        row = await server.store.row(table)
        if row is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        base = link_base(request, server)
        url = f"{base}/t/{row.code}"
        return Invitation(url, qr_svg(url), reaches_others(base))

    @post(
        "/tables/{table:str}/commands",
        status_code=200,
        summary="Send a command",
        responses=problems(400, 401, 403, 404, 413, 415, 503),
    )
    async def command(
        self, table: TableId, data: JSONBody[Sent], caller: Caller, server: TheServer
    ) -> Accepted | RefusedAnswer:
        """The same as on the WebSocket: a refusal is an answer like any other. Sent again with the same
        id, it is answered again and applied once.
        """
        wait = server.messages.take(caller.guest)
        if wait:
            server.metrics.limited.labels("messages").inc()
            raise HTTPProblem(429, "too_fast", "too many messages", wait_s=wait)
        command = data.command
        if isinstance(command, ParsedAct):
            command = Act(msgspec.Raw(msgspec.json.encode(command.action)), command.on)
        answer = await server.rooms.ask(table, GuestId(caller.guest), data.id, command)
        if answer is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        return answer

    @get(
        "/tables/{table:str}/view",
        summary="A table as the caller may see it",
        responses=problems(400, 403, 404, 503),
    )
    async def view(self, table: TableId, visitor: Visitor, server: TheServer) -> Sync:
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        try:
            seen_by = audience(room.table, None if visitor is None else GuestId(visitor.guest))
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None
        if seen_by.delay_s:
            raise HTTPProblem(403, "late", "this table is shown late: watch it on its WebSocket")
        if visitor is not None and seen_by.playing:
            server.rooms.presence.acted(room, GuestId(visitor.guest))  # who waits for a turn looks
        return sync(room.table, seen_by)

    @get(
        "/tables/{table:str}/export",
        summary="A finished game as one file",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def export(
        self,
        table: TableId,
        visitor: Visitor,
        server: TheServer,
        request: Request[Any, Any, Any],
        *,
        names: FromQuery[bool] = False,
        game: Annotated[int | None, QueryParameter(ge=1, le=100_000)] = None,
    ) -> Response["Exported"]:
        """For everybody who sat at the table when it was played, and for those who could watch it then.
        `filon verify` checks the file.
        """
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        present = room.table
        finished = finished_game(present, game)
        try:
            guest = None if visitor is None else GuestId(visitor.guest)
            require_may_export(present, finished, guest, now_ms())
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None
        charge(server, visitor, request, finished.last - finished.first + 1)
        writer = GameWriter(present, finished, names=names)
        async with server.reading:
            async for entry in entries(server.store, present, finished.first - 1, finished.last):
                writer.take(entry)
        return Response(
            msgspec.Raw(writer.file()),  # type: ignore[arg-type]
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="filon-{present.code}.json"'},
        )


class Invitation(msgspec.Struct, frozen=True):
    url: str
    qr: str
    """SVG."""
    reachable: bool
    """Whether other devices can open it; False where the server listens on its own machine alone."""


class Exported(msgspec.Struct, frozen=True):
    """See tables/export.py; the parts of the game itself have the types of that game."""

    format: Annotated[str, Meta(description="filon-game-1")]
    game: str
    options: dict[str, str | int | None]
    players: list[str]
    commitment: str
    secret: str
    nonces: list[str]
    seed: str
    given: dict[str, Any] | None
    dealt_at: int
    state: dict[str, Any]
    steps: list[dict[str, Any]]
    outcome: dict[str, Any]
