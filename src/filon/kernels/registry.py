"""The kernels, by the name of their game: of those games that have one (games/registry.py)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from filon.games.contract import Malformed
from filon.games.registry import GAMES, game_named, has_part, part
from filon.games.validate import require_part
from filon.kernels.contract import AnyBridge, Bridge


class _Bridges(Mapping[str, AnyBridge]):
    """Each is imported when it is first asked for: one that is broken stops no other."""

    def __getitem__(self, name: str) -> AnyBridge:
        try:
            game_named(name)
        except Malformed:
            raise KeyError(name) from None
        bridge = _bridge(name)
        if bridge is None:
            raise KeyError(name)
        return bridge

    def __iter__(self) -> Iterator[str]:
        return (name for name in GAMES if has_part(name, "kernels"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _bridge(name: str) -> AnyBridge | None:
    bridge: AnyBridge | None = part(name, "kernels")
    if bridge is not None:
        require_part(name, "kernel", bridge, Bridge)
    return bridge


BRIDGES: Final = _Bridges()


def bridge_of(name: str) -> AnyBridge:
    try:
        return BRIDGES[name]
    except KeyError:
        raise Malformed("game", f"no kernel plays {name!r}; there are {', '.join(BRIDGES)}") from None
