"""All that a player may go by: what its seat sees now, and what it has seen happen."""

from collections.abc import Sequence
from typing import Any

import msgspec

from filon.games.contract import AnyGame


class Sight(msgspec.Struct, frozen=True):
    game: AnyGame
    view: Any
    legal: Sequence[Any]
    """What the seat may do now; never empty when a player is asked."""
    past: Sequence[Any] = ()
    """Every event so far, oldest first, as redacted for this seat; empty where nobody kept them."""
