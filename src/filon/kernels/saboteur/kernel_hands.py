"""What a hand can do, and which of its cards is missed least: the small change of every policy."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, MAP, MENDS, REPAIR, WAY_BITS, bits
from filon.kernels.saboteur.kernel_codes import MEND
from filon.kernels.stream import Stream

NOTHING: Final[i64] = -1
"""No code at all."""


def has_looked(kernel: SaboteurKernel, which: i64, seat: i64) -> bool:
    seen: i64 = kernel.seen_by[which]
    while seen:
        if seen & 15 == seat + 1:
            return True
        seen >>= 4
    return False


def hopes_of(kernel: SaboteurKernel, seat: i64) -> i64:
    """A bit for each goal at which the treasure may lie, as far as this seat has seen."""
    hopes: i64 = 0
    which: i64 = 0
    while which < GOAL_COUNT:
        if not kernel.face_up >> which & 1:
            if has_looked(kernel, which, seat):
                if not kernel.goal[which]:
                    return 1 << which
            else:
                hopes |= 1 << which
        which += 1
    return hopes


def one_of(hopes: i64, stream: Stream) -> i64:
    """One of the goals in doubt, by lot."""
    number: i64 = stream.below(bits(hopes))
    which: i64 = 0
    while True:
        if hopes >> which & 1:
            if not number:
                return which
            number -= 1
        which += 1


def kinds_held(hand: i64) -> i64:
    """A bit for each kind of card in a hand."""
    size: i64 = hand >> 32
    held: i64 = 0
    while size:
        held |= 1 << (hand & 31)
        hand >>= 5
        size -= 1
    return held


def ways_held(held: i64) -> i64:
    ways: i64 = 0
    card: i64 = 0
    while card < MAP:
        if held >> card & 1:
            ways |= WAY_BITS[card]
        card += 1
    return ways


def mend(kernel: SaboteurKernel, held: i64, seat: i64) -> i64:
    """The first repair that helps; single ones come first."""
    card: i64 = REPAIR
    while held >> card:
        if held >> card & 1:
            tool: i64 = 0
            while tool < 3:
                if MENDS[card] >> tool & 1 and kernel.broken[tool] >> seat & 1:
                    return MEND | tool << 3 | seat << 5 | card << 9
                tool += 1
        card += 1
    return NOTHING


_DIGGERS_WORTH: Final = vec[i64]([19, 19, 19, 19, 22, 22, 25] + [0] * 9 + [25, 15, 12, 12, 12] + [16] * 6)
_SABOTEURS_WORTH: Final = vec[i64]([8, 8, 8, 8, 4, 4, 1] + [30] * 9 + [5, 40, 35, 35, 35] + [6] * 6)
"""By card: what it is worth to keep."""


def worth_of(card: i64, *, saboteur: bool) -> i64:
    return _SABOTEURS_WORTH[card] if saboteur else _DIGGERS_WORTH[card]
