"""Chance for simulation, made of small arithmetic that never leaves 63 bits.

Marsaglia's KISS: a congruential, a shift-register and a multiply-with-carry generator, added up. Compiled or
interpreted, on every machine, the same seed gives the same numbers. It serves the law as its `Random` and the
kernels without leaving machine code.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

_WORD: Final[i64] = 0xFFFFFFFF


def _scattered(word: i64) -> i64:
    """Neighbouring numbers, far apart: seeds and games are counted from nought."""
    word = ((word >> 16) ^ word) * 0x45D9F3B & _WORD
    word = ((word >> 16) ^ word) * 0x45D9F3B & _WORD
    return (word >> 16) ^ word


@mypyc_attr(allow_interpreted_subclasses=False)
class Stream:
    """`number` tells the streams of one seed apart: game 17 of a series can be repeated alone."""

    __slots__ = ("_carry", "_congruential", "_multiplied", "_shifted")

    def __init__(self, seed: i64, number: i64 = 0) -> None:
        start: i64 = _scattered(_scattered(seed & _WORD) ^ (seed >> 32 & _WORD))
        start = _scattered(_scattered(start ^ (number & _WORD)) ^ (number >> 32 & _WORD))
        self._congruential: i64 = start
        self._shifted: i64 = _scattered(start + 1 & _WORD) | 1
        self._multiplied: i64 = _scattered(start + 2 & _WORD)
        self._carry: i64 = 7654321

    def word(self) -> i64:
        """The next 32 bits."""
        congruential: i64 = (69069 * self._congruential + 12345) & _WORD
        shifted: i64 = self._shifted
        shifted ^= (shifted << 13) & _WORD
        shifted ^= shifted >> 17
        shifted ^= (shifted << 5) & _WORD
        product: i64 = 698769069 * self._multiplied + self._carry
        self._congruential = congruential
        self._shifted = shifted
        self._multiplied = product & _WORD
        self._carry = product >> 32
        return (congruential + shifted + self._multiplied) & _WORD

    def below(self, limit: i64, /) -> i64:
        """A number from 0 to `limit` - 1, each as likely as any other; `limit` is from 1 to 2**30."""
        product: i64 = self.word() * limit
        low: i64 = product & _WORD
        if low < limit:
            uneven: i64 = (_WORD + 1) % limit
            while low < uneven:
                product = self.word() * limit
                low = product & _WORD
        return product >> 32

    def copy(self) -> "Stream":
        """A stream that goes on as this one will."""
        twin = Stream(0)
        twin._congruential = self._congruential
        twin._shifted = self._shifted
        twin._multiplied = self._multiplied
        twin._carry = self._carry
        return twin
