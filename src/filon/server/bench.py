"""`filon bench server`: how fast, how late, how large, how much; beside boardgame.io if asked.

The server and its load generator are processes of their own, the store is SQLite on disk and every move is
acknowledged after its commit. Runs of ours and theirs take turns, so that a busy machine is busy for both.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from filon.games.contract import FilonError
from filon.server import peer
from filon.server.bench_figures import THINK_S, Figures, Memory, Ours, Theirs, ratios
from filon.server.load import Reconnect, Simultaneous
from filon.server.load_client import Report

T = TypeVar("T")

GAMES_MEASURED: Final = ("diamant", "saboteur")
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
        options = {
            "game": game, "tables": tables, "think": think_s, "warm": warm_s, "seconds": seconds,
            "pid": self.pid,
        }  # fmt: skip
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
    tell: Callable[[str], None] = lambda _line: None,
) -> Figures:
    """All figures; `tell` hears how far it is."""
    think = partial(_think, tables=thinking_tables, seconds=thinking_seconds)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="filon-peer-")))
        if with_peer:
            tell("installing boardgame.io")
            peer.install(folder)
        flat_out: dict[str, list[Report]] = {game: [] for game in GAMES_MEASURED}
        beside = _Beside([], [], [])
        for run in range(runs):
            for game in GAMES_MEASURED:
                with serving() as ours:
                    flat_out[game].append(ours.play(game, seconds=seconds))
                tell(f"run {run + 1}: {game} {flat_out[game][-1].moves_per_second:,.0f} moves/s")
            if with_peer:
                beside.run(folder, seconds)
                tell(
                    f"run {run + 1}: boardgame.io {beside.memory[-1].moves_per_second:,.0f} moves/s in memory"
                )
        ours_found = _rest_of_ours(flat_out, think)
        for game, found in ours_found.thinking.items():
            tell(f"{thinking_tables} tables of {game}: p50 {found.p50_ms} ms, p99 {found.p99_ms} ms")
        if not with_peer:
            return Figures(ours_found)
        theirs_found = _rest_of_theirs(folder, beside, think)
    return Figures(ours_found, theirs_found, ratios(ours_found, theirs_found))


class _Beside(NamedTuple):
    """What boardgame.io does in our rounds."""

    memory: list[Report]
    flatfile: list[Report]
    any_order: list[Report]

    def run(self, folder: Path, seconds: float) -> None:
        with peer.serving(folder, "memory") as theirs:
            self.memory.append(theirs.play(seconds=seconds))
        with peer.serving(folder, "flatfile") as theirs:
            self.flatfile.append(theirs.play(seconds=seconds))
        with peer.serving(folder, "memory") as theirs:
            self.any_order.append(theirs.play("any-order", seconds=seconds))


class _Thinks(Protocol):
    def __call__(self, play: Callable[..., Report]) -> Report: ...


def _think(play: Callable[..., Report], *, tables: int, seconds: float) -> Report:
    return play(tables=tables, think_s=THINK_S, warm_s=10, seconds=seconds)


def _rest_of_ours(flat_out: dict[str, list[Report]], think: _Thinks) -> Ours:
    with serving() as ours:
        simultaneous = msgspec.json.decode(ours.load("simultaneous"), type=Simultaneous)
        reconnect = {
            game: msgspec.json.decode(ours.load("reconnect", "--game", game), type=list[Reconnect])
            for game in GAMES_MEASURED
        }
    thinking: dict[str, Report] = {}
    memory = Memory(0, 0)
    for game in GAMES_MEASURED:
        with serving() as ours:
            before = ours.resident()
            thinking[game] = think(partial(ours.play, game))
            grown = ours.resident() - before
            memory = max(memory, Memory(before, grown // thinking[game].tables), key=_by_table)
    return Ours(flat_out, thinking, simultaneous, reconnect, memory)


def _by_table(memory: Memory) -> int:
    return memory.per_live_table


def _rest_of_theirs(folder: Path, beside: _Beside, think: _Thinks) -> Theirs:
    with peer.serving(folder) as theirs:
        simultaneous = _tried(theirs.choose_at_once)
        any_order = _tried(partial(theirs.choose_at_once, "any-order"))
        reconnect = _tried(theirs.reconnect)
    with peer.serving(folder) as theirs:
        before = theirs.memory()
        thinking = _tried(partial(think, theirs.play))
        grown = theirs.memory() - before
    return Theirs(
        peer.VERSION,
        *beside,
        thinking,
        simultaneous,
        any_order,
        reconnect,
        0 if isinstance(thinking, str) else grown // thinking.tables,
    )


def _tried(measure_one: Callable[[], T]) -> T | str:
    try:
        return measure_one()
    except peer.PeerError as failed:
        return str(failed)
