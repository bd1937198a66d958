"""`filon bench`: what is measured. The engine's figures come with the package; those of the server and its
peers live in the repository's `bench/` folder, which no wheel carries.
"""

# ruff: noqa: PLC0415 - what is in bench/ can be imported only where it was found

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

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
