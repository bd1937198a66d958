"""`filon bench`: what is measured. The engine's figures come with the package; those of the server and its
peers live in the repository's `bench/` folder, which no wheel carries.
"""

# ruff: noqa: PLC0415 - what is in bench/ can be imported only where it was found

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

import filon
from filon.cli.asking import AsJson, print_json
from filon.cli.bench_engine import bench_engine_command
from filon.games.contract import FilonError

app = typer.Typer(no_args_is_help=True, help="Measure.")
app.command("engine")(bench_engine_command)


@app.command("server")
def bench_server(
    *,
    peer: Annotated[bool, typer.Option("--peer", help="Beside boardgame.io, installed from npm.")] = False,
    json: AsJson = False,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each flat-out measure, taking turns.")] = 3,
    seconds: Annotated[float, typer.Option(min=1, help="How long each of them counts.")] = 5,
    tables: Annotated[int, typer.Option(min=1, help="Tables that think.")] = 1000,
) -> None:
    """Moves a second, latency, bytes to come back, memory; with real processes over real WebSockets."""
    _find_benchmarks()
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
        wanted = shapes(servers=counts, tables=tables, kills=kills, minutes=minutes, seed=seed, short=short)
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
