"""The kernels, by the name of their game: of those games that have one (games/registry.py)."""

from typing import Final

from filon.games.contract import Malformed
from filon.games.registry import GAMES, part
from filon.kernels.contract import AnyBridge

BRIDGES: Final[dict[str, AnyBridge]] = {
    name: bridge for name in GAMES if (bridge := part(name, "kernels")) is not None
}


def bridge_of(name: str) -> AnyBridge:
    try:
        return BRIDGES[name]
    except KeyError:
        raise Malformed("game", f"no kernel plays {name!r}; there are {', '.join(BRIDGES)}") from None
