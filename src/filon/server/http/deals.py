"""Deals of finished games over HTTP: shared by a code, played by friends in the same seat, compared."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from filon.coach.comparing import (
    ComparedGame,
    Comparison,
    Faced,
    Judged,
    PlayedAgain,
    decisions,
    faced,
    rows,
)
from filon.coach.model import Analysis
from filon.games.contract import CONTINUE, Malformed
from filon.server.clock import now_ms
from filon.server.http.again import Level, alone, info_of_table
from filon.server.http.caller import Caller, TheServer, Visitor
from filon.server.http.deal_codes import Deal, code_of, deal_of, is_sealed
from filon.server.http.guests import TableId
from filon.server.http.mine import GameNumber
from filon.server.http.problems import HTTPProblem, problems
from filon.server.http.replays import AT_ONCE, Record, own_seat, recorded, table_now
from filon.server.http.tables import charge_table
from filon.server.rooms.rows import TableInfo, info_of
from filon.server.server import Server
from filon.store import Guest
from filon.tables import AnyTable
from filon.tables import Guest as GuestId
from filon.tables.commands import PlayDeal, SeatNumber
from filon.tables.export import finished_game, require_may_export
from filon.tables.model import DealPlay, FinishedGame, Given
from filon.tables.protocol import RefusedAnswer
from filon.tables.refusal import Refused
from filon.tables.replays import seat_names
from filon.tables.seating import require_level

_COMPARED: Final = 20
"""The latest friends that a deal is compared with: each of their tables has to be in memory."""
_analysis: Final = msgspec.json.Decoder(Analysis)

DealCode = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{22,400}$")]


class ShareDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber


class DealLink(msgspec.Struct, frozen=True):
    code: str


class PlayDealAgainst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Level


class DealShared(msgspec.Struct, frozen=True):
    game: str
    seats: int
    name: str | None
    """Who shares it; untold until the caller has played it."""
    seat: int
    played: bool
    """Whether the caller has, to the end."""


class Deals(Controller):
    path = "/api"
    tags = ("replays",)

    @post(
        "/tables/{table:str}/games/{number:int}/deal-links",
        summary="Share the deal of a finished game",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 503),
    )
    async def share(
        self,
        table: TableId,
        number: GameNumber,
        *,
        data: JSONBody[ShareDeal],
        caller: Caller,
        server: TheServer,
    ) -> DealLink:
        """A code with which friends play it in the same seat. Who sat there shares their own."""
        present = await table_now(server, table)
        finished = _exportable(present, number, caller)
        mine = own_seat(finished, caller)
        if not data.seat < len(finished.names):
            raise Malformed("seat", f"the seats of this game are 0 to {len(finished.names) - 1}")
        if mine is not None and data.seat != mine:
            raise HTTPProblem(403, "not_yours", "you share the seat that you had")
        return DealLink(code_of(Deal(table, number, data.seat, GuestId(caller.guest)), present))

    @get("/deals/{code:str}", summary="A deal that is shared", responses=problems(400, 404, 503))
    async def deal(self, code: DealCode, visitor: Visitor, server: TheServer) -> DealShared:
        deal, present, finished = await _shared(server, code)
        guest = None if visitor is None else GuestId(visitor.guest)
        played = guest is not None and await _finished_play(server, present, deal, guest) is not None
        told = played or guest == deal.shared_by
        return DealShared(
            game=present.settings.game,
            seats=len(finished.names),
            name=_sharer(present, finished, deal) if told else None,
            seat=deal.seat,
            played=played,
        )

    @post(
        "/deals/{code:str}/play",
        summary="Play a deal that is shared",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 503),
    )
    async def play(
        self,
        code: DealCode,
        *,
        data: JSONBody[PlayDealAgainst],
        caller: Caller,
        server: TheServer,
        request: Request[Any, Any, Any],
    ) -> TableInfo:
        """At a new table of the caller's own, against bots; asked again, it is the same table. Cards, roles
        and boards lie as they lay, in the rounds to come too; dice fall anew.
        """
        require_level(data.level, "level")
        deal, present, finished = await _shared(server, code)
        guest = GuestId(caller.guest)
        if guest in present.banned:
            raise HTTPProblem(403, "removed", "the host has sent you away from this table")
        for play in reversed(_plays(present, deal)):
            if play.guest == guest and (row := await server.store.row(play.table)) is not None:
                return info_of(row)
        record = await recorded(server, caller, request, present, finished)
        charge_table(server, caller, request)
        opened = await server.rooms.open_from(
            alone(present, finished),
            guest,
            caller.name,
            seat=deal.seat,
            level=data.level,
            given=_same_deal(record),
            position=lambda _random: record.dealt,
        )
        noted = PlayDeal(deal.game, deal.seat, deal.shared_by, opened.id)
        answer = await server.rooms.ask(deal.table, guest, f"deal.{opened.id}", noted)
        if isinstance(answer, RefusedAnswer):
            raise HTTPProblem(403, answer.code, answer.reason)
        return await info_of_table(server, opened.id)

    @get(
        "/deals/{code:str}/comparison",
        summary="The same deal, played twice, side by side",
        responses=problems(400, 401, 403, 404, 409, 503),
    )
    async def comparison(
        self,
        code: DealCode,
        caller: Caller,
        server: TheServer,
        request: Request[Any, Any, Any],
        *,
        table: Annotated[str | None, QueryParameter(pattern=r"^[A-Za-z0-9_-]{1,40}$")] = None,
    ) -> Comparison:
        """For who shares it and for who has played it to the end. Who shares it names the `table` of whom to
        compare with, or has the latest.
        """
        deal, present, finished = await _shared(server, code)
        guest = GuestId(caller.guest)
        ended = [
            (play, end)
            for play in reversed(_plays(present, deal))
            if guest in (play.guest, deal.shared_by) and (end := await _end_of(server, play)) is not None
        ]
        if guest != deal.shared_by and not ended:
            raise HTTPProblem(403, "not_over", "this is for those who have played the deal to its end")
        chosen = next((one for one in ended if table in (None, one[0].table)), None)
        if chosen is None:
            raise HTTPProblem(404, "not_found", "nobody has played this deal to its end there")
        play, (friends, theirs) = chosen
        shared = await recorded(server, caller, request, present, finished)
        again = await recorded(server, caller, request, friends, theirs)
        one, other = await _faced(shared, deal.seat), await _faced(again, deal.seat)
        return Comparison(
            game=shared.game.name,
            seat=deal.seat,
            shared=await _compared(server, shared, one, mine=guest == deal.shared_by),
            again=await _compared(server, again, other, mine=guest == play.guest),
            rows=rows(one, other),
            others=tuple(PlayedAgain(each.table, its_end.names[deal.seat]) for each, (_, its_end) in ended)
            if guest == deal.shared_by
            else (),
        )


def _exportable(present: AnyTable, number: int, caller: Guest) -> FinishedGame:
    finished = finished_game(present, number)
    try:
        require_may_export(present, finished, GuestId(caller.guest), now_ms())
    except Refused as no:
        raise HTTPProblem(403, no.code, no.reason) from None
    return finished


async def _shared(server: Server, code: str) -> tuple[Deal, AnyTable, FinishedGame]:
    """The same answer to every code that is none, whatever is wrong with it."""
    nothing = HTTPProblem(404, "not_found", "there is no such deal any more")
    deal = deal_of(code)
    room = None if deal is None else await server.rooms.get(deal.table)
    if deal is None or room is None or not is_sealed(code, room.table):
        raise nothing
    for finished in room.table.finished:
        if finished.game == deal.game:
            return deal, room.table, finished
    raise nothing


def _sharer(present: AnyTable, finished: FinishedGame, deal: Deal) -> str | None:
    if deal.shared_by in finished.seats:
        return finished.names[finished.seats.index(deal.shared_by)]
    person = present.people.get(deal.shared_by)
    return None if person is None else person.name


def _same_deal(record: Record) -> Given:
    """The rounds to come are dealt from what they were dealt from there."""
    if record.given is not None and record.given.step is None:
        seed, parts = record.given.seed, record.given.parts
    else:
        seed = record.seed.hex()
        parts = tuple(one.sequence for one in record.steps if one.seat is None and one.action == CONTINUE)
    return Given(record.table.id, record.finished.game, None, seed, parts)


def _plays(present: AnyTable, deal: Deal) -> list[DealPlay]:
    """The latest, oldest first."""
    wanted = deal.game, deal.seat, deal.shared_by
    found = [play for play in present.deals if (play.game, play.seat, play.shared_by) == wanted]
    return found[-_COMPARED:]


async def _finished_play(server: Server, present: AnyTable, deal: Deal, guest: GuestId) -> DealPlay | None:
    for play in reversed(_plays(present, deal)):
        if play.guest == guest and await _end_of(server, play) is not None:
            return play
    return None


async def _end_of(server: Server, play: DealPlay) -> tuple[AnyTable, FinishedGame] | None:
    """The first game of that table; None while it goes on, and when the table is gone."""
    room = await server.rooms.get(play.table)
    if room is None:
        return None
    first = next((one for one in room.table.finished if one.game == 1), None)
    return None if first is None else (room.table, first)


async def _faced(record: Record, seat: int) -> list[Faced]:
    taken: list[Faced] = []
    for number, one in enumerate(faced(record.game, record.dealt, record.steps, record.seat(seat)), 1):
        if one is not None:
            taken.append(one)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return taken


async def _compared(server: Server, record: Record, taken: list[Faced], *, mine: bool) -> ComparedGame:
    table, number = record.table.id, record.finished.game
    return ComparedGame(
        table=table,
        number=number,
        mine=mine,
        players=seat_names(record.finished),
        view=taken[0].view if taken else None,
        decisions=decisions(taken, await _judged(server, table, number)),
        outcome=record.finished.outcome,
    )


async def _judged(server: Server, table: str, number: int) -> dict[int, Judged]:
    job = await server.jobs.analysis(table, number)
    if job is None or job.result is None:
        return {}
    found = _analysis.decode(job.result)
    return {one.step: Judged(one.verdict, one.cost, one.options[0].action) for one in found.decisions}
