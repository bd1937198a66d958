"""The end of a round solved in one imagined world: nothing is left to draw, every hand is known, and both
sides do their best.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import FIRST_WAY, GOAL_COUNT, MAP, PASSAGE_WAYS, ROCKFALL
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING, PASS
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_ways import Ways

UNSOLVED: Final[i64] = -1
_CARDS: Final[i64] = 8
"""With more in all hands together there are too many ways for it to end."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Solver:
    """What `policy` would do is tried first: that settles most positions."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._ways = Ways()
        self._left: i64 = 0

    def begins(self, kernel: SaboteurKernel) -> bool:
        held: i64 = 0
        seat: i64 = 0
        while seat < kernel.seats:
            held += kernel.hand[seat] >> 32
            seat += 1
        return not kernel.pile_count and held <= _CARDS

    def solve(self, kernel: SaboteurKernel, number: i64, most: i64) -> i64:
        """1 if the diggers can win this round whatever the saboteurs do, 0 if they cannot.

        UNSOLVED if it would take a look at more than so many positions to tell. The kernel stays as it is.
        """
        self._left = most
        return self._solved(kernel.copy(kernel.stream.copy()), number)

    def _solved(self, kernel: SaboteurKernel, number: i64) -> i64:
        while kernel.phase == DIGGING and kernel.number == number and not kernel.hand[kernel.turn]:
            kernel.do(PASS)
        if kernel.phase != DIGGING or kernel.number != number:
            return 1 if kernel.result[number - 1] & 3 == DIGGERS else 0
        if self._out_of_reach(kernel):
            return 0
        if self._left <= 0:
            return UNSOLVED
        wanted: i64 = 0 if kernel.roles >> kernel.turn & 1 else 1
        self._policy.ways.forget()
        usual: i64 = self._policy.choose(kernel)
        found: i64 = self._after(kernel, number, usual)
        if found == wanted:
            return wanted
        solved = found != UNSOLVED
        choices: i64 = kernel.list_choices()
        at: i64 = 0
        while at < choices:
            code: i64 = kernel.choice(at)
            if code != usual:
                found = self._after(kernel, number, code)
                if found == wanted:
                    return wanted
                if found == UNSOLVED:
                    solved = False
            at += 1
        return 1 - wanted if solved else UNSOLVED

    def _after(self, kernel: SaboteurKernel, number: i64, code: i64) -> i64:
        if self._left <= 0:
            return UNSOLVED
        self._left -= 1
        twin = kernel.copy(kernel.stream.copy())
        twin.do(code)
        return self._solved(twin, number)

    def _out_of_reach(self, kernel: SaboteurKernel) -> bool:
        """Whether the diggers hold fewer passages than are missing; rocks might open a shorter way."""
        passages: i64 = 0
        seat: i64 = 0
        while seat < kernel.seats:
            if not kernel.roles >> seat & 1:
                hand: i64 = kernel.hand[seat]
                size: i64 = hand >> 32
                while size:
                    card: i64 = hand & 31
                    if card == ROCKFALL:
                        return False
                    if card < MAP and PASSAGE_WAYS >> FIRST_WAY[card] & 1:
                        passages += 1
                    hand >>= 5
                    size -= 1
            seat += 1
        self._ways.forget()
        which: i64 = 0
        while which < GOAL_COUNT:
            if not kernel.face_up >> which & 1:
                # Behind a stone that is still face down there may be passages; the next goal is a card away.
                behind: i64 = 1 if kernel.goal[which] else 0
                if self._ways.missing(kernel.maze, which) + behind <= passages:
                    return False
            which += 1
        return True
