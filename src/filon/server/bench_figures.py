"""What `filon bench server` found, for programs and for people."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from filon.server.load import Reconnect, Simultaneous
from filon.server.load_client import Report

THINK_S: Final = 2.0
"""How long every decision takes at the tables that think, on both servers."""


class Memory(msgspec.Struct, frozen=True):
    """Bytes of resident memory."""

    empty_server: int
    per_live_table: int
    """With four players connected."""


class Ours(msgspec.Struct, frozen=True):
    flat_out: dict[str, list[Report]]
    """By game, every run."""
    thinking: dict[str, Report]
    """By game."""
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
    thinking: Report | str
    """Here and below: or why there is no figure. On a busy machine it gives up where we wait."""
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
    """By our game."""


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    ours: Ours
    theirs: Theirs | None = None
    ratios: Ratios | None = None


def ratios(ours: Ours, theirs: Theirs) -> Ratios:
    def rate(game: str, others: Sequence[Report]) -> float:
        rounds = zip(ours.flat_out[game], others, strict=True)
        return round(
            statistics.median(one.moves_per_second / other.moves_per_second for one, other in rounds), 2
        )

    late = theirs.thinking
    return Ratios(
        diamant_to_memory=rate("diamant", theirs.flat_out_memory),
        diamant_to_flatfile=rate("diamant", theirs.flat_out_flatfile),
        diamant_to_any_order=rate("diamant", theirs.flat_out_any_order),
        saboteur_to_memory=rate("saboteur", theirs.flat_out_memory),
        p99={}
        if isinstance(late, str)
        else {game: round(found.p99_ms / late.p99_ms, 3) for game, found in ours.thinking.items()},
    )


def _median(runs: Sequence[Report], figure: Callable[[Report], float]) -> float:
    return statistics.median(figure(run) for run in runs)


def _flat_out(name: str, runs: Sequence[Report]) -> str:
    every = ", ".join(f"{run.moves_per_second:,.0f}" for run in runs)
    rate = _median(runs, lambda run: run.moves_per_second)
    cost = _median(runs, lambda run: run.server_us)
    return f"  {name:<28} {rate:>8,.0f} moves/s   {cost:>6,.0f} us of processor a move   (runs: {every})"


def _thinking(name: str, found: Report | str) -> str:
    if isinstance(found, str):
        return f"  {name:<28} {found}"
    return (
        f"  {name:<28} p50 {found.p50_ms} ms, p99 {found.p99_ms} ms, worst {found.worst_ms} ms"
        f" at {found.moves_per_second:,.0f} moves/s"
    )


def _choices(found: Simultaneous | str) -> str:
    return found if isinstance(found, str) else f"{found.accepted} of {found.sent}"


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
    tables = next(iter(ours.thinking.values())).tables
    yield f"{tables:,} tables where every decision takes {THINK_S:g} s:"
    for game, found in ours.thinking.items():
        yield _thinking(game, found)
    if theirs is not None:
        yield _thinking("boardgame.io", theirs.thinking)
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
    found_ratios = figures.ratios
    if found_ratios is not None:
        late = ", ".join(f"{game} {ratio}" for game, ratio in found_ratios.p99.items())
        yield (
            f"Ratios: Diamant {found_ratios.diamant_to_memory} x memory, "
            f"{found_ratios.diamant_to_flatfile} x FlatFile, "
            f"{found_ratios.diamant_to_any_order} x its Diamant in memory; "
            f"Saboteur {found_ratios.saboteur_to_memory} x memory; p99 of theirs: {late}"
        )
