"""`filon bench`: what is measured lives in the repository's `bench/` folder, which no wheel carries."""

# ruff: noqa: PLC0415 - what is in bench/ can be imported only where it was found

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import filon
from filon.cli.asking import AsJson, print_json

app = typer.Typer(
    no_args_is_help=True,
    help="Measure, from a checkout of the repository.",
    add_completion=False,
    rich_markup_mode=None,
)


@app.command("engine")
def bench_engine(
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
    _find_benchmarks()
    from rich.console import Console

    from bench.engine.measure import measure
    from bench.engine.tables import tables

    figures = measure(with_peers=peers, folder=folder, runs=runs, seconds=seconds, tell=_tell)
    if json:
        print_json(figures)
        return
    for table in tables(figures):
        Console().print(table)
    for peer, why in figures.missing.items():
        typer.echo(f"not measured: {peer}: {why}")


@app.command("lab")
def bench_lab(
    *,
    peers: Annotated[
        bool, typer.Option(help="Beside PettingZoo, RLCard, OpenSpiel, EnvPool and PufferLib, from PyPI.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the peers' environments here; a temporary folder by default.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each, taking turns; the best counts.")] = 3,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each of them counts.")] = 1.0,
    json: AsJson = False,
) -> None:
    """Agent steps a second, observation and mask each, of the lab's batches and of peers; one core."""
    _find_benchmarks()
    from rich.console import Console

    from filon.lab.extras import extra

    with extra("lab"):
        from bench.lab.measure import measure
        from bench.lab.tables import tables
    figures = measure(with_peers=peers, folder=folder, runs=runs, seconds=seconds, tell=_tell)
    if json:
        print_json(figures)
        return
    for table in tables(figures):
        Console().print(table)
    for what, why in figures.missing.items():
        typer.echo(f"not measured: {what}: {why}")


@app.command("server")
def bench_server(
    *,
    peer: Annotated[bool, typer.Option("--peer", help="Beside boardgame.io, installed from npm.")] = False,
    json: AsJson = False,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each flat-out measure, taking turns.")] = 3,
    seconds: Annotated[float, typer.Option(min=1, help="How long each of them counts.")] = 5,
    tables: Annotated[int, typer.Option(min=1, help="Tables that think.")] = 1000,
    processes: Annotated[str, typer.Option(help="Instead: what these numbers of processes are worth.")] = "",
    servers: Annotated[
        str, typer.Option(help="Instead: what these numbers of servers are worth, over PostgreSQL and Redis.")
    ] = "",
    spread: Annotated[
        bool, typer.Option("--spread", help="With --servers: the players of a table at different ones.")
    ] = False,
    game: Annotated[
        str, typer.Option(help="With --processes, --servers and --analyses: what is played.")
    ] = "diamant",
    analyses: Annotated[
        bool, typer.Option("--analyses", help="Instead: what an analysis beside costs those who play.")
    ] = False,
) -> None:
    """Moves a second, latency, bytes to come back, memory; with real processes over real WebSockets."""
    _find_benchmarks()
    from filon.games.contract import FilonError

    if analyses:
        _analyses(game, tables, runs, seconds, as_json=json)
        return
    if processes or servers:
        try:
            from bench.server import growth
        except ModuleNotFoundError as missing:
            _fail(f"{missing.name} is missing here; scripts/setup test installs it")
        load = growth.Load(game, runs, seconds, spread=spread)
        try:
            if processes:
                grown = growth.measure_processes(_counts(processes), load, _tell)
            else:
                grown = growth.measure_servers(_counts(servers), load, _tell)
        except FilonError as error:
            _fail(str(error))
        if json:
            print_json(grown)
        else:
            for line in growth.lines(grown, "processes" if processes else "servers"):
                typer.echo(line)
        return
    from bench.server.figures import lines
    from bench.server.measure import measure

    try:
        figures = measure(
            with_peer=peer,
            runs=runs,
            seconds=seconds,
            thinking_tables=tables,
            tell=_tell,
        )
    except FilonError as error:
        _fail(str(error))
    if json:
        print_json(figures)
    else:
        for line in lines(figures):
            typer.echo(line)


def _analyses(game: str, tables: int, runs: int, seconds: float, *, as_json: bool) -> None:
    from bench.server import analyses
    from filon.games.contract import FilonError

    try:
        cost = analyses.measure(analyses.Load(game, tables, runs, seconds), _tell)
    except FilonError as error:
        _fail(str(error))
    if as_json:
        print_json(cost)
    else:
        for line in analyses.lines(cost):
            typer.echo(line)


def _counts(text: str) -> list[int]:
    try:
        counts = [int(word) for word in text.split(",")]
    except ValueError:
        counts = []
    if not counts or min(counts) < 1:
        _fail(f"numbers are like 1,2 and not {text!r}")
    return counts


@app.command("chaos")
def bench_chaos(
    *,
    servers: Annotated[
        list[int] | None,
        typer.Option(min=1, max=9, help="A round with so many; 1 is SQLite, more are PostgreSQL and Redis."),
    ] = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables of each round.")] = 200,
    kills: Annotated[int, typer.Option(min=0, help="kill -9 of a server, over all rounds.")] = 60,
    minutes: Annotated[float, typer.Option(min=0.5, help="Of play, over all rounds.")] = 9,
    seed: Annotated[int, typer.Option(min=0, help="Draws the tables and the faults.")] = 1,
    processes: Annotated[
        int, typer.Option(min=1, max=9, help="Of each server; then half of the kills hit one of them.")
    ] = 1,
    short: Annotated[bool, typer.Option("--short", help="One of each fault, in half a minute.")] = False,
    add: Annotated[
        list[Path] | None, typer.Option(exists=True, help="Add what other runs printed with --json.")
    ] = None,
    only_add: Annotated[bool, typer.Option("--only-add", help="Run nothing, add up only.")] = False,
    json: AsJson = False,
) -> None:
    """Play on while servers are killed, stopped and replaced, and Redis and PostgreSQL go away.

    Fails where an acknowledged command is lost or doubled, somebody connected is declared absent, a table is
    silent for more than five seconds beyond the outage, or a viewer is told what it may not know.
    """
    _find_benchmarks()
    import msgspec
    from rich.console import Console

    from filon.games.contract import FilonError

    try:
        from bench.chaos.figures import Figures, added, remarks, table
        from bench.chaos.run import measure, shapes
    except ModuleNotFoundError as missing:
        _fail(f"{missing.name} is missing here; scripts/setup test installs it")

    rounds = [
        one for file in add or () for one in msgspec.json.decode(file.read_bytes(), type=Figures).rounds
    ]
    if not only_add:
        counts = servers or ([2] if short else [1, 2, 3])
        wanted = shapes(
            servers=counts, tables=tables, kills=kills, minutes=minutes, seed=seed, short=short,
            processes=processes,
        )  # fmt: skip
        try:
            rounds += measure(wanted, _tell)
        except FilonError as error:
            _fail(str(error))
    figures = added(rounds)
    if json:
        print_json(figures)
    else:
        Console().print(table(figures))
        for line in remarks(figures):
            typer.echo(line)
    if not figures.total.ok:
        raise typer.Exit(1)


def _find_benchmarks() -> None:
    """Makes `bench` importable, or says why it cannot be."""
    root = Path(filon.__file__).parents[2]
    if not (root / "bench" / "server" / "measure.py").is_file():
        _fail("this benchmark runs from a checkout of the repository: its bench/ folder is not installed")
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _fail(why: str) -> NoReturn:
    typer.echo(f"filon: {why}", err=True)
    raise typer.Exit(1)
