"""`filon bench server --analyses`: what it costs those who play that finished games are analysed beside them.

One server, whose tables make moves as people do. Runs with and without an analysis under way take turns, so
that a busy machine is busy for both; each with has a game of its own, long enough to outlast the run.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final

import httpx
import msgspec

from bench.server.figures import THINK_S
from bench.server.measure import BenchError, Running, serving
from bench.server.tally import Report

_PLAYED_WITHIN_S: Final = 300.0
_BEGUN_WITHIN_S: Final = 60.0
_WARM_S: Final = 2.0
_ROOMY: Final = {"FILON_BOT_BEAT_MS": "1", "FILON_ANALYSES_PER_HOUR": "1000000"}


class Load(msgspec.Struct, frozen=True):
    game: str
    tables: int
    runs: int
    seconds: float
    analysed: str = "saboteur"
    analysed_seats: int = 10
    """The longest work that a coach has."""
    niceness: int = 19
    """Of the process that works: less, where only the measuring is to be tried."""


class Pair(msgspec.Struct, frozen=True):
    alone: Report
    beside: Report
    worked: float
    """How far the analysis came meanwhile, of the whole."""

    @property
    def ratio(self) -> float:
        return round(self.beside.p99_ms / self.alone.p99_ms, 2)


class Beside(msgspec.Struct, frozen=True):
    cores: int
    load: Load
    runs: list[Pair]
    p99: float
    """With an analysis over without, the median of the runs."""


def measure(load: Load, tell: Callable[[str], None]) -> Beside:
    given = {**_ROOMY, "FILON_ANALYSIS_NICENESS": str(load.niceness)}
    with serving(given=given) as ours, httpx.Client(base_url=f"{ours.url}/api", timeout=60) as client:
        host = _Host(client)
        games = [host.finished_game(load.analysed, load.analysed_seats) for _ in range(load.runs)]
        tell(f"{load.runs} games of {load.analysed} for {load.analysed_seats} were played to be analysed")
        pairs: list[Pair] = []
        for run, game in enumerate(games):
            pair = _pair(ours, host, game, load, first_alone=run % 2 == 0)
            pairs.append(pair)
            tell(f"run {run + 1}: {line_of(pair)}")
    ratio = round(statistics.median(pair.beside.p99_ms / pair.alone.p99_ms for pair in pairs), 2)
    return Beside(os.cpu_count() or 1, load, pairs, ratio)


def _pair(ours: Running, host: "_Host", game: str, load: Load, *, first_alone: bool) -> Pair:
    def play() -> Report:
        return ours.play(
            load.game,
            tables=load.tables,
            think_s=THINK_S,
            by_table=True,
            warm_s=_WARM_S,
            seconds=load.seconds,
        )

    alone = play() if first_alone else None
    before = host.begin(game)
    beside = play()
    worked = host.end(game) - before
    return Pair(alone or play(), beside, round(worked, 3))


class _Host:
    """Who has bots play, and asks for the analyses of their games."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._ids = count()
        token = self._ask("POST", "/guests", {"name": "Coach", "keep": "token"})["token"]
        client.headers["Authorization"] = f"Bearer {token}"

    def finished_game(self, game: str, seats: int) -> str:
        """The path of its analysis."""
        settings = {"game": game, "seats": seats, "bot_pause_ms": 0, "intermission_s": 0}
        table = self._ask("POST", "/tables", settings)["id"]
        for seat in range(seats):
            self._order(table, type="SeatBot", seat=seat, level="easy")
        self._order(table, type="Start")
        give_up_at = time.monotonic() + _PLAYED_WITHIN_S
        while self._ask("GET", f"/tables/{table}", None)["status"] != "over":
            if time.monotonic() > give_up_at:
                raise BenchError("the bots did not come to the end of their game")
            time.sleep(0.2)
        return f"/tables/{table}/games/1/analysis"

    def begin(self, game: str) -> float:
        """How far it is when the work has begun."""
        self._ask("POST", game, {})
        give_up_at = time.monotonic() + _BEGUN_WITHIN_S
        while not (progress := self._progress(game)):
            if time.monotonic() > give_up_at:
                raise BenchError("the analysis did not begin")
            time.sleep(0.2)
        return progress

    def end(self, game: str) -> float:
        """How far it came."""
        progress = self._progress(game)
        self._client.delete(game)
        return progress

    def _progress(self, game: str) -> float:
        return float(self._ask("GET", game, None)["progress"])

    def _order(self, table: str, **command: Any) -> None:
        answer = self._ask(
            "POST", f"/tables/{table}/commands", {"id": f"c{next(self._ids)}", "command": command}
        )
        if answer["type"] != "Accepted":
            raise BenchError(f"{command['type']}: {answer['reason']}")

    def _ask(self, method: str, path: str, body: Any) -> Any:
        answer = self._client.request(method, path, json=body)
        if answer.is_error:
            raise BenchError(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()


def line_of(pair: Pair) -> str:
    alone, beside = pair.alone, pair.beside
    return (
        f"p50 {alone.p50_ms} ms, p99 {alone.p99_ms} ms without;"
        f" p50 {beside.p50_ms} ms, p99 {beside.p99_ms} ms with an analysis: {pair.ratio} x;"
        f" {100 * pair.worked:.0f} % of it was done meanwhile;"
        f" the generator's own timers {alone.load_lag_p99_ms} and {beside.load_lag_p99_ms} ms"
    )


def lines(found: Beside) -> Iterator[str]:
    load = found.load
    yield f"{load.tables:,} tables of {load.game} that make a move every {THINK_S:g} s, {found.cores} cores:"
    for pair in found.runs:
        yield f"  {line_of(pair)}"
    yield f"p99 with an analysis: {found.p99} x"
