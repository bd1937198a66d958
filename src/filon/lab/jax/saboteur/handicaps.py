"""Who plays worse than it could while the policy is learnt, so that something is learnt against weaker ones.

Against good diggers a lone saboteur loses nearly always, whatever it does: from such rounds neither side
would learn how to play with weaker ones.
"""

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

NOBODY, DIGGERS, SABOTEURS = range(3)

_EVERY: Final = 20
"""Of so many lanes the diggers are handicapped from the first number on, the saboteurs from the second."""
_DIGGERS_FROM: Final = 9
_SABOTEURS_FROM: Final = 16
_HEATS: Final = (1.0, 1.4, 1.8, 2.4)
_LEAST_OF_SABOTEURS: Final = 1.6


class Handicaps(NamedTuple):
    """By lane."""

    side: Array
    """NOBODY, DIGGERS or SABOTEURS play worse; their own choices teach nothing."""
    heat: Array
    """By how much their wants are divided: the more, the more by chance they choose."""
    trusting: Array
    """Whether the diggers see nothing of what anybody did."""

    def told(self) -> Array:
        """To the critic."""
        by_side = [self.heat * (self.side == side) for side in (DIGGERS, SABOTEURS)]
        return jnp.stack([*by_side, self.trusting.astype(jnp.float32)], -1)

    def free(self, digger: Array) -> Array:
        """Whether the seat in turn plays as well as it can, by whether it is a digger."""
        return self.side != jnp.where(digger, DIGGERS, SABOTEURS)


def none(lanes: int) -> Handicaps:
    nobody = jnp.zeros(lanes, jnp.int32)
    return Handicaps(nobody, jnp.ones(lanes), nobody == 1)


def spread(lanes: int) -> Handicaps:
    """All kinds in each run of lanes; no handicap in nine of twenty, diggers' in seven."""
    lane = np.arange(lanes)
    which = lane % _EVERY
    side = np.where(which < _DIGGERS_FROM, NOBODY, np.where(which < _SABOTEURS_FROM, DIGGERS, SABOTEURS))
    heat = np.array(_HEATS)[lane // _EVERY % len(_HEATS)]
    often = lane // (_EVERY * len(_HEATS)) % 2 == 0
    trusting = (side == DIGGERS) & (often | (heat == 1.0))  # or else it would be no handicap
    heat = np.where((side == SABOTEURS) & (heat == 1.0), _LEAST_OF_SABOTEURS, heat)
    heat = np.where(side == NOBODY, 1.0, heat)
    return Handicaps(jnp.asarray(side), jnp.asarray(heat, jnp.float32), jnp.asarray(trusting))
