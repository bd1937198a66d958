"""The numbers that a player of the normal level goes by; `lab/saboteur/` plays with others."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from filon.bots.saboteur.survey import FAR


class Patience(NamedTuple):
    """How near the diggers may come, in cards, before a saboteur swings the hammer and lays dead ends."""

    hammer: int
    dead_end: int
    digs_beyond: int
    """While they are farther away than this it digs with them: nobody will suspect it."""


_ALONE: Final = Patience(FAR, 2, FAR)
_FEW: Final = Patience(5, 2, FAR)
_SOME: Final = Patience(3, 1, 5)
_MANY: Final = Patience(2, 1, 4)
PATIENCE: Final[Mapping[int, Patience]] = {
    3: _MANY,
    4: _ALONE,
    5: _SOME,
    6: _FEW,
    7: _MANY,
    8: _SOME,
    9: _FEW,
    10: _SOME,
}
"""By the number of players: the more diggers there are for each saboteur, the less it can wait."""


class Habits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The scale is that of `weighing.py`: a card nearer to the treasure is worth 10."""

    patience: Patience | None = None
    """None: by the number of players."""
    war: int = 3
    """So near, in cards, a saboteur stops pretending."""
    late: float = 0.3
    """It stops, too, when less than this part of the pile is left."""
    dig_along: float = 6.0
    given_away: float = 4.0
    """What it costs to show what one is, by laying a dead end."""
    swing: float = 14.0
    """A saboteur's hammer, once it swings it, on somebody who has all tools."""
    swing_again: float = 2.0
    """On somebody who misses some."""
    rocks_spent: float = 1.0
    """What a saboteur's rockfall is worth to keep once it has stopped pretending."""

    suspect: float = 0.5
    """Who looks worse than the others by so much is worth a digger's hammer."""
    accuse: float = 8.0
    """What that hammer is worth, for each point of doubt."""
    stranger: float = -5.0
    """What mending somebody is worth of whom nothing is known."""
    look: float = 7.0
    """What a digger's map is worth before it is known what it may tell."""


NORMAL: Final = Habits()
