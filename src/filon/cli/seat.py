"""`filon seat`: a bot at somebody's table."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from typing import Annotated

import typer


def seat_command(
    address: Annotated[str, typer.Argument(help="Where the server is: http://192.168.1.20:8000")],
    code: Annotated[str, typer.Argument(help="The table's short code.")],
    *,
    bot: Annotated[str, typer.Option(help="A level, a known strategy, or module:attribute.")] = "hard",
    name: Annotated[str, typer.Option(help="What the others call it.")] = "Bot",
    seat: Annotated[int | None, typer.Option(min=0, help="Which chair; the first empty one.")] = None,
    pause: Annotated[float, typer.Option(min=0, help="Seconds to wait before each choice.")] = 0.5,
    seed: Annotated[int | None, typer.Option(min=0, help="The bot's own chance.")] = None,
) -> None:
    """Let a bot sit down at a table on any server, and play one game there as a guest."""
    from secrets import randbits

    from filon.bots.named import bot_named
    from filon.games.chance import FastRandom
    from filon.lab.remote import House, Sitter

    house = House(address)
    table = house.table(code)
    sitter = Sitter(
        house,
        table,
        bot_named(bot, table.game),
        name=name,
        random=FastRandom(randbits(64) if seed is None else seed),
        pause_s=pause,
        tell=typer.echo,
    )
    outcome = sitter.play(seat)
    if outcome is not None:
        winners = ", ".join(str(winner) for winner in outcome.winners)
        typer.echo(f"Over: {outcome.reason}. Won by seat {winners}; scores {outcome.scores}.")
