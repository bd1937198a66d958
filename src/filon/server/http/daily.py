"""HTTP: the puzzle of the day, one for each game that has a coach, the same for everybody on this server."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter

from filon.coach.model import Decision
from filon.coach.puzzle_model import FoundPuzzle
from filon.games.codec import read_action
from filon.games.contract import AnyGame, Malformed
from filon.games.registry import GAMES, has_part
from filon.server.clock import now_ms
from filon.server.http.caller import TheServer
from filon.server.http.problems import HTTPProblem, problems
from filon.server.server import Server
from filon.tables import game_types
from filon.tables.replays import SeatName

_AGAIN_MS: Final = 600_000
"""After a search that failed: for so long nobody's question begins another."""
_puzzle: Final = msgspec.json.Decoder(FoundPuzzle)

GameName = Annotated[str, PathParameter(pattern=r"^[a-z]{1,20}$")]
Day = Annotated[str, PathParameter(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position as the seat knew it that has to decide. What is best in it is told with an attempt."""

    seat: int
    players: tuple[SeatName, ...]
    view: game_types.View
    legal: tuple[game_types.Action, ...]


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """`making`: ask again in some seconds."""

    day: str
    """YYYY-MM-DD, in UTC."""
    game: str
    state: Literal["making", "ready"]
    puzzle: Puzzle | None = None


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: game_types.ActionFields
    """One of the puzzle's legal ones, as it was sent."""


class DailyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    right: bool
    option: int | None
    """What was tried, among the options of the decision; None where it was not weighed with them."""
    decision: Decision
    """`played` in it is what a fair player would have done there, and fallen for."""


class Dailies(Controller):
    path = "/api"
    tags = ("coach",)

    @get("/daily/{game:str}", summary="The puzzle of the day", responses=problems(400, 404, 503))
    async def today(self, game: GameName, server: TheServer) -> Daily:
        """For anybody. Days change at midnight UTC."""
        _known(game)
        day = _day(0)
        result = await _made(server, day, game)
        if result is None:
            return Daily(day=day, game=game, state="making")
        await _made(server, _day(1), game)  # ahead, where today's is looked at
        found = _puzzle.decode(result)
        puzzle = Puzzle(
            seat=found.decision.seat,
            players=tuple(SeatName("", bot.removeprefix("bot: ")) for bot in found.players),
            view=found.view,
            legal=found.legal,
        )
        return Daily(day=day, game=game, state="ready", puzzle=puzzle)

    @post(
        "/daily/{game:str}/{day:str}",
        status_code=200,
        summary="Try the puzzle of a day",
        responses=problems(400, 403, 404, 413, 415, 503),
    )
    async def attempt(
        self, game: GameName, day: Day, data: JSONBody[Attempt], server: TheServer
    ) -> DailyAnswer:
        """What is best in it, and what was tried beside that."""
        law = _known(game)
        job = await server.jobs.daily(day, game) if day <= _day(0) else None
        if job is None or job.result is None:
            raise HTTPProblem(404, "not_found", "there is no puzzle of that day")
        found = _puzzle.decode(job.result)
        action = read_action(law, msgspec.json.encode(data.action))
        legal = [read_action(law, msgspec.json.encode(one)) for one in found.legal]
        try:
            tried = legal.index(action)
        except ValueError:
            raise Malformed("action", "this is none of the puzzle's legal actions") from None
        return DailyAnswer(right=tried in found.right, option=found.options[tried], decision=found.decision)


def _known(game: str) -> AnyGame:
    law = GAMES.get(game)
    if law is None:
        raise HTTPProblem(404, "not_found", "there is no such game")
    if not has_part(game, "coach"):
        raise HTTPProblem(404, "not_found", f"{law.title} has no coach, and so no puzzles")
    return law


def _day(later: int) -> str:
    today = datetime.fromtimestamp(now_ms() / 1000, UTC).date()
    return (today + timedelta(days=later)).isoformat()


async def _made(server: Server, day: str, game: str) -> bytes | None:
    """The puzzle as it is stored; has it made where there is none yet."""
    job = await server.jobs.daily(day, game)
    if job is not None and job.state == "done":
        return job.result
    failed = job is not None and job.state == "failed"
    if job is None or (failed and now_ms() - job.changed_at > _AGAIN_MS):
        await server.jobs.make_daily(day, game)
    return None
