"""What `filon bench engine` prints for people."""

from rich.table import Table

from bench.engine.measure import PACKED_WITHIN, Figures


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
