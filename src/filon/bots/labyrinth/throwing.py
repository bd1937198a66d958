"""What to throw next against those whose throws have been seen, and how much of it to dare.

Thrown evenly, nobody can gain on us whatever the stake: to win and to lose is worth the same with each of
the three things, and equal ones are thrown again, so one in three each is the equilibrium of every duel.
Somebody who does otherwise can be foreseen. Many small *readers* guess what comes next from what came
before it; each guess is also turned twice, for those who think a step further than we do. Those that have
been right lately advise.

Whoever knows this code foresees the advice as well as we do, so it is only followed with a probability, the
`share` of a `Mix`, and paid for out of a purse (Ganzfried and Sandholm, "Safe opponent exploitation": risk
what has been won in expectation). The purse starts at `PURSE` throws; a share is never more than what is in
it; and once the other throw is seen, what the mix was expected to win against it goes into the purse or out
of it, whatever was really thrown.

The bound: in all the duels of a game together, nobody who knows everything but the random numbers to come
can expect to win more than `PURSE` throws more than they lose. Against any throw an even one wins as often
as it loses, so that a mix expects share x points(advised, theirs); that much the purse grows by, or less
when it is full. So what was expected of all throws so far is at least the purse less `PURSE`, and the purse
is never below nothing: it loses no more than the share, which was no more than the purse. The other's choices
may depend on all that was shown before, and the expectations of the throws still add up.

Things are numbered as the law lists them, stone, scissors, paper: each beats the next.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from filon.games.contract import Random

WHOLE: Final = 1 << 20
"""Shares and purses are counted in such parts of a throw: whole numbers, so that the bound is exact."""
PURSE: Final = WHOLE // 8
"""What a perfect reader of this code can hope to win in a game. Between two hard players a throw is worth
about a ninth of the win, so that this is about one game in seventy.
"""
_FULL: Final = 5 * WHOLE
"""What was won beyond this is not risked again."""
_BOLDNESS: Final = 1.5
"""Throws have a variance of 2/3, and Kelly's rule stakes the part edge/variance of the purse."""
_DOUBT: Final = 2.0
"""Throws by which advice seems older, and so its edge smaller, than it is."""
_CONTEXTS: Final = (
    *((0, theirs) for theirs in (0, 1, 2, 3, 4, 6, 9)),
    *((ours, 0) for ours in (1, 2, 3, 4, 6)),
    *((both, both) for both in (1, 2, 3, 4, 6)),
)
"""How many of our last throws and of theirs a reader looks back at."""
_FADING: Final = (0.0, 0.9, 0.995)
"""What a reader still believes, a time later, of what followed a context: 0 is only the last time."""
_MEMORIES: Final = (0.8, 0.93, 0.98, 0.998)
"""Over how long a stretch readers are judged."""
_JUDGES: Final = 0.98
"""What the judgement of a stretch keeps of itself from throw to throw."""


class Mix(NamedTuple):
    """`thing` with so many parts of `WHOLE`, else any of the three, each as likely."""

    thing: int
    parts: int

    def weights(self) -> list[int]:
        """How likely each of the three things is, in thirds of a part."""
        return [WHOLE - self.parts + 3 * self.parts * (thing == self.thing) for thing in range(3)]

    def drawn(self, random: Random) -> int:
        return self.thing if random.below(WHOLE) < self.parts else random.below(3)


EVEN: Final = Mix(0, 0)


class Thrower:
    """All duels of one seat in one game: one purse, and readers for each opponent."""

    def __init__(self) -> None:
        self.purse = PURSE
        self._advisers: defaultdict[int, _Adviser] = defaultdict(_Adviser)

    def mix(self, opponent: int) -> Mix:
        """What chance decides about when the next thing is thrown against this opponent."""
        advice = self.advice(opponent)
        if advice is None:
            return EVEN
        thing, edge = advice
        return Mix(thing, min(WHOLE, int(self.purse * min(1.0, _BOLDNESS * edge))))

    def advice(self, opponent: int) -> tuple[int, float] | None:
        """What is likeliest to win the next throw, and the points that such advice has won of late."""
        return self._advisers[opponent].advice()

    def throw(self, opponent: int, random: Random) -> int:
        return self.mix(opponent).drawn(random)

    def learn(self, opponent: int, ours: int, theirs: int) -> None:
        """What both of us threw, equal throws included."""
        thing, parts = self.mix(opponent)
        self.purse = min(_FULL, self.purse + parts * points(thing, theirs))
        self.watch(opponent, ours, theirs)

    def watch(self, opponent: int, other: int, theirs: int) -> None:
        """What they threw against somebody else."""
        self._advisers[opponent].learn(other, theirs)


