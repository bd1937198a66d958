"""A reader of throws: hard in all but its duels, where it foresees what it can.

It knows hard's code: which things hard is likely to throw next follows from the throws that everybody saw,
and it throws what wins most often against that; where hard throws evenly, always stone, to be taken for
somebody with a habit. Of any other bot it goes by what hard's readers say of its throws, with no purse that
limits them, and where they say that it can be read, it looks for duels.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from filon.bots.labyrinth.hard import choose_hard
from filon.bots.labyrinth.parameters import HARD, Parameters
from filon.bots.labyrinth.throwing import points
from filon.bots.labyrinth.watching import advice_of, mix_of
from filon.bots.sight import Sight
from filon.games.contract import Random, Seat
from filon.games.labyrinth.model import DuelView, Event, Throw
from filon.games.labyrinth.pieces import Thing

THINGS: Final = tuple(Thing)
_BOLDER: Final = tuple(msgspec.structs.replace(HARD, bold=HARD.bold + 0.02 * step) for step in range(6))
"""By how easily the others are read: a throw that is won for sure is worth about a ninth of the win."""


class Reader:
    """Against the bot of this name at all other seats."""

    remembers = True

    def __init__(self, bot: str) -> None:
        self._knows_code = bot == "hard"

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view = sight.view
        if isinstance(view.phase, DuelView):
            other = next(seat for seat in view.phase.duellists if seat != view.seat)
            return Throw(THINGS[self._answer(view.seat, other, sight.past, random)])
        return choose_hard(sight, random, HARD if self._knows_code else self._emboldened(sight))

    def _answer(self, own: Seat, other: Seat, past: Sequence[Event], random: Random) -> int:
        if self._knows_code:
            likely = mix_of(other, past, own).weights()
            worth = [
                sum(weight * points(ours, theirs) for theirs, weight in enumerate(likely))
                for ours in range(3)
            ]
            return worth.index(max(worth))
        advice = advice_of(own, past, other)
        return random.below(3) if advice is None else advice[0]

    def _emboldened(self, sight: Sight) -> Parameters:
        own = sight.view.seat
        others = [Seat(seat) for seat in range(len(sight.view.pawns)) if seat != own]
        told = [advice_of(own, sight.past, other) for other in others]
        edges = [edge for _, edge in filter(None, told)]
        return _BOLDER[round((len(_BOLDER) - 1) * min(1.0, max(edges, default=0.0)))]
