"""Games watched again over HTTP: those that are over, for whom may take them along, and the last round of one
that goes on, for whoever saw it.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple, cast

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from filon.games.contract import AnyGame, Malformed, Seat
from filon.games.registry import GAMES
from filon.server.clock import now_ms
from filon.server.http.caller import TheServer, Visitor
from filon.server.http.guests import TableId
from filon.server.http.mine import GameNumber
from filon.server.http.problems import HTTPProblem, problems
from filon.server.http.reading import charge, entries
from filon.server.server import Server
from filon.store import Guest
from filon.tables import AnyTable, Refused, evolve
from filon.tables import Guest as GuestId
from filon.tables.export import finished_game, require_may_export
from filon.tables.model import Bot, Chair, FinishedGame, Given, Held, Playing
from filon.tables.replays import (
    Eyes,
    EyesName,
    Position,
    Recording,
    Replay,
    ReplayStep,
    SeatName,
    Step,
    after,
    looked_at,
    seat_names,
    shown,
)
from filon.tables.rounds import Round, RoundWatcher

AT_ONCE: Final = 8
"""Steps between two turns of the event loop: each is folded, looked at, compared and written."""

StepNumber = Annotated[int, PathParameter(ge=0, le=1_000_000)]
_encode: Final = msgspec.json.Encoder().encode


class Record(NamedTuple):
    """A finished game that the caller may know all of."""

    table: AnyTable
    finished: FinishedGame
    game: AnyGame
    dealt: Any
    steps: Sequence[Step]
    given: Given | None
    seed: bytes

    async def leading_to(self, step: int) -> tuple[Any, list[tuple[Any, Step]]]:
        """The position before a step that counts, and the steps to it, each with the position before it."""
        state, led = self.dealt, list[tuple[Any, Step]]()
        for one in self.steps:
            if one.step >= step:
                break
            led.append((state, one))
            state = after(self.game, state, one)
            if len(led) % AT_ONCE == 0:
                await asyncio.sleep(0)
        return state, led

    def seat(self, given: int, field: str = "seat") -> Seat:
        """Raises Malformed."""
        if not 0 <= given < len(self.finished.names):
            raise Malformed(field, f"the seats of this game are 0 to {len(self.finished.names) - 1}")
        return Seat(given)


class Replays(Controller):
    path = "/api"
    tags = ("replays",)

    @get(
        "/tables/{table:str}/games/{number:int}/replay",
        summary="A finished game, step by step",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def replay(
        self,
        table: TableId,
        number: GameNumber,
        visitor: Visitor,
        server: TheServer,
        request: Request[Any, Any, Any],
        *,
        eyes: FromQuery[EyesName] = "truth",
        seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
    ) -> Replay:
        """For whom may export the game: with nothing hidden, as all saw it, or as `seat` knew it then (the
        caller's own, if none is named). With the truth, the hand of `seat` lies at hand.
        """
        record = await read_record(server, visitor, request, table, number)
        finished = record.finished
        mine = own_seat(finished, visitor)
        wanted = None if eyes == "public" else seat
        if eyes == "seat" and wanted is None:
            if mine is None:
                raise Malformed("seat", "you had no seat in this game: say whose eyes it is to be seen with")
            wanted = mine
        looking = Eyes(eyes, None if wanted is None else record.seat(wanted))
        return Replay(
            table=record.table.id,
            code=record.table.code,
            number=number,
            game=record.game.name,
            ended_at=finished.at,
            eyes=eyes,
            seat=looking.seat,
            mine=mine,
            players=seat_names(finished),
            view=looked_at(record.game, record.dealt, looking),
            steps=await _made(record.game, record.dealt, record.steps, looking),
            outcome=finished.outcome,
        )

    @get(
        "/tables/{table:str}/games/{number:int}/positions/{step:int}",
        summary="A decision of a finished game, as it lay before who took it",
        responses=problems(400, 403, 404, 409, 503),
    )
    async def position(
        self,
        table: TableId,
        number: GameNumber,
        step: StepNumber,
        *,
        visitor: Visitor,
        server: TheServer,
        request: Request[Any, Any, Any],
    ) -> Position:
        """`step` counts as in the replay. Only what a seat decided has a position."""
        record = await read_record(server, visitor, request, table, number)
        decided = next((one for one in record.steps if one.step == step), None)
        if decided is None or decided.seat is None:
            raise HTTPProblem(404, "not_found", "no seat decided anything in this step")
        (before, _), seat = await record.leading_to(step), Seat(decided.seat)
        return Position(
            game=record.game.name,
            step=step,
            seat=seat,
            players=seat_names(record.finished),
            view=record.game.view(before, seat),
            legal=record.game.legal_actions(before, seat),
        )

    @get(
        "/tables/{table:str}/replay/round",
        summary="The round that has ended last in the game that goes on",
        responses=problems(400, 403, 404, 503),
    )
    async def round(
        self, table: TableId, visitor: Visitor, server: TheServer, request: Request[Any, Any, Any]
    ) -> Replay:
        """As the caller saw it: from their own seat, or as those who watch see it, not before they do."""
        present = await table_now(server, table)
        guest = None if visitor is None else GuestId(visitor.guest)
        try:
            watcher = RoundWatcher(present, guest, now=now_ms())
        except Refused as no:
            raise HTTPProblem(403, no.code, no.reason) from None
        found = await _round(server, visitor, request, present, watcher)
        if found is None:
            raise HTTPProblem(404, "not_found", "no round has ended yet in a game that goes on here")
        game, eyes = GAMES[present.settings.game], found.eyes
        return Replay(
            table=present.id,
            code=present.code,
            number=present.game_number,
            game=game.name,
            ended_at=None,
            eyes=eyes.name,
            seat=eyes.seat,
            mine=eyes.seat,
            players=tuple(_sitting(present, chair) for chair in present.chairs),
            view=looked_at(game, found.state, eyes),
            steps=await _made(game, found.state, found.steps, eyes),
            outcome=None,
        )


async def read_record(
    server: Server, visitor: Guest | None, request: Request[Any, Any, Any], table: str, number: int
) -> Record:
    """The law of who may export it says who may read it: raises HTTPProblem, and Refused while it goes on."""
    present = await table_now(server, table)
    finished = finished_game(present, number)
    try:
        require_may_export(present, finished, None if visitor is None else GuestId(visitor.guest), now_ms())
    except Refused as no:
        raise HTTPProblem(403, no.code, no.reason) from None
    return await recorded(server, visitor, request, present, finished)


async def table_now(server: Server, table: str) -> AnyTable:
    room = await server.rooms.get(table)
    if room is None:
        raise HTTPProblem(404, "not_found", "there is no such table")
    return room.table


async def recorded(
    server: Server,
    visitor: Guest | None,
    request: Request[Any, Any, Any],
    present: AnyTable,
    finished: FinishedGame,
) -> Record:
    """For whom it was found out that they may know it."""
    charge(server, visitor, request, finished.last - finished.first + 1)
    recording = Recording()
    async with server.reading:
        async for entry in entries(server.store, present, finished.first - 1, finished.last):
            recording.take(entry)
    assert recording.started is not None, "a finished game was started"
    return Record(
        present,
        finished,
        GAMES[present.settings.game],
        recording.dealt,
        recording.steps,
        recording.given,
        recording.started.seed,
    )


def own_seat(finished: FinishedGame, visitor: Guest | None) -> int | None:
    """Which the visitor held when the game ended."""
    held = None if visitor is None else GuestId(visitor.guest)
    return finished.seats.index(held) if held is not None and held in finished.seats else None


async def _round(
    server: Server,
    visitor: Guest | None,
    request: Request[Any, Any, Any],
    present: AnyTable,
    watcher: RoundWatcher,
) -> Round | None:
    if not isinstance(present.phase, Playing):
        return None
    first = present.phase.started
    async with server.reading:
        then = server.checkpoints.before(present.id, first)
        known = 0 if then is None else then.sequence
        charge(server, visitor, request, present.sequence - known)
        async for entry in entries(server.store, present, known, present.sequence):
            then = evolve(then, entry)
            server.checkpoints.note(then)
            if entry.sequence >= first:
                watcher.take(then, entry)
    return watcher.latest()


async def _made(game: AnyGame, state: Any, steps: Sequence[Step], eyes: Eyes) -> tuple[ReplayStep, ...]:
    """Each is written at once, so that no long answer is written in one piece while everybody waits."""
    made: list[msgspec.Raw] = []
    for step in shown(game, state, steps, eyes):
        made.append(msgspec.Raw(_encode(step)))
        if len(made) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return cast("tuple[ReplayStep, ...]", tuple(made))


def _sitting(table: AnyTable, chair: Chair) -> SeatName:
    match chair:
        case Held(guest):
            return SeatName(table.people[guest].name, None)
        case Bot(level):
            return SeatName("", level)
        case _:
            raise AssertionError("nobody's chair is empty while a game goes on")
