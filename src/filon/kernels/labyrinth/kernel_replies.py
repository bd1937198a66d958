"""Between two: an end of my turn weighed by every answer to it, and each of those by what it leaves to me."""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_castle import HALLS
from filon.kernels.labyrinth.kernel_foresight import Foresight
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, castle


@mypyc_attr(allow_interpreted_subclasses=False)
class Replies:
    """`seen` is the other's foresight: of the other's chance, as that turn ends, when I am to answer."""

    def __init__(self, ways: Ways, seen: Foresight) -> None:
        self.ways: Ways = ways
        self.seen: Foresight = seen
        self.they_take: float = 0.0
        self.they_meet: float = 0.0
        """My chance if the other takes the sought card now, or meets me."""
        self._known: dict[i64, float] = {}

    def value(self, rotation: i64, mine: i64, theirs: i64, *, together: bool, floor: float) -> float:
        """My chance once the other has done what is worst for me; `together` as in `Foresight.value`.

        Less than `floor` is all the same: then it may be any such chance that the other can leave me.
        """
        worst: float = 2.0
        reach: i64 = self.ways.reach(rotation, theirs)
        target: i64 = self.seen.target
        if target != NOWHERE and reach >> target & 1:
            worst = self.they_take
        if not together and reach >> mine & 1:
            worst = min(worst, self.they_meet)
        for end in self.ways.ends(rotation):
            if worst < floor:
                break
            region: i64 = castle(end).reach[theirs]
            hall: i64 = 0
            while hall < HALLS:
                if region >> hall & 1:
                    worst = min(worst, self._left(end, mine, hall))
                hall += 1
        return worst

    def _left(self, end: i64, mine: i64, hall: i64) -> float:
        at: i64 = (end * HALLS + mine) * HALLS + hall
        known = self._known.get(at)
        if known is None:
            known = 1.0 - self.seen.value(end, hall, mine, together=False)
            self._known[at] = known
        return known
