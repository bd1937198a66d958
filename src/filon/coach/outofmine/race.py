"""The rest of a round as a race: who is full first, and how far the others have come by then.

Nobody's pace is known beforehand. In each of many draws every player has one, and needs so long for the
motions that are left; the first to be full calls, and whoever still digs has done the part of the work that
the time allowed. The same draws are put to each thing that can be done, so that differences are not blurred.
"""

from collections.abc import Mapping, Sequence
from math import exp, inf, sqrt
from statistics import NormalDist
from typing import Final, TypeAlias

from filon.coach.outofmine.standing import Standing
from filon.games.chance import FastRandom, shuffled
from filon.games.contract import Random
from filon.games.outofmine.pieces import CALL_POINTS, FULL_POINTS, MOST_EMPTY, SEATS

_PER_MOTION: Final = 0.5
"""The variance of the time for a motion, in its mean squared: over some of them people think."""
_PACES: Final = 0.2
"""How much the paces of players differ, as a part of them."""
_LARGE_FIRST: Final = 1.25
"""Large tiles are laid first: squares are covered faster than the work is done. All three fit thousands of
rounds among bots best.
"""

_FIXED: Final = 10

Draws: TypeAlias = Sequence[tuple[float, ...]]
"""For each draw and seat how much more or less time than on average is needed, in standard deviations."""


def drawn(number: int, random: Random) -> Draws:
    """As even as so few can be: each seat has each part of the normal distribution once."""
    normal = NormalDist()
    parts = [normal.inv_cdf((at + 0.5) / number) for at in range(number)]
    return list(zip(*(shuffled(parts, random) for _ in range(SEATS[-1])), strict=True))


def _alike_for_all(seats: int) -> Draws:
    """Each draw once for each seat that may come first in it: nobody is better off by where they sit."""
    return [
        (*draw[turn:seats], *draw[:turn]) for draw in drawn(_FIXED, FastRandom(0)) for turn in range(seats)
    ]


FIXED: Final[Mapping[int, Draws]] = {seats: _alike_for_all(seats) for seats in SEATS}
"""By seats: for values that must always be the same."""


def race(standings: Sequence[Standing], draws: Draws, paces: Sequence[float]) -> list[tuple[float, ...]]:
    """By draw: the points of each seat for the round. `paces` are motions in some time, by seat."""
    times = [_time(one, pace) for one, pace in zip(standings, paces, strict=True)]
    points: list[tuple[float, ...]] = []
    for draw in draws:
        needed = [mean * exp(spread * at) for (mean, spread), at in zip(times, draw, strict=False)]
        first = min(needed)
        points.append(tuple(_points(one, time, first) for one, time in zip(standings, needed, strict=True)))
    return points


def _time(one: Standing, pace: float) -> tuple[float, float]:
    """The median, and by how much it varies."""
    if one.stopped:
        return inf, 0.0
    motions = one.motions + 1  # the call
    return motions / pace, sqrt(_PER_MOTION / motions + _PACES**2)


def _points(one: Standing, time: float, first: float) -> float:
    if time == first < inf:
        return FULL_POINTS + CALL_POINTS + one.extra
    left = one.empty * (1 - first / time) ** _LARGE_FIRST if first < inf and time < inf else one.empty
    return max(0.0, FULL_POINTS - left + one.extra) if left <= MOST_EMPTY else 0.0
