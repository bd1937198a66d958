"""What deeds say of a seat in a playout, as hard bots weigh them: who hinders is found out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.deeds import (
    BROKE,
    BURIED,
    CLEARED,
    DEAD_END,
    DEALT,
    DISCARDED,
    FARTHER,
    LOOKED,
    MENDED,
    MOST,
    NEARER,
    NEITHER,
    STOPPED,
)
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, WAY_SHAPE
from filon.kernels.saboteur.kernel_codes import BREAK, DIGGING, DISCARD, LOOK, MEND, PLACE, ROCKS
from filon.kernels.saboteur.kernel_ways import FAR, Ways

_SEEMS: Final = vec[i64](
    [round(100 * (2 / (1 + 2.718281828 ** -((at + DEALT - MOST) / 100)) - 1)) for at in range(2 * MOST + 1)]
)
"""By motive and MOST: from -100, surely a digger, to 100, surely a saboteur."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Trust:
    """`motive` by seat, above nought for a saboteur; `known` is what it was before the playout."""

    def __init__(self) -> None:
        self.known: vec[i64] = vec[i64]([0] * 10)
        self.motive: vec[i64] = vec[i64]([0] * 10)
        self.left: i64 = 0
        """Cards missing to the treasure, in twelfths, for somebody who knows nothing."""

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
        if kind in (PLACE, ROCKS):
            before: i64 = _outlook(kernel, ways)
            number: i64 = kernel.number
            kernel.do(code)
            if kernel.phase != DIGGING or kernel.number != number:
                return
            self.left = _outlook(kernel, ways)
            farther: i64 = self.left - before
            if kind == ROCKS:
                self._weigh(seat, BURIED if farther > 0 else CLEARED if farther < 0 else NEITHER)
            elif farther > 0:
                self._weigh(seat, FARTHER * min(farther, 36) // 12)
            else:
                self._weigh(seat, NEARER if farther < 0 else NEITHER)
            if kind == PLACE and not WAY_SHAPE[code >> 3 & 31] & 16:
                self._weigh(seat, DEAD_END)
            return
        if kind == BREAK:
            target: i64 = code >> 5
            seems: i64 = _SEEMS[self.motive[seat] + MOST]
            self._weigh(seat, -BROKE * _SEEMS[self.motive[target] + MOST] // 100)
            self._weigh(target, -STOPPED * seems // 100)
        elif kind == MEND:
            target = code >> 5 & 15
            if target != seat:
                self._weigh(seat, MENDED * _SEEMS[self.motive[target] + MOST] // 100)
        elif kind == LOOK:
            self._weigh(seat, LOOKED)
        elif kind == DISCARD and not kernel.broken_order[seat]:
            self._weigh(seat, DISCARDED)
        kernel.do(code)

    def _weigh(self, seat: i64, more: i64) -> None:
        self.motive[seat] = max(-MOST, min(MOST, self.motive[seat] + more))


def _outlook(kernel: SaboteurKernel, ways: Ways) -> i64:
    """Without any knowledge, in twelfths: half the nearest goal, half the mean of those face down."""
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
