"""What `filon bench lab` prints for people."""

from rich.table import Table

from bench.lab.measure import Figures


def tables(figures: Figures) -> list[Table]:
    """Without peers there is the first alone."""
    return [table for table in (_lines(figures), _best(figures), _ratios(figures)) if table.row_count]


def _lines(figures: Figures) -> Table:
    how = "compiled" if figures.compiled else "interpreted: there is no C compiler here"
    title = f"agent steps a second of one core, observation and mask each (kernels {how})"
    table = Table(title=title, title_justify="left")
    for heading in ("engine", "game", "steps/s", "", "asked for"):
        table.add_column(heading)
    for line in figures.lines:
        table.add_row(
            f"{line.engine} {line.version}".strip(),
            line.game,
            f"{line.steps_per_second:,.0f}",
            "compiled" if line.compiled else "Python",
            f"{line.wanted:,} steps/s" if line.wanted else "",
        )
    return table


def _best(figures: Figures) -> Table:
    table = Table(title="our batches beside the best Python peer", title_justify="left")
    for heading in ("game", "peer", "times", "asked for"):
        table.add_column(heading)
    for game, best in figures.best_python_peer.items():
        table.add_row(game, best.peer, f"{best.times:,.1f}", f"{best.wanted} times")
    return table


def _ratios(figures: Figures) -> Table:
    table = Table(title="steps a second of our batches, as many times theirs", title_justify="left")
    table.add_column("theirs")
    for ours in figures.ratios:
        table.add_column(ours)
    for other in dict.fromkeys(other for column in figures.ratios.values() for other in column):
        table.add_row(other, *(f"{column[other]:,.1f}" for column in figures.ratios.values()))
    return table
