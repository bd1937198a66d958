"""What to throw next against somebody whose throws have been seen.

Thrown evenly, nobody can gain on us whatever the stake: to win and to lose is worth the same with each of
the three things, and equal ones are thrown again, so one in three each is the equilibrium of every duel.
Somebody who does otherwise can be foreseen. Many small *readers* guess what comes next from what came
before it; each guess is also turned twice, for those who think a step further than we do. Those that have
been right lately speak; while none has, or while listening to them has cost too much, the throw is even.

Things are numbered as the law lists them, stone, scissors, paper: each beats the next.
"""

from typing import Final

from filon.games.contract import Random

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
_PURSE: Final = 25.0
"""What listening to readers may cost before they have to prove themselves first."""
_PROOF: Final = 3.5
"""How well the readers must have judged of late once the purse is empty; the deeper in debt, the better."""


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


class Thrower:
    """One opponent's duels, throw by throw."""

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
        self._purse = _PURSE

    def throw(self, random: Random) -> int:
        even = random.below(3)
        advised = self._advised()
        return even if advised is None else advised

    def _advised(self) -> int | None:
        """What the readers of the best judgement say; none while it is not good enough."""
        best = max(range(len(_MEMORIES)), key=self._judged.__getitem__)
        needed = 0.0 if self._purse > 0 else _PROOF * (1 - self._purse / _PURSE)
        return self._picks[best] if self._judged[best] > needed else None

    def learn(self, ours: int, theirs: int) -> None:
        """What both threw, equal throws included."""
        if self._advised() is not None:
            self._purse = min(_PURSE, self._purse + points(ours, theirs))
        for number, pick in enumerate(self._picks):
            if pick is not None:
                self._judged[number] = self._judged[number] * _JUDGES + points(pick, theirs)
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


def _beating(thing: int | None) -> int | None:
    return None if thing is None else (thing + 2) % 3


def points(ours: int, theirs: int) -> int:
    """1 for a throw won, -1 for one lost."""
    return (0, 1, -1)[(theirs - ours) % 3]
