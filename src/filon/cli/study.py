"""`filon simulate` and `filon lockstep`: play in bulk, by the law or by its fast forms."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from filon.cli.asking import (
    AsJson,
    GameName,
    OptionList,
    Processes,
    Seed,
    print_json,
    progress_bar,
    read_option_list,
)
from filon.lab.engine import Engine

if TYPE_CHECKING:
    from rich.table import Table

    from filon.lab.lockstep import Compared
    from filon.lab.simulate import Report

    Parts: TypeAlias = tuple[list[str], Callable[[str], Iterator[Compared]]]
    """The games, and what plays some of one of them at a time."""


class Form(StrEnum):
    """Of a game, beside its law."""

    KERNEL = "kernel"
    JAX = "jax"


def simulate_command(
    game: GameName,
    *,
    seats: Annotated[int | None, typer.Option(help="Players; the fewest by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    seed: Seed = 0,
    engine: Annotated[Engine, typer.Option(help="The law itself, or its fast form.")] = Engine.LAW,
    option: OptionList = None,
    json: AsJson = False,
) -> None:
    """Play games at random: how fast they go and who wins."""
    from filon.games.registry import game_named
    from filon.lab.simulate import simulate

    law = game_named(game)
    options = read_option_list(law, option, law.simulation)
    players = seats if seats is not None else law.seats[0]
    with progress_bar(law.title, games) as advance:
        report = simulate(
            law, seats=players, games=games, seed=seed, options=options, engine=engine, after=advance
        )
    if json:
        print_json(report)
    else:
        from rich.console import Console

        Console().print(_report_table(report))


def _report_table(report: "Report") -> "Table":
    from rich.table import Table

    table = Table(title=f"{report.game}, {report.seats} seats, seed {report.seed}", show_header=False)
    rows = {
        "games": f"{report.games:,}",
        "decisions": f"{report.decisions:,}",
        "seconds": f"{report.seconds:.2f}",
        "games a second": f"{report.games_per_second:,.1f}",
        "decisions a second": f"{report.decisions_per_second:,.0f}",
        "wins by seat": "  ".join(map(str, report.wins)),
        "shared wins": f"{report.shared_wins:,}",
        "mean score by seat": "  ".join(f"{score:.1f}" for score in report.mean_scores),
        **{name: f"{count:,}" for name, count in report.tally.items()},
    }
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def lockstep_command(
    game: Annotated[str | None, typer.Argument(help="One game; all of them by default.")] = None,
    *,
    games: Annotated[int, typer.Option(min=1, help="How many of each game.")] = 10_000,
    seed: Seed = 0,
    form: Annotated[Form, typer.Option(help="What is held against the law.")] = Form.KERNEL,
    processes: Processes = None,
    json: AsJson = False,
) -> None:
    """Play law and kernel, or law and JAX, side by side, at every number of seats and with all options."""
    from filon.games.registry import GAMES
    from filon.lab.lockstep import Compared

    names, parts = (_jax_parts if form is Form.JAX else _kernel_parts)(game, games, seed, processes)
    found: dict[str, Compared] = {}
    for name in names:
        done: list[Compared] = []
        with progress_bar(GAMES[name].title, games) as advance:
            for part in parts(name):
                done.append(part)
                advance(part.games)
        found[name] = Compared(sum(part.games for part in done), sum(part.decisions for part in done))
        if not json:
            agreed = found[name]
            typer.echo(f"{name}: {agreed.games:,} games, {agreed.decisions:,} decisions, not one apart")
    if json:
        print_json(found)


def _kernel_parts(game: str | None, games: int, seed: int, processes: int | None) -> "Parts":
    from functools import partial

    from filon.bots.arena.spread import Processes as Spread
    from filon.kernels.registry import BRIDGES, bridge_of
    from filon.lab.lockstep import lockstep_part

    spread = Spread(processes)
    names = [bridge_of(game).game.name] if game else list(BRIDGES)
    return names, lambda name: spread.each(partial(lockstep_part, name, seed), range(games))


def _jax_parts(game: str | None, games: int, seed: int, processes: int | None) -> "Parts":
    """In one process: JAX has threads of its own."""
    from filon.games.contract import Malformed
    from filon.games.registry import game_named
    from filon.lab.extras import extra

    with extra("jax"):
        from filon.lab.jax.lockstep import LED, require_form, walk_tables
    if processes not in (None, 1):
        raise Malformed("processes", f"{processes}; JAX plays in one, with threads of its own")
    names = [require_form(game_named(game).name)] if game else list(LED)
    return names, lambda name: walk_tables(name, seed, games)