class _Adviser:
    """One opponent's throws, and what beats the next."""

    def __init__(self) -> None:
        self._readers = [
            (_Reader(theirs, ours, fading), _Reader(theirs, ours, fading))
            for ours, theirs in _CONTEXTS
            for fading in _FADING
        ]
        self._plans: list[int | None] = [None] * (2 * len(self._readers))
        """For each reader what beats its guess; turned by one or two it beats who foresees that."""
        self._records = [[0.0] * (3 * len(self._plans)) for _ in _MEMORIES]
        self._picks: list[int | None] = [None] * len(_MEMORIES)
        self._judged = [0.0] * len(_MEMORIES)
        self._throws = [0.0] * len(_MEMORIES)
        """How many throws each was judged by; those long ago count less."""

    def advice(self) -> tuple[int, float] | None:
        """What the readers of the best judgement say, and the points a throw that it has won of late."""
        best = max(range(len(_MEMORIES)), key=self._judged.__getitem__)
        pick, judged = self._picks[best], self._judged[best]
        return None if pick is None or judged <= 0 else (pick, judged / (self._throws[best] + _DOUBT))

    def learn(self, ours: int, theirs: int) -> None:
        for number, pick in enumerate(self._picks):
            if pick is not None:
                self._judged[number] = self._judged[number] * _JUDGES + points(pick, theirs)
                self._throws[number] = self._throws[number] * _JUDGES + 1
        gains = [points(thing, theirs) for thing in range(3)]
        for memory, record in zip(_MEMORIES, self._records, strict=True):
            at = 0
            for plan in self._plans:
                if plan is not None:
                    record[at] = record[at] * memory + gains[plan]
                    record[at + 1] = record[at + 1] * memory + gains[(plan + 1) % 3]
                    record[at + 2] = record[at + 2] * memory + gains[(plan + 2) % 3]
                at += 3
        for number, (of_them, of_us) in enumerate(self._readers):
            of_them.learn(theirs, ours)
            of_us.learn(ours, theirs)
            self._plans[2 * number] = _beating(of_them.guess())
            self._plans[2 * number + 1] = _beating(of_us.guess())
        for number, record in enumerate(self._records):
            best = max(range(len(record)), key=record.__getitem__)
            plan = self._plans[best // 3]
            self._picks[number] = None if plan is None or record[best] <= 0 else (plan + best) % 3


class _Reader:
    """Guesses the next throw of `target` from the last ones of both; `fading` is how it forgets."""

    __slots__ = ("_code", "_fading", "_follow_ups", "_span_of_other", "_span_of_target")

    def __init__(self, target: int, other: int, fading: float) -> None:
        self._span_of_target = 3**target
        self._span_of_other = 3**other
        self._fading = fading
        self._code = (0, 0)
        self._follow_ups: dict[tuple[int, int], list[float]] = {}

    def guess(self) -> int | None:
        counts = self._follow_ups.get(self._code)
        return None if counts is None else counts.index(max(counts))

    def learn(self, target: int, other: int) -> None:
        counts = self._follow_ups.setdefault(self._code, [0.0, 0.0, 0.0])
        for thing in range(3):
            counts[thing] *= self._fading
        counts[target] += 1.0
        one, two = self._code
        self._code = (
            (one * 3 + target) % self._span_of_target,
            (two * 3 + other) % self._span_of_other,
        )


def _beating(thing: int | None) -> int | None:
    return None if thing is None else (thing + 2) % 3


def points(ours: int, theirs: int) -> int:
    """1 for a throw won, -1 for one lost."""
    return (0, 1, -1)[(theirs - ours) % 3]
