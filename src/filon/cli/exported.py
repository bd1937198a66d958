"""`filon replay` and `filon verify`: games that were taken along from a table, or saved by the arena."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from pathlib import Path
from typing import Annotated

import typer

GamePath = Annotated[
    Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A game exported from a table.")
]


def replay_command(
    file: GamePath,
    *,
    step: Annotated[
        bool, typer.Option("--step", help="One step after the other, back as well, through anybody's eyes.")
    ] = False,
) -> None:
    """Tell an exported game, move by move."""
    from filon.tables import replay

    if step:
        _step_through(file)
        return
    for line in replay(file.read_bytes()):
        typer.echo(line)


def _step_through(file: Path) -> None:
    from rich.console import Console

    from filon.cli.stepping import Stepper
    from filon.tables.export import read_game, require_right

    data = file.read_bytes()
    require_right(data)
    console = Console()
    Stepper(read_game(data), console, console.input).run()


def verify_command(file: GamePath) -> None:
    """Deal and play an exported game again: does every card and event match?"""
    from filon.tables import verify

    verdict = verify(file.read_bytes())
    for problem in verdict.problems:
        typer.echo(problem)
    if not verdict.ok:
        raise typer.Exit(1)
    begun = "dealt from the seed that was promised"
    if verdict.given is not None:
        begun = "from a position of another game, which is taken as it stands"
    typer.echo(f"Every card and event matches: {verdict.steps} steps, {begun}.")
