"""What several commands ask for, and how they answer programs and people who wait."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from filon.bots.arena.spread import Spread
    from filon.games.contract import AnyGame

GameName = Annotated[str, typer.Argument(help="Its name, as `filon games` lists it.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games everywhere.")]
Processes = Annotated[int | None, typer.Option(min=1, help="How many processes; all cores by default.")]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="CLUSTER",
        help="Play on a Ray cluster: ray://HOST:PORT, HOST:PORT, auto, or local for one on this machine.",
    ),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A table option; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def read_option_list(game: "AnyGame", given: list[str] | None, default: Any) -> Any:
    import msgspec

    from filon.games.codec import read_options
    from filon.games.contract import Malformed

    named: dict[str, str] = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals:
            raise Malformed(words, "say an option as NAME=VALUE")
        named[name] = value
    chosen = read_options(game, named)
    return msgspec.structs.replace(default, **{name: getattr(chosen, name) for name in named})


@contextmanager
def spread_over(processes: int | None, cluster: str | None) -> "Iterator[Spread]":
    """Where the games are played, for as long as that takes."""
    from filon.bots.arena.spread import Processes

    if cluster is None:
        with _tidy_end():
            yield Processes(processes)
        return
    from filon.games.contract import Malformed
    from filon.lab.cluster import ray_cluster

    if processes is not None:
        raise Malformed("processes", "a cluster has as many as its nodes say: leave this out with --on")
    with _tidy_end(), ray_cluster(cluster) as spread:
        yield spread


@contextmanager
def _tidy_end() -> "Iterator[None]":
    """Who is told to end (SIGTERM) ends as with Ctrl-C: half a file goes, and what was started does."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    if current_thread() is not main_thread():  # as a part of another program, whose signals are its own
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def print_json(value: object) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for people, from the second second on; what it gives is called with each part done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    screen = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(title, total=total, visible=False)

        def advance(done: int) -> None:
            progress.update(task, advance=done, visible=(progress.tasks[0].elapsed or 0) > 1)

        yield advance
