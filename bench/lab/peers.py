"""The peers of `filon bench lab`: an environment each, since they pin other versions of the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from bench.engine import peers as one_by_one
from bench.engine.peers import Peers


class Peer(msgspec.Struct, frozen=True):
    """`script` has its loop; `compiled` where the games themselves and their vectors run as machine code."""

    packages: tuple[str, ...]
    games: tuple[str, ...]
    script: Path
    compiled: bool = False


_ONE_BY_ONE: Final = Path(one_by_one.__file__).with_name("peer_play.py")
_VECTORISED: Final = Path(__file__).with_name("peer_steps.py")

PEERS: Final[Mapping[str, Peer]] = {
    "pettingzoo": Peer(
        ("pettingzoo[classic]",), ("connect_four_v3", "leduc_holdem_v4", "tictactoe_v3"), _ONE_BY_ONE
    ),
    "rlcard": Peer(("rlcard",), ("uno", "leduc-holdem"), _ONE_BY_ONE),
    "open_spiel": Peer(("open_spiel",), ("leduc_poker", "connect_four", "hearts"), _VECTORISED),
    "envpool": Peer(
        ("envpool",), ("LeducHoldem-v1", "ConnectFour-v1", "Backgammon-v1"), _VECTORISED, compiled=True
    ),
    "pufferlib": Peer(("pufferlib",), ("puffer_connect4",), _VECTORISED, compiled=True),
}


def environment(peer: str, folder: Path) -> Peers:
    """Installed in a folder of `folder`, unless it is already. Raises PeerError, in words."""
    one = PEERS[peer]
    there = Peers(folder / peer, packages={peer: one.packages}, script=one.script)
    there.install(peer)
    return there
