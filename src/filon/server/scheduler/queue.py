"""Whose bot thinks next. Pure: no clock, no processes; tests play whole evenings with it in a moment.

- Hints first: somebody waits for one with a finger on the button. Then tables where people play, then tables
  where bots play alone, of which only so many have a thought or an answer under way at once.
- Addresses share alike: the one whose bots have thought least goes first, so that sixty tables from one
  address are sixty times as slow and nobody else's are slower.
- One thought at a time for each table.
"""

from collections import Counter
from enum import IntEnum
from typing import Final

_FIRST_GUESS_S: Final = 0.2
_REMEMBERED: Final = 100
_WEIGHT: Final = 0.1
"""Of the latest thought in what the next one is expected to cost."""


class Rank(IntEnum):
    HINT = 0
    PEOPLE = 1
    BOTS_ALONE = 2


class Job:
    """One thought. `payer` is the address whose share it takes, `table` what thinks one at a time."""

    __slots__ = ("charged", "order", "payer", "rank", "table")

    def __init__(self, table: str, payer: str, rank: Rank) -> None:
        self.table = table
        self.payer = payer
        self.rank = rank
        self.order = 0
        self.charged = 0.0


class FairQueue:
    def __init__(self, *, bots_alone: int, bots_alone_each: int) -> None:
        """How many tables of bots alone go on at once: of all, and of one payer."""
        self._bots_alone = bots_alone
        self._bots_alone_each = bots_alone_each
        self._waiting: list[Job] = []
        self._thinking: set[str] = set()
        self._alone: dict[Job, str] = {}
        self._spent: dict[str, float] = {}
        """Seconds of thought by payer; of those who have nothing here now while it is more than `_floor`."""
        self._jobs: Counter[str] = Counter()
        self._floor = 0.0
        """What the payer had spent who was served last: where newcomers begin."""
        self._expected = _FIRST_GUESS_S
        self._count = 0

    def __len__(self) -> int:
        """Jobs that wait."""
        return len(self._waiting)

    def waiting(self, table: str) -> int:
        return sum(job.table == table for job in self._waiting)

    def put(self, job: Job) -> None:
        self._count += 1
        job.order = self._count
        self._waiting.append(job)
        # Who had to wait for another reason than its share must not save it up.
        self._spent[job.payer] = max(self._floor, self._spent.get(job.payer, 0.0))
        self._jobs[job.payer] += 1

    def withdraw(self, job: Job) -> None:
        """Nobody wants to know any more. Of a job that was taken it says nothing: see `thought`."""
        if job in self._waiting:
            self._waiting.remove(job)
            self._leave(job)

    def take(self) -> Job | None:
        """Who thinks now; the caller has a process for it, and says `thought` and `settled` afterwards."""
        alone = Counter(self._alone.values())
        eligible = [
            job
            for job in self._waiting
            if job.table not in self._thinking
            and (
                job.rank is not Rank.BOTS_ALONE
                or (len(self._alone) < self._bots_alone and alone[job.payer] < self._bots_alone_each)
            )
        ]
        if not eligible:
            return None
        job = min(eligible, key=lambda job: (job.rank, self._spent[job.payer], job.order))
        self._waiting.remove(job)
        self._thinking.add(job.table)
        if job.rank is Rank.BOTS_ALONE:
            self._alone[job] = job.payer
        self._floor = max(self._floor, self._spent[job.payer])
        job.charged = self._expected
        self._spent[job.payer] += job.charged
        return job

    def thought(self, job: Job, seconds: float) -> None:
        """The thought is over and took so long."""
        self._thinking.discard(job.table)
        self._spent[job.payer] += seconds - job.charged
        self._expected += _WEIGHT * (seconds - self._expected)
        self._leave(job)

    def settled(self, job: Job) -> None:
        """The answer has left, or never will: another table of bots alone may go on."""
        self._alone.pop(job, None)

    def _leave(self, job: Job) -> None:
        self._jobs[job.payer] -= 1
        if not self._jobs[job.payer]:
            del self._jobs[job.payer]
            if len(self._spent) > 2 * len(self._jobs) + _REMEMBERED:
                self._spent = {
                    payer: spent
                    for payer, spent in self._spent.items()
                    if payer in self._jobs or spent > self._floor
                }
