"""`filon arena`: bots against bots."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from pathlib import Path
from typing import Annotated

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


def arena_command(
    game: GameName,
    *,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,...", help="Levels, known strategies, or module:attribute; names may repeat."
        ),
    ] = "",
    cast: Annotated[
        str,
        typer.Option(
            metavar="SIDE=BOT,...",
            help="In a game with sides: who plays each, whoever sits there.",
        ),
    ] = "",
    seats: Annotated[int | None, typer.Option(help="Players; as many as bots by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    option: OptionList = None,
    role_split: Annotated[bool, typer.Option("--role-split", help="Sides round by round, too.")] = False,
    processes: Processes = None,
    on: On = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            file_okay=False,
            help="Keep each game as a file that verify, replay and analyse read. The cards come from chance "
            "that can be checked, and are others than without this.",
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other: shares of wins, ratings, seats and sides, with intervals."""
    from filon.bots.arena import Contest, report_of
    from filon.bots.arena.contest import each_game, one_game
    from filon.games.registry import game_named

    law = game_named(game)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    contest = Contest(
        game=law.name,
        seats=seats if seats is not None else max(len(names), law.seats[0]),
        options=read_option_list(law, option, law.simulation),
        seed=seed,
        bots=names,
        cast=_cast(cast),
    )
    contest.check()
    with spread_over(processes, on) as spread, progress_bar(law.title, games) as advance:
        if save is None:
            results = each_game(contest, games, one_game, spread=spread, after_each=lambda: advance(1))
        else:
            from filon.coach.played import saved

            results = saved(contest, games, save, spread=spread, after_each=lambda: advance(1))
    report = report_of(contest, results)
    if json:
        print_json(report)
        return
    from rich.console import Console

    from filon.cli.arena_tables import tables

    for table in tables(report, by_round=role_split):
        Console().print(table)


def _cast(words: str) -> dict[str, str]:
    from filon.games.contract import Malformed

    named: dict[str, str] = {}
    for word in filter(None, (part.strip() for part in words.split(","))):
        side, equals, bot = word.partition("=")
        if not equals:
            raise Malformed("cast", "say SIDE=BOT for each side")
        named[side] = bot
    return named
