"""Hints over HTTP: what a fair player would do in the caller's seat, from what that seat sees alone."""

from typing import Final

import msgspec
from litestar import Controller, Response, get
from litestar.openapi.datastructures import ResponseSpec

from filon.bots.hints import Why
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.server.http.caller import Caller, TheServer
from filon.server.http.guests import TableId
from filon.server.http.problems import HTTPProblem, problems
from filon.server.scheduler.thinking import TooManyHints
from filon.tables import Guest as GuestId
from filon.tables import seat_of
from filon.tables.game_types import ActionFields
from filon.tables.model import Playing

_COST: Final = 10
"""A hint takes as much of a guest's allowance as so many messages: it costs as much as a bot's decision."""


class HintGiven(msgspec.Struct, frozen=True):
    """`action` can be sent as it is while the table stands at `sequence`; `why` names a sentence and its
    figures.
    """

    sequence: int
    action: ActionFields
    why: Why


class Hints(Controller):
    path = "/api"
    tags = ("tables",)

    @get(
        "/tables/{table:str}/hint",
        summary="What a fair player would do in the caller's seat",
        responses={
            204: ResponseSpec(None, description="Nothing is expected of the caller now"),
            **problems(400, 401, 403, 404, 503),
        },
    )
    async def hint(self, table: TableId, caller: Caller, server: TheServer) -> Response[HintGiven | None]:
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        now = room.table
        seat = seat_of(now, GuestId(caller.guest))
        if seat is None:
            raise HTTPProblem(403, "not_seated", "hints are for those who play at this table")
        wait = server.messages.take(caller.guest, _COST)
        if wait:
            server.metrics.limited.labels("messages").inc()
            raise HTTPProblem(429, "too_fast", "too many messages", wait_s=wait)
        if not isinstance(now.phase, Playing) or seat not in now.phase.turns:
            return Response(None, status_code=204)
        game = GAMES[now.settings.game]
        state = now.phase.state
        try:
            found = await server.thinking.advise(
                game.name,
                game.view(state, Seat(seat)),
                game.legal_actions(state, Seat(seat)),
                now.sequence,
                caller.guest,
            )
        except TooManyHints as error:
            server.metrics.limited.labels("hints").inc()
            raise HTTPProblem(429, "too_fast", str(error), wait_s=1) from None
        return Response(HintGiven(now.sequence, msgspec.to_builtins(found.action), found.why))
