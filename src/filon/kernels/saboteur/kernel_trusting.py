"""A digger of playouts who goes by what everybody's deeds say, and not by the discards alone.

It digs as the normal level does, stops whom deeds speak against and mends whom they speak for.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import BROKEN, MENDS, REPAIR
from filon.kernels.saboteur.kernel_codes import BREAK, MEND
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_habits import (
    BREAK_AGAIN,
    BREAK_BAR,
    BREAK_FIRST,
    BREAK_MORE,
    LAST_TOOL,
    LATER_TURN,
    MEND_BAR,
    MEND_FRIEND,
    MEND_MORE,
    TRUSTING,
)
from filon.kernels.saboteur.kernel_trust import Trust
from filon.kernels.saboteur.kernel_ways import Ways

_MEND_SELF: Final[i64] = 13200
_DOUBLE: Final[i64] = 600
"""A double repair is kept while a single one will do."""


@mypyc_attr(allow_interpreted_subclasses=False)
class TrustingDigger(Digger):
    def __init__(self, ways: Ways, trial: Ways, trust: Trust) -> None:
        super().__init__(ways, trial)
        self._trust = trust

    def _tools(self, kernel: SaboteurKernel, held: i64) -> None:
        """Own tools mended first; then suspects stopped, and friends mended."""
        card: i64 = BROKEN
        while held >> card:
            if held >> card & 1:
                step: i64 = 0
                while step < kernel.seats:
                    target: i64 = (kernel.turn + step) % kernel.seats
                    if card >= REPAIR:
                        self._mend(kernel, card, step, target)
                    elif step and not kernel.broken[card - BROKEN] >> target & 1:
                        self._stop(kernel, card - BROKEN, step, target)
                    step += 1
            card += 1

    def _stop(self, kernel: SaboteurKernel, tool: i64, step: i64, target: i64) -> None:
        beyond: i64 = self._trust.motive[target] - TRUSTING[BREAK_BAR]
        if beyond > 0:
            score: i64 = TRUSTING[BREAK_AGAIN if kernel.broken_order[target] else BREAK_FIRST]
            score += TRUSTING[BREAK_MORE] * beyond - TRUSTING[LATER_TURN] * step
            self._offer(kernel, score, BREAK | tool << 3 | target << 5)

    def _mend(self, kernel: SaboteurKernel, card: i64, step: i64, target: i64) -> None:
        tools: i64 = kernel.broken_order[target]
        below: i64 = TRUSTING[MEND_BAR] - self._trust.motive[target]
        if not tools or (step and below <= 0):
            return
        score: i64 = _MEND_SELF
        if step:
            score = TRUSTING[MEND_FRIEND] + TRUSTING[MEND_MORE] * below - TRUSTING[LATER_TURN] * step
        score += (TRUSTING[LAST_TOOL] if tools <= 3 else 0) - (_DOUBLE if card > REPAIR + 2 else 0)
        tool: i64 = 0
        while tool < 3:
            if MENDS[card] >> tool & 1 and kernel.broken[tool] >> target & 1:
                self._offer(kernel, score, MEND | tool << 3 | target << 5 | card << 9)
            tool += 1
