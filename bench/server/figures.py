"""What `filon bench server` found, for programs and for people."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from bench.server.first_move import SLOWER, FirstMove
from bench.server.load import Reconnect, Simultaneous
from bench.server.tally import Report

THINK_S: Final = 2.0
"""At the tables that think, on both servers: the time between two moves of a table, or that a decision
takes.
"""


class Memory(msgspec.Struct, frozen=True):
    """Bytes of resident memory."""

    empty_server: int
    per_live_table: int
    """With four players connected."""


class Ours(msgspec.Struct, frozen=True):
    flat_out: dict[str, list[Report]]
    """By game, every run."""
    thinking: dict[str, list[Report]]
    """By game, every run: each table makes a move in that time."""
    deciding: list[Report]
    """Every run of Diamant where each of the decisions that are taken at once takes that time."""
    simultaneous: Simultaneous
    reconnect: dict[str, list[Reconnect]]
    memory: Memory


class Theirs(msgspec.Struct, frozen=True):
    """boardgame.io with a card game of hidden hands, and with Diamant's decisions where that is said."""

    version: str
    flat_out_memory: list[Report]
    flat_out_flatfile: list[Report]
    flat_out_any_order: list[Report]
    """Diamant's decisions in memory, with its option for simultaneous moves, which we have always."""
    thinking: list[Report] | str
    """The card game. Here and below: or why there is no figure. On a busy machine it gives up where we
    wait.
    """
    deciding: list[Report] | str
    """Diamant's decisions, with its option for simultaneous moves."""
    simultaneous: Simultaneous | str
    simultaneous_any_order: Simultaneous | str
    reconnect: dict[int, int] | str
    memory_per_table: int


class Ratios(msgspec.Struct, frozen=True):
    """Ours over theirs, the median of the rounds, in each of which they take turns.

    More is better, but for the p99.
    """

    diamant_to_memory: float
    diamant_to_flatfile: float
    diamant_to_any_order: float
    saboteur_to_memory: float
    p99: dict[str, float]
    """By our game, each beside the card game at the same number of moves a second."""
    p99_deciding: float | None
    """Diamant beside Diamant's decisions."""


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    ours: Ours
    theirs: Theirs | None = None
    ratios: Ratios | None = None
    first_move: list[FirstMove] | str = ""
    """Or why there is no figure."""


def ratios(ours: Ours, theirs: Theirs) -> Ratios:
    def rate(game: str, others: Sequence[Report]) -> float:
        rounds = zip(ours.flat_out[game], others, strict=True)
        return round(
            statistics.median(one.moves_per_second / other.moves_per_second for one, other in rounds), 2
        )

    def later(ones: Sequence[Report], others: Sequence[Report] | str) -> float | None:
        if isinstance(others, str):
            return None
        # As many as both have: the other server does not stand every run.
        rounds = zip(ones, others, strict=False)
        return round(statistics.median(one.p99_ms / other.p99_ms for one, other in rounds), 3)

    late = {game: later(runs, theirs.thinking) for game, runs in ours.thinking.items()}
    return Ratios(
        diamant_to_memory=rate("diamant", theirs.flat_out_memory),
        diamant_to_flatfile=rate("diamant", theirs.flat_out_flatfile),
        diamant_to_any_order=rate("diamant", theirs.flat_out_any_order),
        saboteur_to_memory=rate("saboteur", theirs.flat_out_memory),
        p99={game: ratio for game, ratio in late.items() if ratio is not None},
        p99_deciding=later(ours.deciding, theirs.deciding),
    )


def _spread(runs: Sequence[Report], figure: Callable[[Report], float], form: str = ",.1f") -> str:
    """The median, and from where to where the runs went."""
    found = [figure(run) for run in runs]
    middle = format(statistics.median(found), form)
    return f"{middle} ({min(found):{form}} to {max(found):{form}})" if len(found) > 1 else middle


def _flat_out(name: str, runs: Sequence[Report]) -> str:
    rate = _spread(runs, lambda run: run.moves_per_second, ",.0f")
    cost = _spread(runs, lambda run: run.server_us, ",.0f")
    size = _spread(runs, lambda run: run.bytes_a_move, ",.0f")
    return f"  {name:<28} {rate} moves/s, {cost} us of processor a move; {size} bytes a move to each viewer"


