"""The `filon` command."""

import sys
from secrets import randbelow
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from filon.bots import LEVELS
from filon.bots import level as bot_of_level
from filon.games.chance import FastRandom
from filon.games.codec import GameInfo, OptionInfo, describe, read_options
from filon.games.contract import AnyGame, FilonError, Malformed, Seat
from filon.games.registry import GAMES, game_named
from filon.lab.simulate import Report, simulate
from filon.server.cli import app as hosting
from filon.terminal import Stopped, Terminal

app = typer.Typer(
    help="Four treasure games: Saboteur, Diamant, Le Labyrinthe Secret and Out of Mine!",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(hosting)
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A table option; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def games(*, json: AsJson = False) -> None:
    """The games, their numbers of players and their options."""
    described = [describe(game) for game in GAMES.values()]
    if json:
        _print_json(described)
        return
    for info in described:
        Console().print(_game_table(info))


def _game_table(info: GameInfo) -> Table:
    table = Table(
        title=f"{info.title} ({info.name}), {info.least_players} to {info.most_players} players",
        title_justify="left",
        expand=False,
    )
    for heading in ("option", "values", "default", "rule", "what it does"):
        table.add_column(heading)
    for option in info.options:
        table.add_row(option.name, _values(option), _word(option.default), option.rule, option.description)
    return table


def _values(option: OptionInfo) -> str:
    words = [_word(value) for value in option.values]
    if option.least is not None:
        words.append(f"a number from {option.least}")
    return ", ".join(words)


def _word(value: str | int | None) -> str:
    return "none" if value is None else str(value)


@app.command("simulate")
def simulate_command(
    game: Annotated[str, typer.Argument(help="saboteur, diamant, labyrinth or outofmine")],
    *,
    seats: Annotated[int | None, typer.Option(help="Players; the fewest by default.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games everywhere.")] = 0,
    option: OptionList = None,
    json: AsJson = False,
) -> None:
    """Play games at random: how fast they go and who wins."""
    law = game_named(game)
    options = _options(law, option, law.simulation)
    players = seats if seats is not None else law.seats[0]
    screen = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(law.title, total=games, visible=False)

        def advance() -> None:
            progress.update(task, advance=1, visible=(progress.tasks[0].elapsed or 0) > 1)

        report = simulate(
            law,
            seats=players,
            games=games,
            seed=seed,
            options=options,
            after_each=advance,
        )
    if json:
        _print_json(report)
    else:
        Console().print(_report_table(report))


def _report_table(report: Report) -> Table:
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


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="saboteur, diamant, labyrinth or outofmine")] = None,
    *,
    seats: Annotated[int | None, typer.Option(help="Players, you included; the fewest by default.")] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat, counted from 0.")] = 0,
    level: Annotated[str, typer.Option(help=f"How well the others play: {', '.join(LEVELS)}.")] = "normal",
    seed: Annotated[int | None, typer.Option(min=0, help="Deal the same game again.")] = None,
    option: OptionList = None,
) -> None:
    """Play in the terminal against bots."""
    console = Console()
    try:
        law = game_named(game) if game else _asked_game(console)
        players = seats if seats is not None else law.seats[0]
        if seat >= players:
            raise Malformed("seat", f"{seat} is not one of the seats 0 to {players - 1}")
        dealt_from = seed if seed is not None else randbelow(2**32)
        console.print(
            f"{law.title}, {players} players, you are in seat {seat}; --seed {dealt_from} deals it again."
        )
        Terminal(
            law,
            seats=players,
            seat=Seat(seat),
            options=_options(law, option, law.options_type()),
            bot=bot_of_level(level),
            random=FastRandom(dealt_from),
            console=console,
            ask=console.input,
        ).run()
    except Stopped:
        console.print("Until next time.")


def _asked_game(console: Console) -> AnyGame:
    """The game that a person picks by number or name from the list."""
    for number, game in enumerate(GAMES.values(), 1):
        console.print(
            f"{number}  {game.title} ({game.name}), {game.seats[0]} to {game.seats[-1]} players",
            highlight=False,
        )
    by_word = {**GAMES, **{str(number): game for number, game in enumerate(GAMES.values(), 1)}}
    while True:
        try:
            words = console.input("which game> ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise Stopped from None
        if words in {"quit", "exit", "q"}:
            raise Stopped
        if words in by_word:
            return by_word[words]
        console.print(f"Say a number from 1 to {len(GAMES)}, a name, or quit.")


def _options(game: AnyGame, given: list[str] | None, default: Any) -> Any:
    named: dict[str, str] = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals:
            raise Malformed(words, "say an option as NAME=VALUE")
        named[name] = value
    chosen = read_options(game, named)
    return msgspec.structs.replace(default, **{name: getattr(chosen, name) for name in named})


def _print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def main() -> None:
    """The entry point: what Filon refuses is one clear line, not a traceback."""
    try:
        app()
    except FilonError as error:
        Console(stderr=True).print(f"filon: {error}", style="bold red", highlight=False, markup=False)
        raise SystemExit(2) from None
