"""`filon arena`: bots against bots."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from filon.bots.arena import Contest, Report, hold, report_of
from filon.bots.arena.standings import Share
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
from filon.games.contract import Malformed
from filon.games.registry import game_named


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
            help="Who plays each side, whoever sits there: saboteur=hard,digger=normal.",
        ),
    ] = "",
    seats: Annotated[int | None, typer.Option(help="Players; as many as bots by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    option: OptionList = None,
    role_split: Annotated[bool, typer.Option("--role-split", help="Sides round by round, too.")] = False,
    processes: Processes = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other: shares of wins, ratings, seats and sides, with intervals."""
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
    with progress_bar(law.title, games) as advance:
        results = hold(contest, games, processes=processes, after_each=lambda: advance(1))
    report = report_of(contest, results)
    if json:
        print_json(report)
        return
    for table in tables(report, by_round=role_split):
        Console().print(table)


def _cast(words: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for word in filter(None, (part.strip() for part in words.split(","))):
        side, equals, bot = word.partition("=")
        if not equals:
            raise Malformed("cast", "say SIDE=BOT for each side")
        named[side] = bot
    return named


def tables(report: Report, *, by_round: bool) -> list[Table]:
    found = [] if report.cast else [_standings(report)]
    if any(one.sides for one in report.standings):
        found.append(_sides(report, by_round=by_round))
    found.append(_pace(report))
    return found


def _standings(report: Report) -> Table:
    title = f"{report.game}, {report.seats} seats, {report.games:,} games, seed {report.seed}"
    fair = per_cent(1 / report.seats)
    table = Table(title=f"{title}; a fair share is {fair}", title_justify="left")
    for heading in ("bot", "games", "wins", "95 %", "mean score", "rating", "95 %", "wins by seat"):
        table.add_column(heading)
    for one in report.standings:
        rating = one.rating
        table.add_row(
            one.bot,
            f"{one.wins.played:,}",
            per_cent(one.wins.share),
            interval(one.wins),
            f"{one.mean_score:.1f}",
            f"{rating.skill:.1f}" if rating else "",
            f"{rating.low:.1f} to {rating.high:.1f}" if rating else "",
            "  ".join(per_cent(seat.share) for seat in one.by_seat),
        )
    return table


def _sides(report: Report, *, by_round: bool) -> Table:
    table = Table(
        title=f"{report.game}, {report.seats} seats: rounds won by the own side", title_justify="left"
    )
    headings = ["bot", "side", "rounds", "won", "95 %"] + (["round by round"] if by_round else [])
    for heading in headings:
        table.add_column(heading)
    for one in report.standings:
        for side in one.sides:
            row = [
                one.bot,
                side.side,
                f"{side.rounds.played:,}",
                per_cent(side.rounds.share),
                interval(side.rounds),
            ]
            if by_round:
                row.append("  ".join(per_cent(share.share) for share in side.by_round))
            table.add_row(*row)
    return table


def _pace(report: Report) -> Table:
    table = Table(title="thinking", title_justify="left")
    for heading in ("bot", "decisions", "mean ms", "longest ms"):
        table.add_column(heading)
    for one in report.pace:
        table.add_row(one.bot, f"{one.decisions:,}", f"{one.mean_ms:.2f}", f"{one.longest_ms:.0f}")
    return table


def per_cent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(share: Share) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
