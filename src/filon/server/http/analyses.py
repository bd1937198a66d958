"""HTTP: what a finished game teaches. The work is a job (server/jobs); here it is asked for and looked at."""

from typing import Any, Final, Literal, NamedTuple

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.params import JSONBody

from filon.coach.model import Analysis
from filon.coach.registry import require_coach
from filon.server.clock import now_ms
from filon.server.http.caller import Caller, TheServer, Visitor
from filon.server.http.guests import TableId
from filon.server.http.mine import GameNumber
from filon.server.http.problems import JSON, HTTPProblem, problems
from filon.server.http.reading import charge
from filon.server.server import Server
from filon.store import Guest, Job
from filon.tables import Guest as GuestId
from filon.tables import Refused
from filon.tables.export import finished_game, require_may_export
from filon.tables.model import FinishedGame

_LONGEST: Final = 10_000
"""Entries of a game that is analysed: none that was played to be won comes near."""

State = Literal["none", "waiting", "working", "done", "failed", "cancelled"]


class AskAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    depth: Literal["standard"] = "standard"


class AnalysisState(msgspec.Struct, frozen=True, kw_only=True):
    """`analysis` is there when it is done."""

    state: State
    progress: float
    """From 0 to 1."""
    mine: int | None
    """The seat that the caller had in this game."""
    analysis: Analysis | None = None


class _Sent(msgspec.Struct, frozen=True):
    """An AnalysisState with an analysis as it was stored."""

    state: State
    progress: float
    mine: int | None
    analysis: msgspec.Raw


class _Finished(NamedTuple):
    of: str
    """The name of what was played."""
    game: FinishedGame
    mine: int | None


_NOTHING: Final = msgspec.Raw(b"null")


class Analyses(Controller):
    path = "/api"
    tags = ("coach",)

    @post(
        "/tables/{table:str}/games/{number:int}/analysis",
        status_code=202,
        summary="Have a finished game analysed",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 503),
    )
    async def ask(
        self,
        table: TableId,
        number: GameNumber,
        *,
        data: JSONBody[AskAnalysis],  # noqa: ARG002 - one depth so far; the body says what may be said
        caller: Caller,
        server: TheServer,
        request: Request[Any, Any, Any],
    ) -> Response[AnalysisState]:
        """For whom may export it. Asked for again, it goes on as it is; one that failed or was cancelled
        begins anew. Not of a game without a coach: `no_coach`.
        """
        finished = await _finished(server, table, number, caller)
        require_coach(finished.of)
        job = await server.jobs.analysis(table, number)
        if job is None or job.state in ("failed", "cancelled"):
            length = finished.game.last - finished.game.first + 1
            if length > _LONGEST:
                raise HTTPProblem(409, "too_long", "this game is too long to be analysed")
            await _allow(server, caller)
            charge(server, caller, request, length)
            job = await server.jobs.analyse(table, number, caller.guest)
            if job is None:
                raise HTTPProblem(404, "not_found", "there is no such table")
        return _state(job, finished.mine)

    @get(
        "/tables/{table:str}/games/{number:int}/analysis",
        summary="The analysis of a finished game",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def look(
        self, table: TableId, number: GameNumber, visitor: Visitor, server: TheServer
    ) -> Response[AnalysisState]:
        """How far it is, or what it says; strangers hear only of one that is done."""
        finished = await _finished(server, table, number, visitor)
        job = await server.jobs.analysis(table, number)
        if job is None or (visitor is None and job.state != "done"):
            return Response(AnalysisState(state="none", progress=0.0, mine=finished.mine))
        return _state(job, finished.mine)

    @delete(
        "/tables/{table:str}/games/{number:int}/analysis",
        summary="Stop an analysis",
        responses=problems(400, 401, 403, 404, 409, 503),
    )
    async def cancel(self, table: TableId, number: GameNumber, caller: Caller, server: TheServer) -> None:
        """For those who sat at the game, and for who asked. What is done already stays."""
        finished = await _finished(server, table, number, caller)
        job = await server.jobs.analysis(table, number)
        if job is None or caller.guest not in (job.guest, *finished.game.sat):
            raise HTTPProblem(403, "not_seated", "this analysis was asked for by somebody else")
        await server.jobs.cancel_analysis(table, number)


async def _finished(server: Server, table: str, number: int, visitor: Guest | None) -> _Finished:
    """What the visitor may know all of; a problem otherwise."""
    room = await server.rooms.get(table)
    if room is None:
        raise HTTPProblem(404, "not_found", "there is no such table")
    finished = finished_game(room.table, number)
    guest = None if visitor is None else GuestId(visitor.guest)
    try:
        require_may_export(room.table, finished, guest, now_ms())
    except Refused as no:
        raise HTTPProblem(403, no.code, no.reason) from None
    mine = finished.seats.index(guest) if guest is not None and guest in finished.seats else None
    return _Finished(room.table.settings.game, finished, mine)


async def _allow(server: Server, caller: Guest) -> None:
    if await server.jobs.waiting(caller.guest) >= server.settings.analyses_waiting:
        server.metrics.limited.labels("analyses").inc()
        raise HTTPProblem(429, "too_many", "your other games are analysed first", wait_s=5)
    wait = server.new_analyses.take(caller.guest)
    if wait:
        server.metrics.limited.labels("analyses").inc()
        raise HTTPProblem(429, "too_many", "too many analyses", wait_s=wait)


def _state(job: Job, mine: int | None) -> Response[Any]:
    analysis = _NOTHING if job.result is None else msgspec.Raw(job.result)
    return Response(_Sent(job.state, job.progress, mine, analysis), media_type=JSON)
