"""Mazes of which one card makes a path to a stone from several sides at once, SAB-6.2.

Each is drawn before that card, and could only be dug with `placement=adjacent`.
"""

from typing import Final, NamedTuple


class Junction(NamedTuple):
    """`move` lays the card that joins it all to the start."""

    picture: str
    move: str


FROM_AFAR: Final = Junction(
    """
    .     .  . .  .    .  .    ES   SW
    start EW . EW NESW EW NESW NESW ?
    """,
    "NESW 2,0",
)
"""The middle goal is reached from the west and the north."""
FROM_THREE_SIDES: Final = Junction(
    """
    .     .  .  .    .    .    . ES   SW
    start EW EW NESW NESW NESW . NESW ?
    .     .  .  .    .    .    . NE   NW
    """,
    "EW 6,0",
)
"""The middle goal is reached from the west, the north and the south, by nothing that was just laid."""
AT_ITS_SIDE: Final = Junction(
    """
    .     .  .  .  .    .    .    ES ESW SW
    start EW EW EW NESW NESW NESW .  ?   NW
    """,
    "ESW 7,0 turned",
)
"""The middle goal is reached from the west by the card just laid, and from the north and the east."""
WITH_A_WALL: Final = Junction(
    """
    .     .  .  .  .    .    .    .   ES SW
    start EW EW SW .    .    .    .   ?  NSW
    .     .  .  NE NESW NESW NESW ESW .  NW
    """,
    "EW 8,1",
)
"""The middle goal is reached from the north and the east; the card just laid shows it a wall in the south."""
THROUGH_A_STONE: Final = Junction(
    """
    start EW EW NESW NESW NESW NESW .  ?
    .     .  .  .    .    .    .    ES NSW
    .     .  .  .    .    .    .    NE ?
    """,
    "EW 7,0",
)
"""The southern goal is reached from the north and the west, once the middle one carries the path on."""
TWO_GOALS: Final = Junction(
    """
    .     .  .  .  .    .    .    ES  SW
    .     .  .  .  .    .    .    NES ?
    .     .  .  .  .    .    .    NS  .
    start EW EW EW NESW NESW NESW .   ?
    """,
    "ESW 7,0 turned",
)
"""The card just laid touches the middle goal; the northern one is reached from the west and the north."""
JUNCTIONS: Final = (FROM_AFAR, FROM_THREE_SIDES, AT_ITS_SIDE, WITH_A_WALL, THROUGH_A_STONE, TWO_GOALS)
