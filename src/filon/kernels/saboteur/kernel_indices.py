"""A kernel's choices as indices of `filon.lab.saboteur`'s actions, and indices as choices."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import REPAIR
from filon.kernels.saboteur.kernel_codes import BREAK, DISCARD, LOOK, MEND, PASS, PLACE, ROCKS, TAKE
from filon.kernels.saboteur.kernel_offsets import TOOLS, ActionOffsets
from filon.kernels.saboteur.kernel_window import CELL_OF_SQUARE, SQUARE_OF_CELL, SQUARES

ELSEWHERE: Final[i64] = -1
_AFTER_PLACEMENTS: Final[i64] = 1 << 40
_MOST_ELSEWHERE = 512


@mypyc_attr(allow_interpreted_subclasses=False)
class Indices:
    """For tables of one number of seats; what it keeps lasts for one question."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.first = ActionOffsets(seats)
        self._keys: vec[i64] = vec[i64]([i64(0)] * _MOST_ELSEWHERE)

    def index(self, code: i64, turn: i64) -> i64:
        """ELSEWHERE for what is outside the window: its index depends on what else is legal."""
        first = self.first
        kind: i64 = code & 7
        if kind == PLACE:
            square: i64 = i64(SQUARE_OF_CELL[code >> 8])
            return ELSEWHERE if square < 0 else first.place + (code >> 3 & 31) * SQUARES + square
        if kind == DISCARD:
            return first.discard + (code >> 3)
        if kind == ROCKS:
            square = i64(SQUARE_OF_CELL[code >> 3])
            return ELSEWHERE if square < 0 else first.rocks + square
        if kind == BREAK:
            return first.breaking + (code >> 3 & 3) * self.seats + self._clockwise((code >> 5) - turn)
        if kind == MEND:
            whose: i64 = ((code >> 9) - REPAIR) * self.seats + self._clockwise((code >> 5 & 15) - turn)
            return first.repair + whose * TOOLS + (code >> 3 & 3)
        if kind == LOOK:
            return first.look + (code >> 3)
        return first.passing if kind == PASS else first.take + (code >> 3) - 1

    def code(self, kernel: SaboteurKernel, listed: i64, index: i64) -> i64:
        """Of a legal index, while so many choices of the kernel are listed."""
        first = self.first
        turn: i64 = kernel.turn
        if index < first.rocks:
            return PLACE | index // SQUARES << 3 | CELL_OF_SQUARE[index % SQUARES] << 8
        if index < first.breaking:
            return ROCKS | CELL_OF_SQUARE[index - first.rocks] << 3
        if index < first.repair:
            at: i64 = index - first.breaking
            return BREAK | at // self.seats << 3 | self._seat(turn + at % self.seats) << 5
        if index < first.look:
            at = index - first.repair
            tool: i64 = at % TOOLS
            at //= TOOLS
            return (
                MEND | tool << 3 | self._seat(turn + at % self.seats) << 5 | (REPAIR + at // self.seats) << 9
            )
        if index < first.discard:
            return LOOK | (index - first.look) << 3
        if index < first.passing:
            return DISCARD | (index - first.discard) << 3
        if index < first.take:
            return PASS
        if index < first.elsewhere:
            return TAKE | (index - first.take + 1) << 3
        return self._elsewhere(kernel, listed, index - first.elsewhere)

    def _clockwise(self, steps: i64) -> i64:
        return steps + self.seats if steps < 0 else steps

    def _seat(self, number: i64) -> i64:
        return number - self.seats if number >= self.seats else number

    def _elsewhere(self, kernel: SaboteurKernel, listed: i64, rank: i64) -> i64:
        """Codes of placements are in the order of cell and way, those of rockfalls in that of the cell."""
        keys = self._keys
        found: i64 = 0
        at: i64 = 0
        while at < listed:
            code: i64 = kernel.choice(at)
            kind: i64 = code & 7
            if kind == PLACE and i64(SQUARE_OF_CELL[code >> 8]) < 0:
                keys[found] = code
                found += 1
            elif kind == ROCKS and i64(SQUARE_OF_CELL[code >> 3]) < 0:
                keys[found] = code | _AFTER_PLACEMENTS
                found += 1
            at += 1
        return _ranked(keys, found, rank) & (_AFTER_PLACEMENTS - 1)


def _ranked(keys: vec[i64], count: i64, rank: i64) -> i64:
    """The key with so many lesser ones; the keys, all different, are moved about."""
    low: i64 = 0
    high: i64 = count - 1
    while low < high:
        pivot: i64 = keys[(low + high) >> 1]
        left: i64 = low
        right: i64 = high
        while left <= right:
            while keys[left] < pivot:
                left += 1
            while keys[right] > pivot:
                right -= 1
            if left <= right:
                key: i64 = keys[left]
                keys[left] = keys[right]
                keys[right] = key
                left += 1
                right -= 1
        if rank <= right:
            high = right
        elif rank >= left:
            low = left
        else:
            break
    return keys[rank]
