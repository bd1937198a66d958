"""`filon bench engine`: how fast the games are played, imagined and packed, beside others."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from filon.cli.asking import AsJson, print_json
from filon.lab.engine import PACKED_WITHIN, Figures, measure


def bench_engine_command(
    *,
    peers: Annotated[
        bool, typer.Option(help="Beside OpenSpiel, RLCard, PettingZoo and others, from PyPI.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the peers' environment here; a temporary folder by default.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each, taking turns; the best counts.")] = 3,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each of them counts.")] = 1.0,
    json: AsJson = False,
) -> None:
    """Games and decisions a second at random play, states imagined, rectangles packed; one thread."""
    screen = Console(stderr=True)
    figures = measure(
        with_peers=peers,
        folder=folder,
        runs=runs,
        seconds=seconds,
        tell=lambda line: screen.print(line, style="dim", highlight=False),
    )
    if json:
        print_json(figures)
        return
    for table in tables(figures):
        Console().print(table)
    for peer, why in figures.missing.items():
        Console().print(f"not measured: {peer}: {why}", highlight=False, markup=False)


def tables(figures: Figures) -> list[Table]:
    return [_lines(figures), _ratios(figures), _imagining(figures), _packing(figures)]


def _lines(figures: Figures) -> Table:
    how = "compiled" if figures.compiled else "interpreted: there is no C compiler here"
    table = Table(
        title=f"random play, one thread, a second of the processor (kernels {how})", title_justify="left"
    )
    for heading in ("engine", "game", "games/s", "decisions/s", "asked for"):
        table.add_column(heading)
    for line in figures.lines:
        asked = f"{line.wanted:,} games/s" if line.wanted else ""
        table.add_row(
            f"{line.engine} {line.version}".strip(),
            line.game,
            f"{line.games_per_second:,.1f}",
            f"{line.decisions_per_second:,.0f}",
            asked,
        )
    return table


def _ratios(figures: Figures) -> Table:
    table = Table(title="decisions a second of our kernels, as many times theirs", title_justify="left")
    table.add_column("theirs")
    for ours in figures.ratios:
        table.add_column(ours)
    others = dict.fromkeys(other for column in figures.ratios.values() for other in column)
    for other in others:
        shown = [f"{column[other]:,.1f}" if other in column else "" for column in figures.ratios.values()]
        table.add_row(other, *shown)
    return table


def _imagining(figures: Figures) -> Table:
    table = Table(title="states imagined from what a seat knows", title_justify="left")
    for heading in ("engine", "game", "a second", "asked for"):
        table.add_column(heading)
    for one in figures.imagining:
        table.add_row(one.engine, one.game, f"{one.per_second:,.0f}", f"{one.wanted:,}" if one.wanted else "")
    return table


def _packing(figures: Figures) -> Table:
    title = f"all fillings of 6 by 10 by the twelve pentominoes (asked for: within {PACKED_WITHIN} s)"
    table = Table(title=title, title_justify="left")
    for heading in ("engine", "fillings", "seconds", ""):
        table.add_column(heading)
    for one in figures.packing:
        name = f"{one.engine} {one.version}".strip()
        whole = "all" if one.complete else "stopped before the end"
        table.add_row(name, f"{one.fillings:,}", f"{one.seconds:.2f}", whole)
    return table
