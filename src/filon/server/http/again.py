"""A finished game played on over HTTP, from any moment of it, against bots."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, post
from litestar.params import JSONBody
from msgspec import Meta

from filon.coach.again import drawn_anew, nothing_is_left, without_secret_choices
from filon.coach.registry import coach_of
from filon.games.contract import Malformed
from filon.server.http.caller import Caller, TheServer
from filon.server.http.guests import TableId
from filon.server.http.mine import GameNumber
from filon.server.http.problems import problems
from filon.server.http.replays import read_record
from filon.server.http.tables import charge_table
from filon.server.rooms.rows import TableInfo, info_of
from filon.server.server import Server
from filon.tables import AnyTable, Settings
from filon.tables import Guest as GuestId
from filon.tables.commands import SeatNumber
from filon.tables.model import FinishedGame, Given
from filon.tables.seating import require_level

Level = Annotated[str, Meta(max_length=32)]


class ContinueFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position before `step` of the replay, for the caller in `seat` and bots in all others."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    level: Level


class Again(Controller):
    path = "/api"
    tags = ("replays",)

    @post(
        "/tables/{table:str}/games/{number:int}/continue",
        summary="Play on from a moment of a finished game",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 503),
    )
    async def go_on(
        self,
        table: TableId,
        number: GameNumber,
        *,
        data: JSONBody[ContinueFrom],
        caller: Caller,
        server: TheServer,
        request: Request[Any, Any, Any],
    ) -> TableInfo:
        """At a new table of the caller's own. What chance has still to decide is drawn anew, secret choices
        that still waited for others are taken anew, and a pause between rounds is over.
        """
        require_level(data.level, "level")
        record = await read_record(server, caller, request, table, number)
        seat = record.seat(data.seat)
        if all(one.step != data.step for one in record.steps):
            raise Malformed("step", "nothing that counts was done in this step of the game")
        before, led = await record.leading_to(data.step)
        position = without_secret_choices(record.game, led, before)
        if nothing_is_left(record.game, position):
            raise Malformed("step", "nothing was left to decide by then")
        coach = await asyncio.to_thread(coach_of, record.game.name)  # NoCoach: nobody can draw it anew
        charge_table(server, caller, request)
        opened = await server.rooms.open_from(
            alone(record.table, record.finished),
            GuestId(caller.guest),
            caller.name,
            seat=seat,
            level=data.level,
            given=Given(table, number, data.step),
            position=lambda random: drawn_anew(coach, record.game, position, random),
        )
        return await info_of_table(server, opened.id)


def alone(table: AnyTable, finished: FinishedGame) -> Settings:
    """Private, and for nobody else to watch: what is known of the game it came from is not theirs."""
    return Settings(
        game=table.settings.game, seats=len(finished.names), options=finished.options, watch="nobody"
    )


async def info_of_table(server: Server, table: str) -> TableInfo:
    row = await server.store.row(table)
    assert row is not None
    return info_of(row)
