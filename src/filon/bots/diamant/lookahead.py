"""Diamant played out to the end of the fifth cave, once for leaving and once for going on."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels import COMPILED
from filon.kernels.diamant.kernel_rollouts import KINDS, LEARNT, WEIGHING, WIN, DiamantRollouts
from filon.kernels.stream import Stream

ROUNDS: Final = (100, 150, 250, 500) if COMPILED else (20, 20, 40)
"""Games played out, one batch after the other while the choice is not clear."""
_CLEAR: Final = 3.0
"""Standard errors between the two choices that end the thinking."""
_OWN: Final = (LEARNT, WEIGHING + KINDS * 100)
"""How the own seat may play on: by the policy, or by the odds."""


class Outlook(NamedTuple):
    """Parts of a win: what leaving now comes to, and how much more going on does, in the best way."""

    leaving: float
    more: float


def outlook(rollouts: DiamantRollouts, stream: Stream, rounds: Sequence[int] = ROUNDS) -> Outlook:
    sums = [0] * (2 * len(_OWN) + 1)
    games = 0
    more = 0.0
    for batch in rounds:
        here = rollouts.worth(stream, batch, vec[i64](_OWN))
        sums = [before + now for before, now in zip(sums, here, strict=True)]
        games += batch
        best = max(range(1, len(_OWN) + 1), key=sums.__getitem__)
        more = (sums[best] - sums[0]) / games
        error = sqrt(max(0.0, sums[best + len(_OWN)] / games - more**2) / games)
        if abs(more) > _CLEAR * error:
            break
    return Outlook(sums[0] / games / int(WIN), more / int(WIN))
