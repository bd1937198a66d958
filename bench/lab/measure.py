"""`filon bench lab`: agent steps a second, each with its observation and its mask, of our faces and of peers.

Everything takes turns, several times, and the best run of each counts; seconds are the processor's, those of
all threads together, so that a figure is a core's. All play at random; drawing the action is in the time,
making the tables is not. What peers play are other games.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

import msgspec
import numpy as np

from bench.engine.measure import SEATS
from bench.engine.peers import PeerError, Peers, Rate
from bench.lab.peers import PEERS, environment
from filon.games.registry import OURS
from filon.kernels import COMPILED
from filon.lab.batch import batch, sample
from filon.lab.batch_part import batch_maker
from filon.lab.extras import NotInstalled, extra

ROWS: Final = {"diamant": 4096, "saboteur": 128, "labyrinth": 128, "outofmine": 128}
"""Games a batch: as many as its rows stay within reach of the processor."""
_FEW: Final = 64
"""Games of a batch by the law, or of a kernel that is not compiled."""
STEPS_WANTED: Final = {"diamant": 1_000_000, "saboteur": 300_000}
"""Agent steps a second and core of a batch."""
TIMES_WANTED: Final = 10
"""As many steps as the best Python peer, at least."""
OUR_BATCH: Final = "filon batch"
OUR_PETTINGZOO: Final = "filon pettingzoo"


class Line(msgspec.Struct, frozen=True):
    """The best run of one engine at one game."""

    engine: str
    game: str
    steps_per_second: float
    compiled: bool
    wanted: int | None = None
    version: str = ""


class Best(msgspec.Struct, frozen=True):
    """One of our games beside the fastest peer whose games are stepped in Python."""

    peer: str
    times: float
    wanted: int = TIMES_WANTED


class Figures(msgspec.Struct, frozen=True):
    compiled: bool
    lines: tuple[Line, ...]
    best_python_peer: dict[str, Best]
    """By our game."""
    ratios: dict[str, dict[str, float]]
    """By our game, by peer and its game: how many times as many steps a second our batch makes."""
    missing: dict[str, str]
    """What could not be measured, and why."""


Play = tuple[str, str, Callable[[], Rate]]
"""Engine, game, and one run."""


def measure(
    *,
    with_peers: bool,
    folder: Path | None = None,
    runs: int = 3,
    seconds: float = 1.0,
    tell: Callable[[str], object] = lambda _line: None,
) -> Figures:
    """`folder` keeps the peers' environments for the next time; otherwise they are temporary."""
    missing: dict[str, str] = {}
    with _environments(folder, missing, with_peers=with_peers, tell=tell) as there:
        plays = [*_ours(seconds, missing), *_theirs(there, seconds)]
        lines = _taking_turns(plays, runs, missing, tell)
    ratios = _ratios(lines)
    return Figures(
        compiled=COMPILED,
        lines=lines,
        best_python_peer=_best(lines, ratios),
        ratios=ratios,
        missing=missing,
    )


@contextmanager
def _environments(
    folder: Path | None, missing: dict[str, str], *, with_peers: bool, tell: Callable[[str], object]
) -> Iterator[dict[str, Peers]]:
    there: dict[str, Peers] = {}
    with tempfile.TemporaryDirectory(prefix="filon-peers-") as scratch:
        for peer in PEERS if with_peers else ():
            tell(f"installing {peer}")
            try:
                there[peer] = environment(peer, folder or Path(scratch))
            except PeerError as error:
                missing[peer] = str(error)
        yield there


def _ours(seconds: float, missing: dict[str, str]) -> Iterator[Play]:
    for name in OURS:
        yield OUR_BATCH, name, partial(step_batch, name, seconds)
    try:
        with extra("lab"):
            from bench.lab.one_by_one import step_pettingzoo  # noqa: PLC0415 - batches need NumPy alone
    except NotInstalled as error:
        missing[OUR_PETTINGZOO] = str(error)
        return
    for name in OURS:
        yield OUR_PETTINGZOO, name, partial(step_pettingzoo, name, SEATS[name], seconds)


def _theirs(there: dict[str, Peers], seconds: float) -> Iterator[Play]:
    for peer, one in there.items():
        for game in PEERS[peer].games:
            yield peer, game, partial(one.play, peer, game, seconds)


def step_batch(name: str, seconds: float) -> Rate:
    fast = COMPILED and batch_maker(name) is not None
    rows = ROWS.get(name, _FEW) if fast else _FEW
    with batch(name, games=rows, seats=SEATS.get(name), seed=1) as games:
        rng = np.random.default_rng(1)
        ended = steps = 0
        began = process_time()
        while (spent := process_time() - began) < seconds:
            games.step(sample(games.masks, rng))
            steps += rows
            ended += int(games.ended.sum())
    return Rate(ended, steps, spent)


def _taking_turns(
    plays: Sequence[Play], runs: int, missing: dict[str, str], tell: Callable[[str], object]
) -> tuple[Line, ...]:
    best: dict[tuple[str, str], Rate] = {}
    for turn in range(runs):
        tell(f"random play, run {turn + 1} of {runs}")
        for engine, game, run in plays:
            try:
                rate = run()
            except PeerError as error:
                missing[f"{engine} {game}"] = str(error)
                continue
            before = best.get((engine, game))
            if before is None or _speed(rate) > _speed(before):
                best[engine, game] = rate
    return tuple(
        Line(
            engine,
            game,
            _speed(rate),
            PEERS[engine].compiled if engine in PEERS else engine == OUR_BATCH and COMPILED,
            STEPS_WANTED.get(game) if engine == OUR_BATCH else None,
            rate.version,
        )
        for (engine, game), rate in best.items()
    )


def _speed(rate: Rate) -> float:
    return rate.decisions / rate.seconds


def _ratios(lines: Sequence[Line]) -> dict[str, dict[str, float]]:
    return {
        ours.game: {
            f"{theirs.engine} {theirs.game}": ours.steps_per_second / theirs.steps_per_second
            for theirs in lines
            if theirs.engine in PEERS and theirs.steps_per_second
        }
        for ours in lines
        if ours.engine == OUR_BATCH
    }


def _best(lines: Sequence[Line], ratios: dict[str, dict[str, float]]) -> dict[str, Best]:
    python = [line for line in lines if line.engine in PEERS and not line.compiled]
    if not python:
        return {}
    fastest = max(python, key=lambda line: line.steps_per_second)
    name = f"{fastest.engine} {fastest.game}"
    return {game: Best(name, column[name]) for game, column in ratios.items()}
