"""Who sits where: questions that everybody asks of the chairs."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from filon.bots import LEVELS
from filon.games.codec import read_options
from filon.games.contract import AnyGame, Malformed
from filon.games.registry import GAMES, game_named
from filon.tables.model import AnyPlaying, AnyTable, Guest, Held, Lobby, Playing, Settings
from filon.tables.refusal import Refused


def game_of(table: AnyTable) -> AnyGame:
    return GAMES[table.settings.game]


def options_of(settings: Settings) -> Any:
    return read_options(game_named(settings.game), settings.options)


def seat_of(table: AnyTable, guest: Guest) -> int | None:
    for seat, chair in enumerate(table.chairs):
        if type(chair) is Held and chair.guest == guest:
            return seat
    return None


def holders(table: AnyTable) -> Iterator[tuple[int, Held]]:
    for seat, chair in enumerate(table.chairs):
        if type(chair) is Held:
            yield seat, chair


def require_person(table: AnyTable, guest: Guest) -> None:
    if guest not in table.people:
        raise Refused("not_joined", "join the table first")


def require_seat(table: AnyTable, guest: Guest) -> int:
    seat = seat_of(table, guest)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    return seat


def require_host(table: AnyTable, guest: Guest) -> None:
    if guest != table.host:
        raise Refused("not_host", "only the host can do this")


def require_lobby(table: AnyTable) -> Lobby:
    if not isinstance(table.phase, Lobby):
        raise Refused("not_in_lobby", "this can be done before the start only")
    return table.phase


def require_playing(table: AnyTable) -> AnyPlaying:
    if not isinstance(table.phase, Playing):
        raise Refused("not_playing", "no game is being played")
    return table.phase


def require_chair(table: AnyTable, seat: int) -> int:
    if not 0 <= seat < len(table.chairs):
        raise Refused(
            "no_such_seat", f"the seats of this table are 0 to {len(table.chairs) - 1}", field="seat"
        )
    return seat


def require_level(name: str, field: str) -> str:
    if name not in LEVELS:
        raise Refused("malformed", f"the levels of bots are {', '.join(LEVELS)}", field=field)
    return name


def checked(settings: Settings) -> Settings:
    """The settings with every option of the game spelt out; refused where something cannot be."""
    try:
        game = game_named(settings.game)
        options = read_options(game, settings.options)
    except Malformed as error:
        field = error.field if error.field == "game" else f"options.{error.field}"
        raise Refused("malformed", error.reason, field=field) from None
    if settings.seats not in game.seats:
        reason = f"{game.title} has {game.seats[0]} to {game.seats[-1]} players"
        raise Refused("malformed", reason, field="seats")
    require_level(settings.stand_in, "stand_in")
    return replace(settings, options=to_builtins(options))
