"""`filon play`: a game in the terminal."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from typing import TYPE_CHECKING, Annotated, Final

import typer

from filon.cli.asking import OptionList, read_option_list

if TYPE_CHECKING:
    from rich.console import Console

    from filon.games.contract import AnyGame


GOODBYE: Final = "Until next time."


def play_command(
    game: Annotated[str | None, typer.Argument(help="Its name, as `filon games` lists it.")] = None,
    *,
    seats: Annotated[int | None, typer.Option(help="Players, you included; the fewest by default.")] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat, counted from 0.")] = 0,
    level: Annotated[
        str, typer.Option(help="How well the others play: easy, normal, hard, random.")
    ] = "normal",
    seed: Annotated[int | None, typer.Option(min=0, help="Deal the same game again.")] = None,
    option: OptionList = None,
) -> None:
    """Play in the terminal against bots."""
    from secrets import randbelow

    from rich.console import Console

    from filon.games.chance import FastRandom
    from filon.games.contract import Malformed, Seat
    from filon.games.registry import game_named

    console = Console()
    law = game_named(game) if game else _asked_game(console)
    if law is None:
        console.print(GOODBYE)
        return
    from filon.bots import level as bot_of_level
    from filon.terminal import Stopped, Terminal

    try:
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
        console.print(GOODBYE)


def _asked_game(console: "Console") -> "AnyGame | None":
    """The game that a person picks by number or name from the list; None: they have left."""
    from filon.games.registry import GAMES

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
            return None
        if words in {"quit", "exit", "q"}:
            return None
        if words in by_word:
            return by_word[words]
        console.print(f"Say a number from 1 to {len(GAMES)}, a name, or quit.")
