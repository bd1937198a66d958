"""How deeds add up against the seats that did them.

Apart from the maze that they were done in, so that the same deeds can be judged by other weights
(`tools/fit_saboteur_deeds.py`).
"""

from math import exp
from typing import Final, NamedTuple, TypeAlias, assert_never

from filon.games.contract import Seat
from filon.kernels.saboteur import deeds


class Weights(NamedTuple):
    """Of deeds, as `kernels/saboteur/deeds.py` has them and explains them: the names there, in lower case."""

    most: int = deeds.MOST
    nearer: int = deeds.NEARER
    farther: int = deeds.FARTHER
    neither: int = deeds.NEITHER
    dead_end: int = deeds.DEAD_END
    buried: int = deeds.BURIED
    cleared: int = deeds.CLEARED
    broke: int = deeds.BROKE
    stopped: int = deeds.STOPPED
    mended: int = deeds.MENDED
    discarded: int = deeds.DISCARDED
    looked: int = deeds.LOOKED
    dealt: int = deeds.DEALT


WEIGHTS: Final = Weights()


class Dug(NamedTuple):
    seat: Seat
    farther: float
    """How many cards more are missing since, for somebody who knows no goal; below nought: fewer."""
    passage: bool


class Buried(NamedTuple):
    seat: Seat
    farther: float


class Looked(NamedTuple):
    seat: Seat


class Broke(NamedTuple):
    seat: Seat
    target: Seat


class Mended(NamedTuple):
    """Somebody else's tool."""

    seat: Seat
    target: Seat


class Discarded(NamedTuple):
    """With tools in order."""

    seat: Seat


Deed: TypeAlias = Dug | Buried | Looked | Broke | Mended | Discarded


class Motives:
    """`by_seat`, in natural logarithms of the odds: above nought for a saboteur."""

    def __init__(self, seats: int, weights: Weights = WEIGHTS) -> None:
        self.by_seat = [0.0] * seats
        self._weights = weights
        self._sure = weights.most / 100

    def take_in(self, deed: Deed) -> None:
        weights = self._weights
        match deed:
            case Dug(seat, farther, passage):
                if farther > 0:
                    self._weigh(seat, weights.farther * min(farther, 3.0))
                else:
                    self._weigh(seat, weights.nearer if farther < 0 else weights.neither)
                if not passage:
                    self._weigh(seat, weights.dead_end)
            case Buried(seat, farther):
                against = (
                    weights.buried if farther > 0 else weights.cleared if farther < 0 else weights.neither
                )
                self._weigh(seat, against)
            case Looked(seat):
                self._weigh(seat, weights.looked)
            case Broke(seat, target):
                # To stop a saboteur is a digger's deed, and whom people stop is the more suspect for it.
                seems, seems_target = self.seeming(seat), self.seeming(target)
                self._weigh(seat, -weights.broke * seems_target)
                self._weigh(target, -weights.stopped * seems)
            case Mended(seat, target):
                self._weigh(seat, weights.mended * self.seeming(target))
            case Discarded(seat):
                self._weigh(seat, weights.discarded)
            case _:
                assert_never(deed)

    def seeming(self, seat: Seat) -> float:
        """From -1, surely a digger, to 1, surely a saboteur; one who did nothing yet is likely a digger."""
        odds = exp(self.by_seat[seat] + self._weights.dealt / 100)
        return (odds - 1) / (odds + 1)

    def _weigh(self, seat: Seat, more: float) -> None:
        """`more` in hundredths."""
        self.by_seat[seat] = max(-self._sure, min(self._sure, self.by_seat[seat] + more / 100))
