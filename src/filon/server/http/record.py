"""HTTP: what the caller has played on this server, and what it comes to."""

import asyncio
from typing import Any, Final

import msgspec
from litestar import Controller, Request, Response, delete, get

from filon.coach.record import Recorder
from filon.coach.record_model import EXPORT_FORMAT, Digest, MyRecord, RecordedGame, RecordExport
from filon.server.http.caller import Caller, TheServer
from filon.server.http.problems import problems
from filon.server.http.reading import charge
from filon.server.rooms.rows import GameCard, game_card_of
from filon.server.server import Server
from filon.store import Guest, RecordLine

_MOST: Final = 1_000
"""Games, the latest: about what somebody plays in years, and what a rating knows to its last digit."""
_AT_ONCE: Final = 4
"""Games between two turns of the event loop: to rate one of ten players takes half a millisecond."""

_digest: Final = msgspec.json.Decoder(Digest)


class MyRecords(Controller):
    path = "/api"
    tags = ("coach",)

    @get("/me/record", summary="My record", responses=problems(401, 503))
    async def record(self, caller: Caller, server: TheServer, request: Request[Any, Any, Any]) -> MyRecord:
        """Of the finished games that the caller sat at to the end, and has not taken off the list; not of
        those that went on from a moment of another, or were another's deal.
        """
        return await _record(await _played(server, caller, request))

    @get("/me/record/export", summary="My record as a file", responses=problems(401, 503))
    async def export(
        self, caller: Caller, server: TheServer, request: Request[Any, Any, Any]
    ) -> Response[RecordExport]:
        """Everything that is kept of it."""
        played = await _played(server, caller, request)
        return Response(
            RecordExport(EXPORT_FORMAT, await _record(played), tuple(played)),
            headers={"Content-Disposition": 'attachment; filename="filon-record.json"'},
        )

    @delete("/me/record", summary="Forget my record", responses=problems(401, 403, 503))
    async def forget(self, caller: Caller, server: TheServer) -> None:
        """All of it, for good; the games leave the caller's list too, and nobody else's."""
        await server.store.forget_record(caller.guest)


async def _played(server: Server, caller: Guest, request: Request[Any, Any, Any]) -> list[RecordedGame]:
    lines = await server.store.record_of(caller.guest, _MOST)
    charge(server, caller, request, len(lines))
    played: list[RecordedGame] = []
    people: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        card = game_card_of(line.summary)
        if caller.guest in card.seats and not card.given:
            played.append(_game(line, card, caller.guest, people))
        if number % (16 * _AT_ONCE) == 0:
            await asyncio.sleep(0)
    return played


def _game(line: RecordLine, card: GameCard, guest: str, people: dict[str, str]) -> RecordedGame:
    """`people` gives those met so far the names by which they are told apart here, and nowhere else."""
    seat = card.seats.index(guest)
    digest = None if line.digest is None else _digest.decode(line.digest)
    return RecordedGame(
        table=line.table,
        code=line.code,
        game=line.game,
        number=line.number,
        ended_at=line.ended_at,
        seat=seat,
        opponents=tuple(
            "" if at == seat else level or people.setdefault(holder or "", f"person {len(people) + 1}")
            for at, (level, holder) in enumerate(zip(card.bots, card.seats, strict=True))
        ),
        bots=tuple(bool(level) for level in card.bots),
        winners=card.winners,
        scores=card.scores,
        kept=line.kept,
        digest=digest if digest is not None and digest.seat == seat else None,
    )


async def _record(played: list[RecordedGame]) -> MyRecord:
    recorder = Recorder()
    for number, one in enumerate(played, 1):
        recorder.take(one)
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
    return recorder.record()
