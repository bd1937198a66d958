"""`filon bench server`: how fast, how late, how large, how much; beside boardgame.io if asked.

The server and its load generator are processes of their own, the store is SQLite on disk and every move is
acknowledged after its commit. Runs of ours and theirs take turns, so that a busy machine is busy for both.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from filon.games.contract import FilonError
from filon.games.registry import GAMES
from filon.server import peer
from filon.server.load import Reconnect, Simultaneous
from filon.server.load_client import Report

T = TypeVar("T")

GAMES_MEASURED: Final = ("diamant", "saboteur")
_START_WITHIN_S: Final = 60.0
_SEATS: Final = 4
_THINK_S: Final = 2.0
"""A table makes a move every so often, on both servers: each of its players takes as many times as long."""
_ROOMY: Final = {
    "FILON_MESSAGES_PER_SECOND": "1000000",
    "FILON_MESSAGE_BURST": "1000000",
    "FILON_REQUESTS_PER_SECOND": "1000000",
    "FILON_REQUEST_BURST": "1000000",
    "FILON_CONNECTIONS_PER_ADDRESS": "1000000",
    "FILON_GUESTS_PER_HOUR": "10000000",
    "FILON_TABLES_PER_HOUR": "10000000",
}
"""One address plays everybody: limits by address and guest would measure themselves."""


class BenchError(FilonError):
    """The server or its load generator failed."""


class Memory(msgspec.Struct, frozen=True):
    """Bytes of resident memory."""

    empty_server: int
    per_live_table: int
    """With four players connected."""


class Ours(msgspec.Struct, frozen=True):
    flat_out: dict[str, list[Report]]
    """By game, every run."""
    thinking: Report
    simultaneous: Simultaneous
    reconnect: dict[str, list[Reconnect]]
    memory: Memory


class Ratios(msgspec.Struct, frozen=True):
    """Ours over theirs; medians of the runs. More is better, but for `p99`."""

    diamant_to_memory: float
    diamant_to_flatfile: float
    saboteur_to_memory: float | None
    p99: float | None


class Theirs(msgspec.Struct, frozen=True):
    version: str
    flat_out_memory: list[peer.Load]
    flat_out_flatfile: list[peer.Load]
    thinking: peer.Load | str
    """Here and below: or why there is no figure. On a busy machine it gives up where we wait."""
    simultaneous: peer.Simultaneous | str
    simultaneous_any_order: peer.Simultaneous | str
    reconnect: dict[int, int] | str
    memory_per_table: int


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    ours: Ours
    theirs: Theirs | None = None
    ratios: Ratios | None = None


class Running:
    """Our server as a process."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid

    def resident(self) -> int:
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def load(self, what: str, *options: str) -> bytes:
        done = subprocess.run(  # noqa: S603 - our own module, no shell
            [sys.executable, "-m", "filon.server.load", what, self.url, *options],
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise BenchError(f"the load generator failed: {done.stderr.decode()[-500:]}")
        return done.stdout

    def play(
        self, game: str, *, seconds: float, tables: int = 10, think_s: float = 0, warm_s: float = 1
    ) -> Report:
        options = {"game": game, "tables": tables, "think": think_s, "warm": warm_s, "seconds": seconds}
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        return msgspec.json.decode(self.load("play", *words), type=Report)


@contextmanager
def serving() -> Iterator[Running]:
    with tempfile.TemporaryDirectory(prefix="filon-bench-") as folder:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
        settings = {"FILON_DATABASE_URL": f"sqlite:///{folder}/filon.db", "FILON_LOG_FORMAT": "json"}
        server = subprocess.Popen(
            [sys.executable, "-m", "filon.server.cli", "serve", "--port", "0"],
            env={**clean, **_ROOMY, **settings},
            stderr=subprocess.PIPE,
        )
        try:
            assert server.stderr is not None
            said: dict[str, Any] = {}
            while said.get("event") != "serving":
                line = server.stderr.readline()
                if not line:
                    raise BenchError("the server did not start")
                said = msgspec.json.decode(line)
            yield Running(f"http://127.0.0.1:{said['port']}", server.pid)
        finally:
            server.terminate()
            server.communicate()


def measure(
    *,
    with_peer: bool,
    runs: int = 3,
    seconds: float = 5,
    thinking_tables: int = 1000,
    thinking_seconds: float = 20,
    tell: Any = lambda _line: None,
) -> Figures:
    """All figures; `tell` hears how far it is."""
    games = [game for game in GAMES_MEASURED if game in GAMES]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="filon-peer-")))
        if with_peer:
            tell("installing boardgame.io")
            peer.install(folder)
        flat_out: dict[str, list[Report]] = {game: [] for game in games}
        memory: list[peer.Load] = []
        flatfile: list[peer.Load] = []
        for run in range(runs):
            for game in games:
                with serving() as ours:
                    flat_out[game].append(ours.play(game, seconds=seconds))
                tell(f"run {run + 1}: {game} {flat_out[game][-1].moves_per_second:,.0f} moves/s")
            if with_peer:
                with peer.serving(folder, "memory") as theirs:
                    memory.append(theirs.play(seconds=seconds))
                with peer.serving(folder, "flatfile") as theirs:
                    flatfile.append(theirs.play(seconds=seconds))
                tell(
                    f"run {run + 1}: boardgame.io {memory[-1].moves_per_second:,.0f} in memory, "
                    f"{flatfile[-1].moves_per_second:,.0f} with FlatFile"
                )
        ours_rest = _rest_of_ours(flat_out, games, thinking_tables, thinking_seconds)
        think = ours_rest.thinking
        tell(f"{thinking_tables} tables: p50 {think.p50_ms} ms, p99 {think.p99_ms} ms")
        if not with_peer:
            return Figures(ours_rest)
        found = _rest_of_theirs(folder, memory, flatfile, thinking_tables, thinking_seconds)
        tell(f"boardgame.io: {_thinking(found)}")
    return Figures(ours_rest, found, _ratios(ours_rest, found))


