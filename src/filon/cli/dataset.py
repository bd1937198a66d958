"""`filon dataset`: games as open data."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from filon.cli.asking import (
    On,
    OptionList,
    Processes,
    Seed,
    progress_bar,
    read_option_list,
    spread_over,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    import pyarrow as pa

    Work: TypeAlias = Callable[[int], pa.RecordBatch]


def dataset_command(
    game: Annotated[str | None, typer.Argument(help="Its name, as `filon games` lists it.")] = None,
    *,
    out: Annotated[
        Path, typer.Option(metavar="FILE.parquet", help="Where to; there when it is whole, or not at all.")
    ],
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,...", help="Levels, known strategies, or module:attribute; names may repeat."
        ),
    ] = "",
    seats: Annotated[int | None, typer.Option(help="Players; as many as bots by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    option: OptionList = None,
    exports: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Instead of bots: a game exported from a table, or a folder of them; may be repeated.",
        ),
    ] = None,
    minari: Annotated[
        str | None,
        typer.Option(metavar="NAME-v0", help="Also for offline learners, among Minari's data sets."),
    ] = None,
    processes: Processes = None,
    on: On = None,
) -> None:
    """Write games as Parquet: what each seat saw, could do and did, the whole log, and who won."""
    from filon.games.contract import Malformed
    from filon.lab.extras import extra

    with extra("lab"):
        from filon.lab.dataset.writing import dataset_file, require_place

        if minari is not None:
            from filon.lab.dataset.minari import require_name, to_minari

            require_name(minari)
    if (game is None) == (not exports):
        raise Malformed("game", "say a game for bots to play, or --from for games that were played")
    require_place(out)
    if game is not None:
        work, count = _arena(game, bots, seats, seed, option), games
    else:
        if bots or on or option or seats is not None:
            raise Malformed("from", "these games were played: leave out --bots, --seats, --option and --on")
        work, count = _exported(exports or [])
    with (
        spread_over(processes, on) as spread,
        progress_bar(game or "games", count) as advance,
        dataset_file(out) as file,
    ):
        for rows in spread.each(work, range(count)):
            file.add(rows)
            advance(1)
    typer.echo(f"{out}: {file.games:,} games, {file.rows:,} rows, {out.stat().st_size:,} bytes")
    if minari is not None:
        found = to_minari(out, minari)
        typer.echo(f"{minari}: {found.total_episodes:,} episodes, {found.total_steps:,} steps")


def _arena(name: str, bots: str, seats: int | None, seed: int, option: list[str] | None) -> "Work":
    from filon.bots.arena import Contest
    from filon.games.registry import game_named
    from filon.lab.dataset.arena import recorded_rows

    law = game_named(name)
    names = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
    contest = Contest(
        game=law.name,
        seats=seats if seats is not None else max(len(names), law.seats[0]),
        options=read_option_list(law, option, law.simulation),
        seed=seed,
        bots=names,
    )
    contest.check()
    return partial(recorded_rows, contest)


def _exported(places: list[Path]) -> "tuple[Work, int]":
    from filon.coach.exported import exported_rows, game_files

    files = game_files(places)
    return partial(exported_rows, files), len(files)
