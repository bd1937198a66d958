"""The end of a round in one imagined world: the pile is empty, the hands are known, chance has no part.

One seat tries all that it may do, turn after turn, while everybody else plays as people do; so it finds the
plan that wins in this world, if there is one. What it may look at is limited; past that it plays out.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING
from filon.kernels.saboteur.kernel_policy import Policy

_CARDS: Final[i64] = 3
"""With so many of its own cards left, a seat plans to the end."""
_CHOICES_A_WORLD: Final[i64] = 80


@mypyc_attr(allow_interpreted_subclasses=False)
class Endgame:
    """`most`: so many choices may be looked at in all worlds together."""

    def __init__(self, policy: Policy, seat: i64, most: i64, *, saboteur: bool) -> None:
        self._policy = policy
        self._seat: i64 = seat
        self._wanted: i64 = 0 if saboteur else 1
        self._in_all: i64 = most
        self._here: i64 = 0

    def begins(self, kernel: SaboteurKernel) -> bool:
        """Whether the rest of the round can be planned."""
        return not kernel.pile_count and kernel.hand[self._seat] >> 32 <= _CARDS

    def diggers_win(self, kernel: SaboteurKernel, number: i64) -> i64:
        """1 if they win this round with the seat at its best, 0 if not; the kernel is played on."""
        self._here = min(_CHOICES_A_WORLD, self._in_all)
        self._in_all -= self._here
        won: i64 = self._plan(kernel, number)
        self._in_all += max(0, self._here)
        return won

    def _plan(self, kernel: SaboteurKernel, number: i64) -> i64:
        policy = self._policy
        policy.ways.forget()
        while kernel.phase == DIGGING and kernel.number == number:
            if kernel.turn == self._seat and kernel.hand[self._seat]:
                return self._try_all(kernel, number, policy.choose(kernel))
            kernel.do(policy.choose(kernel))
        return 1 if kernel.result[number - 1] & 3 == DIGGERS else 0

    def _try_all(self, kernel: SaboteurKernel, number: i64, usual: i64) -> i64:
        """The usual choice first: it often settles the matter."""
        if self._one(kernel, number, usual) == self._wanted:
            return self._wanted
        choices: i64 = kernel.list_choices()
        at: i64 = 0
        while at < choices and self._here > 0:
            code: i64 = kernel.choice(at)
            if code != usual and self._one(kernel, number, code) == self._wanted:
                return self._wanted
            at += 1
        return 1 - self._wanted

    def _one(self, kernel: SaboteurKernel, number: i64, code: i64) -> i64:
        twin = kernel.copy(kernel.stream.copy())
        twin.do(code)
        self._here -= 1
        if self._here < 0:
            return self._policy.finish(twin, number)
        return self._plan(twin, number)