def _rest_of_ours(
    flat_out: dict[str, list[Report]], games: Sequence[str], tables: int, seconds: float
) -> Ours:
    with serving() as ours:
        simultaneous = msgspec.json.decode(ours.load("simultaneous"), type=Simultaneous)
        reconnect = {
            game: msgspec.json.decode(ours.load("reconnect", "--game", game), type=list[Reconnect])
            for game in games
        }
    with serving() as ours:
        before = ours.resident()
        thinking = ours.play("diamant", tables=tables, think_s=_THINK_S * _SEATS, warm_s=10, seconds=seconds)
        grown = ours.resident() - before
    return Ours(flat_out, thinking, simultaneous, reconnect, Memory(before, grown // tables))


def _rest_of_theirs(
    folder: Path, memory: list[peer.Load], flatfile: list[peer.Load], tables: int, seconds: float
) -> Theirs:
    with peer.serving(folder) as theirs:
        simultaneous = _tried(theirs.choose_at_once)
        any_order = _tried(partial(theirs.choose_at_once, moves="any-order"))
        reconnect = _tried(theirs.reconnect)
    with peer.serving(folder) as theirs:
        before = theirs.memory()
        thinking = _tried(
            partial(theirs.play, tables=tables, think_s=_THINK_S * _SEATS, warm_s=10, seconds=seconds)
        )
        grown = theirs.memory() - before
    return Theirs(
        peer.VERSION, memory, flatfile, thinking, simultaneous, any_order, reconnect, grown // tables
    )


def _tried(measure_one: Callable[[], T]) -> T | str:
    try:
        return measure_one()
    except peer.PeerError as failed:
        return str(failed)


def _ratios(ours: Ours, theirs: Theirs) -> Ratios:
    memory = _median(theirs.flat_out_memory)
    saboteur = ours.flat_out.get("saboteur")
    return Ratios(
        diamant_to_memory=round(_median(ours.flat_out["diamant"]) / memory, 2),
        diamant_to_flatfile=round(_median(ours.flat_out["diamant"]) / _median(theirs.flat_out_flatfile), 2),
        saboteur_to_memory=round(_median(saboteur) / memory, 2) if saboteur else None,
        p99=None
        if isinstance(theirs.thinking, str)
        else round(ours.thinking.p99_ms / theirs.thinking.p99_ms, 3),
    )


def _median(runs: Sequence[Report] | Sequence[peer.Load]) -> float:
    return statistics.median(run.moves_per_second for run in runs)


def _thinking(theirs: Theirs) -> str:
    if isinstance(theirs.thinking, str):
        return theirs.thinking
    found = theirs.thinking
    return f"p50 {found.p50_ms} ms, p99 {found.p99_ms} ms at {found.moves_per_second:,.0f} moves/s"


def _choices(found: peer.Simultaneous | str) -> str:
    return found if isinstance(found, str) else f"{found.accepted} of {found.sent}"


def lines(figures: Figures) -> Iterator[str]:
    """The figures for a person."""
    ours, theirs, ratios = figures.ours, figures.theirs, figures.ratios
    yield "Flat out, ten tables of four players, durable (SQLite), acknowledged after the commit:"
    for game, runs in ours.flat_out.items():
        every = ", ".join(f"{run.moves_per_second:,.0f}" for run in runs)
        yield f"  {game:<10} {_median(runs):>8,.0f} moves/s   (runs: {every})"
    if theirs is not None:
        yield f"  boardgame.io {theirs.version} in memory {_median(theirs.flat_out_memory):,.0f}, FlatFile "
        yield f"  {_median(theirs.flat_out_flatfile):,.0f} moves/s"
    think = ours.thinking
    yield f"{think.tables:,} tables that think {_THINK_S:g} s: p50 {think.p50_ms} ms, p99 {think.p99_ms} ms"
    yield f"  at {think.moves_per_second:,.0f} moves/s"
    if theirs is not None:
        yield f"  boardgame.io: {_thinking(theirs)}"
    yield f"Simultaneous choices: {ours.simultaneous.accepted} of {ours.simultaneous.sent} accepted"
    if theirs is not None:
        yield f"  boardgame.io: {_choices(theirs.simultaneous)}"
        yield f"  with its option ignoreStaleStateID: {_choices(theirs.simultaneous_any_order)}"
    yield "Bytes to come back:"
    for game, found in ours.reconnect.items():
        for one in found:
            yield f"  {game:<10} at move {one.move}: {one.fresh:,} anew, {one.missed_four:,} for four entries"
    if theirs is not None and not isinstance(theirs.reconnect, str):
        for move, size in theirs.reconnect.items():
            yield f"  boardgame.io at move {move}: {size:,}"
    memory = ours.memory
    each = memory.per_live_table / 1024
    yield f"Memory: {memory.empty_server / 2**20:,.0f} MiB empty, {each:,.0f} KiB a live table"
    if theirs is not None:
        yield f"  boardgame.io: {theirs.memory_per_table / 1024:,.0f} KiB a table"
    if ratios is not None:
        yield (
            f"Ratios: Diamant {ratios.diamant_to_memory} x memory, {ratios.diamant_to_flatfile} x FlatFile; "
            f"Saboteur {ratios.saboteur_to_memory} x memory; p99 {ratios.p99} of theirs"
        )
