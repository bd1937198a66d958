"""Where each game's encoding is."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec

from filon.games.codec import read_options
from filon.games.contract import AnyGame, Malformed, require_seats
from filon.games.registry import game_named
from filon.lab.encoding import Encoding

_ENCODINGS: Final = {
    "saboteur": "filon.lab.saboteur.encoding:SaboteurEncoding",
    "diamant": "filon.lab.diamant.encoding:DiamantEncoding",
    "labyrinth": "filon.lab.labyrinth.encoding:LabyrinthEncoding",
    "outofmine": "filon.lab.outofmine.encoding:OutOfMineEncoding",
}


def encoding_for(name: str, seats: int | None = None, **options: object) -> Encoding:
    """The encoding of a table; the least number of seats and the options of `Game.simulation` by default.

    Raises Malformed, which names the game, the seats or the option.
    """
    game = game_named(name)
    number = game.seats[0] if seats is None else seats
    if isinstance(number, bool) or not isinstance(number, int):
        raise Malformed("seats", f"{seats!r} is no number of players")
    require_seats(number, game.seats, f"{game.prefix}-1.0")
    return _made(name, number, table_options(game, options))


def table_options(game: AnyGame, given: dict[str, object]) -> Any:
    """The options of `Game.simulation`, under which every game ends, but for those given."""
    whole = {**msgspec.structs.asdict(game.simulation), **given}
    return read_options(game, whole)


@cache
def _made(name: str, seats: int, options: Any) -> Encoding:
    if name not in _ENCODINGS:
        raise Malformed("game", f"{game_named(name).title} has no encoding: arrays cannot tell it")
    module, _, attribute = _ENCODINGS[name].partition(":")
    kind: Callable[[int, Any], Encoding] = getattr(import_module(module), attribute)
    return kind(seats, options)
