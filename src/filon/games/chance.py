"""Random streams behind the one small interface that games know.

`SealedRandom` is for tables: anyone who learns the seed after the game can re-deal it and compare.
`FastRandom` is for simulation: the same seed gives the same numbers on every machine, quickly.
"""

import random as _random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

from filon.games.contract import Random

T = TypeVar("T")

SEED_BYTES = 32
_WORD_SPAN = 1 << 64
_FOUR_WORDS = Struct(">4Q")


class SealedRandom:
    """SHA-256 in counter mode over a 256-bit seed.

    Block `i` of part `p` is SHA-256(seed, p, i), both counters as 8 bytes, big-endian; each block gives
    four 64-bit words, first bytes first. A part never runs into another, so the chance of a table's
    n-th decision is found without replaying the ones before it.
    """

    def __init__(self, seed: bytes, part: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._prefix = seed + part.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int, /) -> int:
        """Rejection sampling: words past the last whole multiple of `limit` are thrown away."""
        if not 1 <= limit <= _WORD_SPAN:
            raise ValueError(f"limit must be from 1 to 2**64, not {limit}")
        usable = _WORD_SPAN - _WORD_SPAN % limit
        words = self._words
        while True:
            if not words:
                digest = sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
                self._block += 1
                words.extend(reversed(_FOUR_WORDS.unpack(digest)))
            word = words.pop()
            if word < usable:
                return word % limit


class FastRandom:
    """Mersenne Twister bits, whose sequence Python guarantees, with rejection sampling of our own."""

    __slots__ = ("_bits",)

    def __init__(self, seed: int) -> None:
        self._bits = _random.Random(seed).getrandbits

    def below(self, limit: int, /) -> int:
        bits = self._bits
        width = limit.bit_length()
        while (drawn := bits(width)) >= limit:
            pass
        return drawn


def shuffled(items: Iterable[T], random: Random) -> tuple[T, ...]:
    """Fisher-Yates: each order is as likely as any other."""
    pile = list(items)
    below = random.below
    for last in range(len(pile) - 1, 0, -1):
        other = below(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def pick(items: Sequence[T], random: Random) -> T:
    return items[random.below(len(items))]
