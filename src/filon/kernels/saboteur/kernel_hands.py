"""What a hand can do, and which of its cards is missed least: the small change of every policy."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels.saboteur.kernel import BREAK, MEND, SaboteurKernel
from filon.kernels.saboteur.kernel_cards import BROKEN, MAP, MENDS, REPAIR, WAY_BITS

NOTHING: Final[i64] = -1
"""No code at all."""


def has_looked(kernel: SaboteurKernel, which: i64, seat: i64) -> bool:
    seen: i64 = kernel.seen_by[which]
    while seen:
        if seen & 15 == seat + 1:
            return True
        seen >>= 4
    return False


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


def break_tool(kernel: SaboteurKernel, held: i64, seat: i64) -> i64:
    tool: i64 = 0
    while tool < 3:
        if held >> (BROKEN + tool) & 1 and not kernel.broken[tool] >> seat & 1:
            return BREAK | tool << 3 | seat << 5
        tool += 1
    return NOTHING


_DIGGERS_WORTH: Final = vec[i64]([19, 19, 19, 19, 22, 22, 25] + [0] * 9 + [25, 15, 12, 12, 12] + [16] * 6)
_SABOTEURS_WORTH: Final = vec[i64]([8, 8, 8, 8, 4, 4, 1] + [30] * 9 + [5, 40, 35, 35, 35] + [6] * 6)
"""By card: what it is worth to keep."""


def worth_of(card: i64, *, saboteur: bool) -> i64:
    return _SABOTEURS_WORTH[card] if saboteur else _DIGGERS_WORTH[card]


def least_for_digger(held: i64, hopes: i64) -> i64:
    """A map is of no use to who knows where the treasure lies."""
    if held >> MAP & 1 and not hopes & (hopes - 1):
        return MAP
    return _least(held, _DIGGERS_WORTH)


def least_for_saboteur(held: i64) -> i64:
    return _least(held, _SABOTEURS_WORTH)


def _least(held: i64, worth: vec[i64]) -> i64:
    least: i64 = 99
    found: i64 = 0
    card: i64 = 0
    while held >> card:
        if held >> card & 1 and worth[card] < least:
            least = worth[card]
            found = card
        card += 1
    return found
