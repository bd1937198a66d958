"""`filon bench server`: how fast, how late, how large, how much; beside boardgame.io if asked.

The server and its load generator are processes of their own, the store is SQLite on disk and every move is
acknowledged after its commit. Runs of ours and theirs take turns, so that a busy machine is busy for both.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from bench.server import first_move, peer
from bench.server.figures import THINK_S, Figures, Memory, Ours, Theirs, ratios
from bench.server.load import Reconnect, Simultaneous
from bench.server.tally import Report
from filon.games.contract import FilonError

T = TypeVar("T")

ROOT: Final = Path(__file__).parents[2]
"""Of the repository: the load generators are modules below it."""
GAMES_MEASURED: Final = ("diamant", "saboteur")
ROOMY: Final = {
    "FILON_MESSAGES_PER_SECOND": "1000000",
    "FILON_MESSAGE_BURST": "1000000",
    "FILON_REQUESTS_PER_SECOND": "1000000",
    "FILON_REQUEST_BURST": "1000000",
    "FILON_STRANGER_REQUESTS_PER_SECOND": "1000000",
    "FILON_STRANGER_REQUEST_BURST": "1000000",
    "FILON_HANDSHAKES_PER_SECOND": "1000000",
    "FILON_HANDSHAKE_BURST": "1000000",
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
            [sys.executable, "-m", "bench.server.load", what, self.url, *options],
            capture_output=True,
            check=False,
            cwd=ROOT,
        )
        if done.returncode != 0:
            raise BenchError(f"the load generator failed: {done.stderr.decode()[-500:]}")
        return done.stdout

    def play(
        self,
        game: str,
        *,
        seconds: float,
        tables: int = 10,
        think_s: float = 0,
        by_table: bool = False,
        warm_s: float = 1,
    ) -> Report:
        """Four players a table. `think_s` is for each decision, or with `by_table` between two moves."""
        options = {
            "game": game, "tables": tables, "think": think_s, "warm": warm_s, "seconds": seconds,
            "pid": self.pid,
        }  # fmt: skip
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        pace = "--by-table" if by_table else "--by-decision"
        return msgspec.json.decode(self.load("play", pace, *words), type=Report)


@contextmanager
def serving(*, processes: int = 1, given: Mapping[str, str] = MappingProxyType({})) -> Iterator[Running]:
    """Over a SQLite file of its own, unless settings (`FILON_...`) are given that say otherwise."""
    with tempfile.TemporaryDirectory(prefix="filon-bench-") as folder:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
        settings = {"FILON_DATABASE_URL": f"sqlite:///{folder}/filon.db", "FILON_LOG_FORMAT": "json"}
        server = subprocess.Popen(  # noqa: S603 - our own module, no shell
            [sys.executable, "-m", "filon.server.cli", "serve", "--port", "0", "--processes", str(processes)],
            env={**clean, **ROOMY, **settings, **given},
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
    thinking_seconds: float = 10,
    tell: Callable[[str], None] = lambda _line: None,
) -> Figures:
    """All figures; `tell` hears how far it is."""
    patience = {"tables": thinking_tables, "think_s": THINK_S, "warm_s": 5, "seconds": thinking_seconds}
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
        late = _Late(patience)
        for run in range(runs):
            late.run(folder if with_peer else None)
            for line in late.latest():
                tell(f"run {run + 1}, {thinking_tables} tables: {line}")
        ours_found = _rest_of_ours(flat_out, late)
        with serving() as ours:
            phone = first_move.measure(ours.url, runs=runs, tell=tell)
        if not with_peer:
            return Figures(ours_found, first_move=phone)
        theirs_found = _rest_of_theirs(folder, beside, late)
    return Figures(ours_found, theirs_found, ratios(ours_found, theirs_found), phone)


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


class _Late:
    """Both servers with many tables that think, taking turns."""

    def __init__(self, patience: dict[str, Any]) -> None:
        self._patience = patience
        self.thinking: dict[str, list[Report]] = {game: [] for game in GAMES_MEASURED}
        self.deciding: list[Report] = []
        self.memory: list[Memory] = []
        self.their_thinking: list[Report] = []
        self.their_deciding: list[Report] = []
        self.their_memory: list[int] = []
        self.their_failure = ""

    def run(self, peer_in: Path | None) -> None:
        for game, found in self.thinking.items():
            with serving() as ours:
                before = ours.resident()
                found.append(ours.play(game, by_table=True, **self._patience))
                self.memory.append(Memory(before, (ours.resident() - before) // found[-1].tables))
        if peer_in is not None:
            self._try_theirs(peer_in, "cards", self.their_thinking, by_table=True)
        with serving() as ours:
            self.deciding.append(ours.play("diamant", **self._patience))
        if peer_in is not None:
            self._try_theirs(peer_in, "any-order", self.their_deciding, by_table=False)

    def _try_theirs(self, folder: Path, game: peer.Game, found: list[Report], *, by_table: bool) -> None:
        try:
            with peer.serving(folder) as theirs:
                before = theirs.memory()
                found.append(theirs.play(game, by_table=by_table, **self._patience))
                self.their_memory.append((theirs.memory() - before) // found[-1].tables)
        except peer.PeerError as failed:
            self.their_failure = str(failed)

    def latest(self) -> Iterator[str]:
        named = [*self.thinking.items(), ("diamant, all at once", self.deciding)]
        named += [("boardgame.io", self.their_thinking), ("boardgame.io, all at once", self.their_deciding)]
        for name, runs in named:
            if runs:
                yield f"{name}: p50 {runs[-1].p50_ms} ms, p99 {runs[-1].p99_ms} ms"


def _rest_of_ours(flat_out: dict[str, list[Report]], late: _Late) -> Ours:
    with serving() as ours:
        simultaneous = msgspec.json.decode(ours.load("simultaneous"), type=Simultaneous)
        reconnect = {
            game: msgspec.json.decode(ours.load("reconnect", "--game", game), type=list[Reconnect])
            for game in GAMES_MEASURED
        }
    memory = max(late.memory, key=lambda found: found.per_live_table)
    return Ours(flat_out, late.thinking, late.deciding, simultaneous, reconnect, memory)


def _rest_of_theirs(folder: Path, beside: _Beside, late: _Late) -> Theirs:
    with peer.serving(folder) as theirs:
        simultaneous = _tried(theirs.choose_at_once)
        any_order = _tried(partial(theirs.choose_at_once, "any-order"))
        reconnect = _tried(theirs.reconnect)
    return Theirs(
        peer.VERSION,
        *beside,
        late.their_thinking or late.their_failure,
        late.their_deciding or late.their_failure,
        simultaneous,
        any_order,
        reconnect,
        max(late.their_memory, default=0),
    )


def _tried(measure_one: Callable[[], T]) -> T | str:
    try:
        return measure_one()
    except peer.PeerError as failed:
        return str(failed)
