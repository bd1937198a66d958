"""`filon bench engine`: laws, kernels and peers at random play, imagining and packing, one thread each.

Everything takes turns, several times, and the best run of each counts; seconds are the processor's, so that
others who use the machine cost neither side. What peers play are other games; what compares is the decisions
a second that somebody who studies games gets.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from bench.engine import peers
from bench.engine.peers import Packed, PeerError, Peers, Rate
from filon.games.contract import Seat
from filon.games.outofmine.geometry import drawn
from filon.games.outofmine.pieces import COLOURS, FIGURES, Colour, Shape
from filon.games.registry import GAMES, OURS
from filon.kernels import COMPILED
from filon.kernels.outofmine.kernel_packing import Packer
from filon.kernels.registry import BRIDGES
from filon.kernels.stream import Stream
from filon.lab.walk import walk

SEATS: Final = {"saboteur": 5, "diamant": 5, "labyrinth": 4, "outofmine": 4}
GAMES_WANTED: Final = {"saboteur": 10_000, "diamant": 200_000, "labyrinth": 5_000}
"""Games a second of the kernel, compiled."""
IMAGINED_WANTED: Final = {"saboteur": 200_000, "diamant": 200_000}
PACKED_WITHIN: Final = 2.5
FILLINGS: Final = {(6, 10): 9356, (3, 20): 8}
"""Of rectangles by the twelve pentominoes."""
_IMAGINE_AFTER: Final = 6
"""Decisions into a game: something is known and something is not."""


class Line(msgspec.Struct, frozen=True):
    """The best run of one engine at one game."""

    engine: str
    game: str
    games_per_second: float
    decisions_per_second: float
    wanted: int | None = None
    """Games a second that were asked for."""
    version: str = ""


class Imagining(msgspec.Struct, frozen=True):
    engine: str
    game: str
    per_second: float
    wanted: int | None = None


class Packing(msgspec.Struct, frozen=True):
    engine: str
    fillings: int
    seconds: float
    complete: bool
    version: str = ""


class Figures(msgspec.Struct, frozen=True):
    compiled: bool
    lines: tuple[Line, ...]
    imagining: tuple[Imagining, ...]
    packing: tuple[Packing, ...]
    ratios: dict[str, dict[str, float]]
    """By kernel, by engine and game: how many times as many decisions a second."""
    missing: dict[str, str]
    """Peers that could not be measured, and why."""


def measure(
    *,
    with_peers: bool,
    folder: Path | None = None,
    runs: int = 3,
    seconds: float = 1.0,
    rectangle: tuple[int, int] = (6, 10),
    pack_seconds: float = 60.0,
    tell: Callable[[str], object] = lambda _line: None,
) -> Figures:
    """`folder` keeps the peers' environment for the next time; otherwise it is a temporary one."""
    missing: dict[str, str] = {}
    with _environment(folder, missing, with_peers=with_peers, tell=tell) as there:
        plays = [*_our_plays(seconds), *_peer_plays(there, seconds, missing)]
        lines = _taking_turns(plays, runs, missing, tell)
        imagining = _imagining(runs, seconds, tell)
        tell("packing a rectangle with the twelve pentominoes")
        ours, rows = _packed(rectangle, runs)
        theirs = _packed_by_peers(there, rows, pack_seconds, missing, tell)
    return Figures(
        compiled=COMPILED,
        lines=lines,
        imagining=imagining,
        packing=tuple(
            Packing(engine, one.fillings, one.seconds, one.fillings == FILLINGS[rectangle], one.version)
            for engine, one in {"kernel": ours, **theirs}.items()
        ),
        ratios=_ratios(lines),
        missing=missing,
    )


@contextmanager
def _environment(
    folder: Path | None, missing: dict[str, str], *, with_peers: bool, tell: Callable[[str], object]
) -> Iterator[Peers | None]:
    with tempfile.TemporaryDirectory(prefix="filon-peers-") as scratch:
        if not with_peers:
            yield None
            return
        try:
            there = Peers(folder or Path(scratch))
        except PeerError as error:
            missing.update(dict.fromkeys(peers.PACKAGES, str(error)))
            yield None
            return
        for peer in peers.PACKAGES:
            tell(f"installing {peer}")
            try:
                there.install(peer)
            except PeerError as error:
                missing[peer] = str(error)
        yield there


Play = tuple[str, str, Callable[[], Rate]]
"""Engine, game, and one run."""


def _our_plays(seconds: float) -> Iterator[Play]:
    for name in OURS:
        yield "law", name, partial(_law, name, seconds)
    for name in (name for name in OURS if name in BRIDGES):
        yield "kernel", name, partial(_kernel, name, seconds)


