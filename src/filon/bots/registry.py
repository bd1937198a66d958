"""Who plays a game: what its folder of bots says."""

from collections.abc import Callable, Mapping
from functools import cache
from math import inf
from typing import Final

from filon.bots.contract import GameBots
from filon.bots.sides import Sides
from filon.games.contract import Malformed
from filon.games.registry import GAMES, part

NO_BOTS: Final = GameBots(looks_back=False)
"""Of a game without bots of its own: who plays any game (`played_out.py`) asks for no past."""


@cache
def bots_of(game: str) -> GameBots:
    """Imported when a game's bots are first asked for. Malformed where there is no such game."""
    found = part(game, "bots")
    if found is None:
        return NO_BOTS
    if not isinstance(found, GameBots):
        raise Malformed("game", f"the bots of {game} are no GameBots")
    _require_playable(game, found)
    return found


def _require_playable(game: str, bots: GameBots) -> None:
    """What would go wrong in the middle of a game is said before: a record of this kind checks nothing."""
    kinds: dict[str, Callable[[str, object], bool]] = {
        "paces": lambda level, pauses: level in GameBots().paces and _is_time(pauses),
        "great_moments": lambda _event, pauses: _is_time(pauses),
        "doubts": lambda _level, doubt: callable(doubt),
        "strategies": lambda _name, player: (
            callable(getattr(player, "choose", None)) and hasattr(player, "remembers")
        ),
        "reasons": lambda key, said: key.startswith(f"{game}.") and isinstance(said, str),
    }
    for name in ("easy", "advise", "slips", "hard"):
        if not callable(getattr(bots, name)) and getattr(bots, name) is not None:
            raise Malformed("game", f"the bots of {game} have for {name!r} what cannot be called")
    for name, fits in kinds.items():
        among = getattr(bots, name)
        if not isinstance(among, Mapping):
            raise Malformed("game", f"the bots of {game} have for {name!r} no mapping")
        for key, value in among.items():
            if not isinstance(key, str) or not fits(key, value):
                raise Malformed("game", f"the bots of {game} have among their {name} {key!r}: {value!r}")
    if not isinstance(bots.sides, Sides | None):
        raise Malformed("game", f"the bots of {game} have for 'sides' no Sides")
    if not _is_time(bots.tempo) or bots.tempo >= 1:
        raise Malformed("game", f"the bots of {game} have the tempo {bots.tempo!r}: it is a part of 1")


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < inf


def read_all_bots() -> None:
    """Imports the bots of all games, for who must not stop for it later."""
    for game in GAMES:
        bots_of(game)
