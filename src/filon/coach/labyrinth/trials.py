"""Ways to go on, played out by the kernel to the end of the seat's next turn, all with the same chance.

Rounds come in batches, each in one world and with numbers of its own: what two ways differ by in the same
batches has the standard error of a mean over batches.
"""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from filon.bots.labyrinth.company import imagined
from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.worth import stakes_of
from filon.coach.model import Depth
from filon.games.contract import Random
from filon.kernels import COMPILED
from filon.kernels.labyrinth import company
from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_rounds import Rounds
from filon.kernels.labyrinth.kernel_shares import SURE, Shares, codes_of
from filon.kernels.labyrinth.kernel_stakes import holding

BATCH: Final = 16 if COMPILED else 4
"""Rounds in one."""
TRIALS: Final[dict[Depth, tuple[tuple[int, int], ...]]] = (
    {"quick": ((2, 3), (1, 5)), "standard": ((2, 4), (1, 12))}
    if COMPILED
    else {"quick": ((1, 2),), "standard": ((1, 3),)}
)
"""Before it counts: how many ways are kept for each thing that can be done, after so many batches."""
HEATS: Final[dict[Depth, tuple[int, ...]]] = (
    {"quick": (6, 16), "standard": (16, 32, 64)} if COMPILED else {"quick": (4,), "standard": (4, 8)}
)
"""How many batches have been played when the ways that are clearly worse are left behind."""
_GRAIN: Final = 0.0025
"""What a difference is uncertain by however often it is played out: the tables count in 250ths, and people do
not play as playouts do.
"""
_APART: Final = 64
"""Batches of one heat and those of another have different numbers."""
_NUMBERS: Final = 4 * _APART
_CLEARLY: Final = 4.0
"""In standard errors."""


class Difference(NamedTuple):
    mean: float
    error: float


class Trials:
    """What one sight makes of it; the same sight and chance give the same numbers."""

    def __init__(self, plan: Plan, random: Random, batches: int) -> None:
        self._rounds = Rounds(plan.ways, shares_of(len(plan.hands), plan.goal), plan.seat)
        self._seed = random.below(1 << 30)
        self.worlds = imagined(plan, random)
        while 1 < len(self.worlds) < batches:
            self.worlds += imagined(plan, random)
        self._played: dict[tuple[int, ...], list[float]] = {}

    def batches(self, codes: Sequence[int], count: int) -> list[float]:
        """The seat's share after these actions, batch by batch; the first ones are the same ever after."""
        key = tuple(codes)
        done = self._played.setdefault(key, [])
        for batch in range(len(done), count):
            done.append(self.share(self.worlds[batch % len(self.worlds)], codes, batch))
        return done[:count]

    def trial(self, codes: Sequence[int], heat: int, batches: int) -> float:
        """At first sight: in batches that count for nothing else, others in each heat."""
        first = -(heat + 1) * _APART
        worlds = self.worlds
        return sum(self.share(worlds[at % len(worlds)], codes, first + at) for at in range(batches)) / batches

    def share(self, world: LabyrinthKernel, codes: Sequence[int], batch: int) -> float:
        first = (batch + _NUMBERS) * BATCH
        return self._rounds.played(world, list(codes), self._seed, first, first + BATCH) / BATCH


def contest(trials: Trials, ways: Sequence[Sequence[int]], kept: int, depth: Depth) -> list[Difference]:
    """By way: by how much it falls short of the best, which comes out as nothing; `kept` stays to the end."""
    entrants = list(range(len(ways)))
    reached = [0] * len(ways)
    results = [Difference(0.0, 0.0)] * len(ways)
    for count in HEATS[depth]:
        for at in entrants:
            reached[at] = count
        best = max(entrants, key=lambda at: (sum(trials.batches(ways[at], count)), at == kept))
        for at, way in enumerate(ways):
            both = reached[at]
            results[at] = _difference(trials.batches(ways[best], both), trials.batches(way, both))
        entrants = [
            at for at in entrants if at in {best, kept} or results[at].mean <= _CLEARLY * results[at].error
        ]
    return results


def _difference(better: Sequence[float], worse: Sequence[float]) -> Difference:
    count = len(better)
    short = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(short) / count
    spread = sum((each - mean) ** 2 for each in short) / (count - 1)
    return Difference(mean, sqrt(spread / count + _GRAIN**2) if spread else 0.0)


@cache
def shares_of(seats: int, goal: int) -> Shares:
    """What cards are worth among so many, adding up to 1.

    The tables are those of one who is the better player: here every seat is as good as another.
    """
    codes = codes_of(seats)
    table = [bytearray() for _ in range(seats)]
    for other, gnomes in enumerate(codes):
        for treasures in codes[: other + 1]:
            if seats == 2:
                mine, theirs = (holding(treasures >> at & 7, gnomes >> at & 7) for at in (0, 3))
                stakes = stakes_of(goal)
                chances = [stakes.on_turn(mine, theirs), stakes.waiting(theirs, mine)]
                chances[1] = 1 - (chances[0] + 1 - chances[1]) / 2
                chances[0] = 1 - chances[1]
            else:
                known = company.shares_of(seats, goal)
                chances = [known.at_start(treasures, gnomes, player) for player in range(seats)]
            whole = sum(chances) or 1.0
            for player, chance in enumerate(chances):
                table[player].append(round(chance / whole * int(SURE)))
    return Shares(seats, goal, b"".join(table))
