"""The `filon` command."""

from secrets import randbelow
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from filon.bots import LEVELS
from filon.bots import level as bot_of_level
from filon.cli.arena import arena_command
from filon.cli.asking import AsJson, OptionList, print_json, read_option_list
from filon.cli.bench import app as benches
from filon.cli.seat import seat_command
from filon.cli.study import lockstep_command, simulate_command
from filon.games.chance import FastRandom
from filon.games.codec import GameInfo, OptionInfo, describe
from filon.games.contract import AnyGame, FilonError, Malformed, Seat
from filon.games.registry import GAMES, game_named
from filon.server.cli import app as hosting
from filon.terminal import Stopped, Terminal

app = typer.Typer(
    help="Four treasure games: Saboteur, Diamant, Le Labyrinthe Secret and Out of Mine!",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(hosting)
app.command("simulate")(simulate_command)
app.command("lockstep")(lockstep_command)
app.command("arena")(arena_command)
app.command("seat")(seat_command)
app.add_typer(benches, name="bench")


@app.command()
def games(*, json: AsJson = False) -> None:
    """The games, their numbers of players and their options."""
    described = [describe(game) for game in GAMES.values()]
    if json:
        print_json(described)
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
            options=read_option_list(law, option, law.options_type()),
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


def main() -> None:
    """The entry point: what Filon refuses is one clear line, not a traceback."""
    try:
        app()
    except FilonError as error:
        Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(
            f"filon: {error}", style="bold red"
        )
        raise SystemExit(2) from None