def _thinking(name: str, runs: Sequence[Report] | str) -> str:
    if isinstance(runs, str):
        return f"  {name:<28} {runs}"
    return (
        f"  {name:<28} p50 {_spread(runs, lambda run: run.p50_ms)} ms,"
        f" p99 {_spread(runs, lambda run: run.p99_ms)} ms,"
        f" worst {max(run.worst_ms for run in runs):,.1f} ms"
        f" at {_spread(runs, lambda run: run.moves_per_second, ',.0f')} moves/s;"
        f" {_spread(runs, lambda run: run.server_us, ',.0f')} us a move;"
        f" p99 of the generator's own timers {_spread(runs, lambda run: run.load_lag_p99_ms)} ms"
    )


def _choices(found: Simultaneous | str) -> str:
    return found if isinstance(found, str) else f"{found.accepted} of {found.sent}"


def _first_moves(found: list[FirstMove] | str) -> Iterator[str]:
    if isinstance(found, str):
        yield f"First move on a phone: {found or 'not measured'}"
        return
    yield f"First move on a phone, a processor {SLOWER} times slower, nothing in its cache:"
    for one in found:
        times = [visit.ready_ms for visit in one.visits]
        cpu = statistics.median(visit.cpu_ms for visit in one.visits)
        most = max(visit.bytes for visit in one.visits)
        yield (
            f"  {one.game:<28} {one.ready_ms:,.0f} ms ({min(times):,.0f} to {max(times):,.0f}),"
            f" {cpu:,.0f} ms of processor; {most / 1000:,.1f} kB in {one.visits[0].requests} answers"
        )


def lines(figures: Figures) -> Iterator[str]:
    """The figures for a person."""
    ours, theirs = figures.ours, figures.theirs
    yield "Flat out, ten tables of four players; ours durable (SQLite), acknowledged after the commit:"
    for game, runs in ours.flat_out.items():
        yield _flat_out(game, runs)
    if theirs is not None:
        yield _flat_out(f"boardgame.io {theirs.version}, memory", theirs.flat_out_memory)
        yield _flat_out("  with FlatFile", theirs.flat_out_flatfile)
        yield _flat_out("  Diamant, ignoreStaleStateID", theirs.flat_out_any_order)
    tables = ours.deciding[0].tables
    yield f"{tables:,} tables that make a move every {THINK_S:g} s:"
    for game, runs in ours.thinking.items():
        yield _thinking(game, runs)
    if theirs is not None:
        yield _thinking("boardgame.io", theirs.thinking)
    yield f"{tables:,} tables where each of four choices at once takes {THINK_S:g} s:"
    yield _thinking("diamant", ours.deciding)
    if theirs is not None:
        yield _thinking("boardgame.io, Diamant", theirs.deciding)
    yield f"Simultaneous choices: {_choices(ours.simultaneous)} accepted"
    if theirs is not None:
        yield f"  boardgame.io: {_choices(theirs.simultaneous)}"
        yield f"  with its option ignoreStaleStateID: {_choices(theirs.simultaneous_any_order)}"
    yield "Bytes to come back:"
    for game, sizes in ours.reconnect.items():
        for one in sizes:
            yield f"  {game:<10} at move {one.move}: {one.fresh:,} anew, {one.missed_four:,} for four entries"
    if theirs is not None and not isinstance(theirs.reconnect, str):
        for move, size in theirs.reconnect.items():
            yield f"  boardgame.io at move {move}: {size:,}"
    each = ours.memory.per_live_table / 1024
    yield f"Memory: {ours.memory.empty_server / 2**20:,.0f} MiB empty, {each:,.0f} KiB a live table"
    if theirs is not None:
        yield f"  boardgame.io: {theirs.memory_per_table / 1024:,.0f} KiB a table"
    yield from _first_moves(figures.first_move)
    found_ratios = figures.ratios
    if found_ratios is not None:
        late = ", ".join(f"{game} {ratio}" for game, ratio in found_ratios.p99.items())
        yield (
            f"Ratios: Diamant {found_ratios.diamant_to_memory} x memory, "
            f"{found_ratios.diamant_to_flatfile} x FlatFile, "
            f"{found_ratios.diamant_to_any_order} x its Diamant in memory; "
            f"Saboteur {found_ratios.saboteur_to_memory} x memory; p99 of theirs: {late}; "
            f"where all choose at once {found_ratios.p99_deciding or 'not known'}"
        )
