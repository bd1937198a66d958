"""What deeds say of a seat in a playout: as `bots/saboteur/belief.py` weighs them, so that who hinders is found out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, WAY_SHAPE
from filon.kernels.saboteur.kernel_codes import BREAK, DIGGING, DISCARD, MEND, PLACE, ROCKS
from filon.kernels.saboteur.kernel_ways import FAR, Ways

MOST: Final[i64] = 400
"""Nobody is ever surer than this; in hundredths of the logarithm of the odds, as all here."""
EVIDENCE: Final = vec[i64]([-110, 140, 10, 120, 180, -135, 190, 18, 90, 19])
TRUSTING: Final = vec[i64]([39, 3515, -11957, 61, 861, 50, 19063, 4, -176])
WATCHED: Final = vec[i64]([0, 13, 30, -79, 117, 21, 149, 159, 136, 344, 69, 13, 208, 163, 329, 67, -190, -39, -122, 12, 46, -5, 58, -17, -11, 15, -51, 60, 142, -327, 80, 40, 12, 38, -6, 6, 16, 36, 20, 267, 240, 33, 446, 98, 71, -86, 21])
_SEEMS: Final = vec[i64](
    [round(100 * (2 / (1 + 2.718281828 ** -((at - 480) / 100)) - 1)) for at in range(801)]
)
"""By motive and 400: from -100, surely a digger, to 100, surely a saboteur."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Trust:
    """`motive` by seat, above nought for a saboteur; `known` is what it was before the playout."""

    def __init__(self) -> None:
        self.known: vec[i64] = vec[i64]([0] * 10)
        self.motive: vec[i64] = vec[i64]([0] * 10)
        self.evidence: vec[i64] = EVIDENCE
        self.left: i64 = 0
        """Cards missing to the treasure for somebody who knows nothing, in twelfths, after the last card laid."""

    def reset(self, kernel: SaboteurKernel, ways: Ways) -> None:
        """A playout begins here; `ways` saw this maze grow, or forgot the last one."""
        self.left = _outlook(kernel, ways)
        seat: i64 = 0
        while seat < 10:
            self.motive[seat] = self.known[seat]
            seat += 1

    def do(self, kernel: SaboteurKernel, code: i64, ways: Ways) -> None:
        """Plays this choice, and judges it; `ways` saw this maze grow, or forgot the last one."""
        kind: i64 = code & 7
        seat: i64 = kernel.turn
        evidence = self.evidence
        if kind == PLACE or kind == ROCKS:
            before: i64 = _outlook(kernel, ways)
            number: i64 = kernel.number
            kernel.do(code)
            if kernel.phase != DIGGING or kernel.number != number:
                return
            self.left = _outlook(kernel, ways)
            farther: i64 = self.left - before
            if kind == ROCKS:
                self._weigh(seat, evidence[4] if farther > 0 else evidence[5] if farther < 0 else evidence[2])
            elif farther > 0:
                self._weigh(seat, evidence[1] * min(farther, 36) // 12)
            else:
                self._weigh(seat, evidence[0] if farther < 0 else evidence[2])
            if kind == PLACE and not WAY_SHAPE[code >> 3 & 31] & 16:
                self._weigh(seat, evidence[3])
            return
        if kind == BREAK:
            target: i64 = code >> 5
            seems: i64 = _SEEMS[self.motive[seat] + MOST]
            self._weigh(seat, -evidence[6] * _SEEMS[self.motive[target] + MOST] // 100)
            self._weigh(target, -evidence[7] * seems // 100)
        elif kind == MEND:
            target = code >> 5 & 15
            if target != seat:
                self._weigh(seat, evidence[8] * _SEEMS[self.motive[target] + MOST] // 100)
        elif kind == DISCARD and not kernel.broken_order[seat]:
            self._weigh(seat, evidence[9])
        kernel.do(code)

    def _weigh(self, seat: i64, more: i64) -> None:
        self.motive[seat] = max(-MOST, min(MOST, self.motive[seat] + more))


def _outlook(kernel: SaboteurKernel, ways: Ways) -> i64:
    """For somebody who knows nothing, in twelfths: half the nearest goal, half the mean of those face down."""
    nearest: i64 = FAR
    total: i64 = 0
    number: i64 = 0
    which: i64 = 0
    while which < GOAL_COUNT:
        if not kernel.face_up >> which & 1:
            left: i64 = ways.missing(kernel.maze, which)
            nearest = min(nearest, left)
            total += left
            number += 1
        which += 1
    return 6 * nearest + 6 * total // number if number else 0
