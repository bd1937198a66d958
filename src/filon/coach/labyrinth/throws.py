"""A throw is graded only against somebody who can be foreseen, by the throws that have been shown.

Against even throws every thing is as good as another, whatever the stake, and one throw shows nothing. The
hard level's readers (`bots/labyrinth/throwing.py`) say before each throw what would beat it; how often they
were right is the evidence. If throws are even, each advice wins, draws or loses as often, whoever reads.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from filon.bots.labyrinth.throwing import Thrower, points
from filon.games.contract import Seat
from filon.games.labyrinth.model import Event, ThrowsShown
from filon.games.labyrinth.pieces import Thing

_SIGNIFICANT: Final = 2.6
"""In standard errors of even throws: by chance alone that happens once in two hundred times."""
_VARIANCE: Final = 2 / 3
_DOUBT: Final = 2.0
"""As in the readers themselves: what was found is taken for a little less."""
THINGS: Final = tuple(Thing)


class Foreseen(NamedTuple):
    """What the shown throws of one player tell."""

    advised: int | None
    """What the readers would throw against the next one."""
    won: int
    """Points that the advice would have won so far, less those it would have lost."""
    throws: int
    """For how many throws there was advice."""

    @property
    def predictable(self) -> bool:
        return (
            self.advised is not None
            and self.throws > 0
            and self.won >= _SIGNIFICANT * sqrt(_VARIANCE * self.throws)
        )

    @property
    def edge(self) -> float:
        """Points a throw that following the advice may be expected to win."""
        return self.won / (self.throws + _DOUBT)

    @property
    def error(self) -> float:
        """The standard error of `edge`."""
        return sqrt(_VARIANCE * max(1, self.throws)) / (self.throws + _DOUBT)

    @property
    def expected(self) -> Thing | None:
        """What is most likely to be thrown next: what the advice beats."""
        return None if self.advised is None else THINGS[(self.advised + 1) % 3]


def foreseen(past: Sequence[Event], opponent: int) -> Foreseen:
    """Of what is public alone: the throws shown so far."""
    reader = Thrower()
    won = throws = 0
    for event in past:
        if not isinstance(event, ThrowsShown):
            continue
        if opponent not in event.throws:
            continue
        theirs = THINGS.index(event.throws[Seat(opponent)])
        (other,) = (THINGS.index(thing) for seat, thing in event.throws.items() if seat != opponent)
        advice = reader.mix(opponent)
        if advice.parts:
            won += points(advice.thing, theirs)
            throws += 1
        reader.watch(opponent, other, theirs)
    advice = reader.mix(opponent)
    return Foreseen(advice.thing if advice.parts else None, won, throws)
