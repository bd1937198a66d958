"""`filon train`: a game's models, made again."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from pathlib import Path
from typing import Annotated

import typer

from filon.cli.asking import GameName, Seed


def train_command(
    game: GameName,
    *,
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", file_okay=False, help="Where the files go, in place of those there."),
    ],
    seed: Seed = 1,
    only: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="One of the files; may be repeated.")
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="So little that it takes seconds: to see that it works.")
    ] = False,
) -> None:
    """Make the files that a game's bots have learnt again, from a seed."""
    from filon.games.contract import Malformed
    from filon.games.registry import game_named, part
    from filon.lab.training import Lesson, Training

    law = game_named(game)
    training: Training | None = part(law.name, "trainings")
    if training is None:
        raise Malformed("game", f"the bots of {law.title} have no models")
    for name in only or ():
        if name not in training:
            raise Malformed("only", f"no file is called {name!r}; there are {', '.join(training)}")
    out.mkdir(parents=True, exist_ok=True)
    lesson = Lesson(seed, small, lambda words: typer.echo(words, err=True))
    for name in only or training:
        (out / name).write_bytes(training[name](lesson))
        typer.echo(out / name)