def _peer_plays(there: Peers | None, seconds: float, missing: dict[str, str]) -> Iterator[Play]:
    if there is not None:
        for peer, game in peers.GAMES:
            if peer not in missing:
                yield peer, game, partial(there.play, peer, game, seconds)


def _law(name: str, seconds: float) -> Rate:
    game = GAMES[name]
    games = decisions = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        chance = Stream(1, games)
        state = game.deal(SEATS[name], game.simulation, chance)
        decisions += sum(1 for _ in walk(game, state, chance))
        games += 1
    return Rate(games, decisions, spent)


def _kernel(name: str, seconds: float) -> Rate:
    bridge = BRIDGES[name]
    options = bridge.game.simulation
    games = decisions = 0
    part = 1
    began = process_time()
    while (spent := process_time() - began) < seconds:
        decisions += bridge.series(SEATS[name], options, 1, range(games, games + part)).decisions
        games += part
        part = min(2 * part, 10_000)
    return Rate(games, decisions, spent)


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
            if before is None or rate.games / rate.seconds > before.games / before.seconds:
                best[engine, game] = rate
    return tuple(
        Line(
            engine,
            game,
            rate.games / rate.seconds,
            rate.decisions / rate.seconds,
            GAMES_WANTED.get(game) if engine == "kernel" else None,
            rate.version,
        )
        for (engine, game), rate in best.items()
    )


def _imagining(runs: int, seconds: float, tell: Callable[[str], object]) -> tuple[Imagining, ...]:
    """States drawn from what the seat knows that is to act, six decisions into a game."""
    tell("imagining")
    best: dict[tuple[str, str], float] = {}
    for _ in range(runs):
        for name in OURS:
            game = GAMES[name]
            state = game.deal(SEATS[name], game.simulation, Stream(2))
            for number, step in enumerate(walk(game, state, Stream(3)), 1):
                state = step.after
                if number == _IMAGINE_AFTER:
                    break
            view = game.view(state, min(game.to_act(state), default=Seat(0)))
            stream = Stream(4)
            found = {"law": _calls(partial(game.imagine, view, stream), seconds)}
            if name in BRIDGES:
                imaginer = BRIDGES[name].imaginer(view)
                found["kernel"] = _calls(partial(imaginer.imagine, stream), seconds)
            for engine, rate in found.items():
                best[engine, name] = max(rate, best.get((engine, name), 0.0))
    return tuple(
        Imagining(engine, name, rate, IMAGINED_WANTED.get(name) if engine == "kernel" else None)
        for (engine, name), rate in sorted(best.items())
    )


def _calls(call: Callable[[], object], seconds: float) -> float:
    made = 0
    part = 1
    began = process_time()
    while (spent := process_time() - began) < seconds:
        for _ in range(part):
            call()
        made += part
        part = min(2 * part, 1000)
    return made / spent


def _packed(rectangle: tuple[int, int], runs: int) -> tuple[Packed, list[list[int]]]:
    """Our best run, and the rows of the exact cover: a tile, and the cells that it lies on."""
    cells = [(row, column) for row in range(rectangle[0]) for column in range(rectangle[1])]
    white = [FIGURES[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE]
    tiles = [*white, drawn("#.. ##. .##"), drawn(".#. ### .#.")]
    solver = Packer(cells, tiles, [0] * len(tiles), [1] * len(tiles))
    best = Packed(0, float("inf"))
    for _ in range(runs):
        began = process_time()
        found = len(solver.fill_all([len(tiles)], [1] * len(tiles)))
        best = min(best, Packed(found, process_time() - began), key=lambda one: one.seconds)
    places = {cell: len(tiles) + number for number, cell in enumerate(cells)}
    return best, [[shape, *(places[cell] for cell in laid)] for shape, laid in solver.lays]


def _packed_by_peers(
    there: Peers | None,
    rows: list[list[int]],
    seconds: float,
    missing: dict[str, str],
    tell: Callable[[str], object],
) -> dict[str, Packed]:
    """They are stopped after `seconds`, where they can be."""
    packed: dict[str, Packed] = {}
    for peer in peers.PACKERS:
        if there is not None and peer not in missing:
            tell(f"packing with {peer}")
            try:
                packed[peer] = there.pack(peer, rows, seconds)
            except PeerError as error:
                missing[peer] = str(error)
    return packed


def _ratios(lines: Sequence[Line]) -> dict[str, dict[str, float]]:
    return {
        ours.game: {
            f"{theirs.engine} {theirs.game}": ours.decisions_per_second / theirs.decisions_per_second
            for theirs in lines
            if theirs.engine != "kernel" and (theirs.engine != "law" or theirs.game == ours.game)
        }
        for ours in lines
        if ours.engine == "kernel"
    }
