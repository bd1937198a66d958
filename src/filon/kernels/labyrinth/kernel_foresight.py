"""A turn of mine weighed by what it leaves: the next player's best answer to it, and my turn after that."""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, castle


def ones(mask: i64) -> i64:
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@mypyc_attr(allow_interpreted_subclasses=False)
class Foresight:
    """What I expect of the game by what happens next; `value` says which of it will.

    Of the other: `they_take` the sought card, `they_meet` me. Of me in the turn after that, when neither
    happened: `neither`, `take`, `meet` or `both` of them being open to me.
    """

    def __init__(self, ways: Ways, target: i64) -> None:
        self.ways: Ways = ways
        self.target: i64 = target
        """The hall of the sought secret, or nowhere."""
        self.they_take: float = 0.0
        self.they_meet: float = 0.0
        self.neither: float = 0.0
        self.take: float = 0.0
        self.meet: float = 0.0
        self.both: float = 0.0
        self.keenness: float = 1.0
        """How far the other looks for what is worst for me; otherwise any change is as likely."""

    def value(self, rotation: i64, mine: i64, theirs: i64, *, together: bool) -> float:
        """My turn has ended so; `together`: on one square, where nobody can be met by moving, LAB-5.1."""
        reach: i64 = self.ways.reach(rotation, theirs)
        answer: float = self._left_alone(rotation, mine, theirs, 0.5 if together else 1.0)
        if self.target != NOWHERE and reach >> self.target & 1:
            answer = min(answer, self.they_take)
        if not together and reach >> mine & 1:
            answer = min(answer, self.they_meet)
        return answer

    def _left_alone(self, rotation: i64, mine: i64, theirs: i64, leaving: float) -> float:
        """`leaving`: how likely the other moves to where it can be met."""
        worst: float = 2.0
        total: float = 0.0
        ends = self.ways.ends(rotation)
        for end in ends:
            mask: i64 = self.ways.reach(end, mine)
            region: i64 = castle(end).reach[theirs]
            taking: bool = self.target != NOWHERE and (mask >> self.target & 1) != 0
            apart: float = self.take if taking else self.neither
            met: float = self.both if taking else self.meet
            close: float = leaving * float(ones(region & mask)) / float(ones(region))
            worst = min(worst, met, apart if close < 1.0 else met)
            total += close * met + (1 - close) * apart
        return self.keenness * worst + (1 - self.keenness) * total / len(ends)
