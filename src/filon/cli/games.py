"""`filon games`: what can be played."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs, so that its help answers at once

from typing import TYPE_CHECKING

from filon.cli.asking import AsJson, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from filon.games.codec import GameInfo, OptionInfo


def games_command(*, json: AsJson = False) -> None:
    """The games, their numbers of players and their options."""
    from filon.games.codec import describe
    from filon.games.registry import GAMES

    described = [describe(game) for game in GAMES.values()]
    if json:
        print_json(described)
        return
    from rich.console import Console

    for info in described:
        Console().print(_game_table(info))


def _game_table(info: "GameInfo") -> "Table":
    from rich.table import Table

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


def _values(option: "OptionInfo") -> str:
    words = [_word(value) for value in option.values]
    if option.least is not None:
        words.append(f"a number from {option.least} to {option.most}")
    return ", ".join(words)


def _word(value: str | int | None) -> str:
    return "none" if value is None else str(value)
