"""The only list of the kernels, by the name of their game."""

from typing import Final

from filon.games.contract import Malformed
from filon.kernels.contract import AnyBridge
from filon.kernels.diamant.bridge import DIAMANT_BRIDGE
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE
from filon.kernels.outofmine.bridge import OUTOFMINE_BRIDGE
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE

BRIDGES: Final[dict[str, AnyBridge]] = {
    "saboteur": SABOTEUR_BRIDGE,
    "diamant": DIAMANT_BRIDGE,
    "labyrinth": LABYRINTH_BRIDGE,
    "outofmine": OUTOFMINE_BRIDGE,
}


def bridge_of(name: str) -> AnyBridge:
    try:
        return BRIDGES[name]
    except KeyError:
        raise Malformed("game", f"no kernel plays {name!r}; there are {', '.join(BRIDGES)}") from None
