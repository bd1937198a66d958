"""`filon luck`: games of bots with the luck taken out."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from typing import TYPE_CHECKING, Annotated

import typer

from filon.cli.asking import (
    AsJson,
    GameName,
    On,
    OptionList,
    Processes,
    Seed,
    print_json,
    progress_bar,
    read_option_list,
    spread_over,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from filon.coach.study import LuckReport, Mean


def luck_command(
    game: GameName,
    *,
    bots: Annotated[
        str, typer.Option(metavar="A,B,...", help="Levels, known strategies, or module:attribute.")
    ] = "hard,normal",
    seats: Annotated[int | None, typer.Option(help="Players; as many as bots by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Seed = 0,
    option: OptionList = None,
    ask: Annotated[
        int,
        typer.Option(
            min=0, help="Ask each bot so often again for each choice: lots they draw are luck, too."
        ),
    ] = 0,
    processes: Processes = None,
    on: On = None,
    json: AsJson = False,
) -> None:
    """Tell luck from skill: shares of wins as they came and less luck, which comes to nothing on average."""
    from filon.bots.arena import Contest
    from filon.coach.study import study
    from filon.games.registry import game_named

    law = game_named(game)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    contest = Contest(
        game=law.name,
        seats=seats if seats is not None else max(len(names), law.seats[0]),
        options=read_option_list(law, option, law.simulation),
        seed=seed,
        bots=names,
    )
    contest.check()
    with spread_over(processes, on) as spread, progress_bar(law.title, games) as advance:
        report = study(contest, games, asks=ask, spread=spread, after_each=lambda: advance(1))
    if json:
        print_json(report)
        return
    from rich.console import Console

    for table in _tables(report):
        Console().print(table)


def _tables(report: "LuckReport") -> "Iterator[Table]":
    from rich.table import Table

    title = f"{report.game}, {report.seats} seats, {report.games:,} games, seed {report.seed}"
    bots = Table(title=f"{title}; a fair share is {100 / report.seats:.1f} %", title_justify="left")
    for heading in ("bot", "games", "wins", "luck", "lots", "corrected"):
        bots.add_column(heading)
    for one in report.bots:
        bots.add_row(
            one.bot, f"{one.games:,}", _said(one.raw), _said(one.luck), _said(one.drawn), _said(one.corrected)
        )
    yield bots
    if not report.pairs:
        return
    pairs = Table(title="what one wins more than the other, and how many times fewer games tell it")
    for heading in ("bots", "games", "more wins", "corrected", "fewer games"):
        pairs.add_column(heading)
    for pair in report.pairs:
        names = f"{pair.one} and {pair.other}"
        factor = f"{pair.factor:.2f} times"
        pairs.add_row(names, f"{pair.games:,}", _said(pair.raw), _said(pair.corrected), factor)
    yield pairs


def _said(one: "Mean") -> str:
    return f"{100 * one.mean:.2f} % ± {100 * one.error:.2f}"
