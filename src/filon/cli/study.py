"""`filon simulate` and `filon lockstep`: random play in bulk, by the law or by its kernel."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from typing import TYPE_CHECKING, Annotated

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

    from filon.lab.simulate import Report


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
    processes: Processes = None,
    json: AsJson = False,
) -> None:
    """Play law and kernel side by side, at every number of seats and with all options."""
    from functools import partial

    from filon.bots.arena.spread import Processes as Spread
    from filon.kernels.registry import BRIDGES, bridge_of
    from filon.lab.lockstep import Compared, lockstep_part

    names = [bridge_of(game).game.name] if game else list(BRIDGES)
    found: dict[str, Compared] = {}
    for name in names:
        parts: list[Compared] = []
        with progress_bar(BRIDGES[name].game.title, games) as advance:
            for part in Spread(processes).each(partial(lockstep_part, name, seed), range(games)):
                parts.append(part)
                advance(part.games)
        found[name] = Compared(sum(part.games for part in parts), sum(part.decisions for part in parts))
        if not json:
            agreed = found[name]
            typer.echo(f"{name}: {agreed.games:,} games, {agreed.decisions:,} decisions, not one apart")
    if json:
        print_json(found)
