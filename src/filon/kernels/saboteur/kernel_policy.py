"""Playouts that get somewhere: diggers head for the goal that they believe in, saboteurs hinder them.

Everybody knows only the own hand and what the own maps showed. A plain random playout never reaches the gold
and tells a search nothing.
"""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING, PASS
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_habits import PLAIN, WATCHED
from filon.kernels.saboteur.kernel_thwarter import Thwarter
from filon.kernels.saboteur.kernel_trust import Trust
from filon.kernels.saboteur.kernel_trusting import TrustingDigger
from filon.kernels.saboteur.kernel_ways import Ways


@mypyc_attr(allow_interpreted_subclasses=False)
class Policy:
    """`suspects`: a bit for each seat that the diggers take for a saboteur, whatever lies on the table."""

    def __init__(self, suspects: i64 = 0) -> None:
        self.ways = Ways()
        self._trial = Ways()
        self._artless = Digger(self.ways, self._trial)
        self._artless.suspects = suspects
        self._trusting: Digger = self._artless
        self._digger: Digger = self._artless
        self.trust: Trust | None = None
        self._thwarter = Thwarter(self.ways, self._trial)

    def go_by(self, trust: Trust, *, hiding: bool) -> None:
        """From now on deeds count: who hinders is found out, and if saboteurs are `hiding`, they know it."""
        self.trust = trust
        self._trusting = TrustingDigger(self.ways, self._trial, trust)
        self._digger = self._trusting
        self._thwarter.trust = trust if hiding else None
        self._thwarter.habits = WATCHED if hiding else PLAIN

    def let_diggers_judge(self, *, judging: bool) -> None:
        """Whether they go by deeds, or are of the normal level all the same."""
        self._digger = self._trusting if judging else self._artless

    def finish(self, kernel: SaboteurKernel, number: i64) -> i64:
        """Plays the round of this number out, if it is not over; 1 if the diggers win it, 0 if not."""
        self.ways.forget()
        trust = self.trust
        while kernel.phase == DIGGING and kernel.number == number:
            if trust is None:
                kernel.do(self.choose(kernel))
            else:
                trust.do(kernel, self.choose(kernel), self.ways)
        return 1 if kernel.result[number - 1] & 3 == DIGGERS else 0

    def choose(self, kernel: SaboteurKernel) -> i64:
        """What the seat that has the turn does; `ways` saw this maze grow, or forgot the last one."""
        if not kernel.hand[kernel.turn]:
            return PASS
        if kernel.roles >> kernel.turn & 1:
            return self._thwarter.choose(kernel)
        return self._digger.choose(kernel)
