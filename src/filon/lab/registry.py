"""The encodings: of those games that have one (games/registry.py)."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from filon.games.codec import read_options
from filon.games.contract import AnyGame, Malformed, require_seats
from filon.games.registry import game_named, part
from filon.games.validate import require_part
from filon.lab.extras import extra

with extra("lab"):
    import numpy as np

    from filon.lab.encoding import Encoding
    from filon.lab.whole import whole


def encoding_for(name: str, /, seats: int | None = None, **options: object) -> Encoding:
    """The encoding of a table; the least number of seats and the options of `Game.simulation` by default.

    Raises Malformed, which names the game (one without an encoding, too), the seats or the option.
    """
    game = game_named(name)
    number = game.seats[0] if seats is None else whole(seats)
    if number is None:
        raise Malformed("seats", f"{seats!r} is no number of players")
    require_seats(number, game.seats, f"{game.prefix}-1.0")
    return _made(name, number, table_options(game, options))


def table_options(game: AnyGame, given: dict[str, object]) -> Any:
    """The options of `Game.simulation`, under which every game ends, but for those given."""
    # NumPy's whole numbers, which a sweep of options is made of, are numbers like any other.
    plain = {name: int(value) if isinstance(value, np.integer) else value for name, value in given.items()}
    return read_options(game, {**msgspec.structs.asdict(game.simulation), **plain})


@cache
def _made(name: str, seats: int, options: Any) -> Encoding:
    kind: Callable[[int, Any], Encoding] | None = part(name, "lab")
    if kind is None:
        raise Malformed("game", f"{game_named(name).title} has no encoding: arrays cannot tell it")
    if not callable(kind):
        raise Malformed("game", f"the ENCODING of {name} makes none: it cannot be called")
    made = kind(seats, options)
    require_part(name, "encoding", made, Encoding)
    return made
