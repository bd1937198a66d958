"""The numbers that hard's judgement hangs on; `filon.lab.labyrinth` looks for better ones."""

from typing import Final

import msgspec


class Parameters(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Compared by identity, so that what was worked out with them can be kept by them."""

    i_take: float = 0.5
    """Between two: how often a turn of mine finds a way to the sought secret; measured against normal."""
    they_take: float = 0.4
    i_meet: float = 0.45
    """Between two: how often a turn of mine finds a way to the other."""
    they_meet: float = 0.2
    animal: float = 0.04
    """What an animal adds to the chance to win: some day it swaps a card for two, if there is time."""
    worth_a_swap: float = 0.03
    """What a swap must add to the chance to win: the animal could be kept for a better one."""
    bold: float = 0.0
    """What a challenge is worth beside what it brings; below nothing for who is shy."""
    further: float = 0.6
    """How much less the player after the next one matters."""
    later: float = 0.9
    """What is open to me in the turn after this one counts less than what I can have now."""
    patience: float = 5.0
    """Rounds without any news after which caution fades, to be gone after as many: somebody has to dare."""
    daring: float = 0.2
    keenness: float = 0.5
    """How far the others are believed to look for what is worst for me."""
    looked_into: int = 0
    """Between two: how many ends of the turn are weighed by every answer to them."""
    expected: float = 1.0
    """How far the worst of those answers is expected."""
    wide: int = 1
    """Among more: so many times the ends of the turn are played out."""
    deep: int = 1
    """So many times as often."""
    turns: int = 1
    """To the end of which turn of mine after this one."""
    closing: int = 0
    """So many turns before the limit, where there is one, the largest set begins to count, LAB-6.2."""


USUAL: Final = Parameters()
"""What the coach goes by, too."""
HARD: Final = msgspec.structs.replace(USUAL, looked_into=40, expected=0.5, closing=18)
