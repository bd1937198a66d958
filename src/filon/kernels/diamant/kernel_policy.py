"""Diamant by a small network: how likely a seat inside is to leave now. Compiled by mypyc.

What it goes by, and in which order, is that of `lab/jax/diamant/features.py`, where it is learnt; the tests
hold both to the same numbers. All is counted in whole numbers, so that every machine chooses alike.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.diamant.kernel import ARTIFACT, HAZARD, LAST_CAVE, DiamantKernel, count_bits

ONE: Final[i64] = 256
"""A feature or an activation of this size is one."""
WEIGHT: Final[i64] = 1024
"""A weight of this size is one."""
SURE: Final[i64] = 1 << 16
"""A chance of this size is certain."""
COMMON: Final[i64] = 19
"""Features that all seats share."""

_STEEP: Final[i64] = 8 * 256
"""Beyond eight, a wish to leave is as good as certain."""
_MOST: Final[i64] = 48
"""Stones ahead or behind that are told apart."""
_NOBODY: Final[i64] = -(1 << 12)


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantPolicy:
    """`sizes` are those of the layers, the features first and a single output last; `weights` are, layer by
    layer, those of each input and then the biases; `curve` is the chance of leaving by the wish for it, from
    -_STEEP to _STEEP.
    """

    def __init__(self, sizes: vec[i64], weights: vec[i64], curve: vec[i64]) -> None:
        self.sizes: vec[i64] = sizes
        self.weights: vec[i64] = weights
        self.curve: vec[i64] = curve
        self.row: vec[i64] = vec[i64]([i64(0)] * 64)
        self.first: vec[i64] = vec[i64]([i64(0)] * 256)
        """What the common features bring to the first layer."""
        self.here: vec[i64] = vec[i64]([i64(0)] * 256)
        self.next: vec[i64] = vec[i64]([i64(0)] * 256)

    def features(self, kernel: DiamantKernel, seat: i64) -> list[int]:
        """For the tests."""
        self.see(kernel)
        self._look(kernel, seat)
        return [int(self.row[at]) for at in range(i64(self.sizes[0]))]

    def see(self, kernel: DiamantKernel) -> None:
        """Before asking for seats: what all of them see."""
        self._look_around(kernel)
        width: i64 = self.sizes[1]
        first = self.first
        weights = self.weights
        row = self.row
        biases: i64 = i64(self.sizes[0]) * width
        for unit in range(width):
            first[unit] = weights[biases + unit] * ONE
        for at in range(COMMON):
            number: i64 = row[at]
            if number != 0:
                start: i64 = at * width
                for unit in range(width):
                    first[unit] += number * weights[start + unit]

    def leaving(self, kernel: DiamantKernel, seat: i64) -> i64:
        """How likely this seat, which is inside, is to leave, of SURE. `see` has seen the kernel as it is."""
        self._look(kernel, seat)
        sizes = self.sizes
        weights = self.weights
        here = self.here
        first = self.first
        row = self.row
        width: i64 = sizes[1]
        for unit in range(width):
            here[unit] = first[unit]
        inputs: i64 = sizes[0]
        for at in range(COMMON, inputs):
            number: i64 = row[at]
            if number != 0:
                start: i64 = at * width
                for unit in range(width):
                    here[unit] += number * weights[start + unit]
        done: i64 = (inputs + 1) * width
        layers: i64 = len(sizes)
        for layer in range(2, layers):
            after = self.next
            before: i64 = width
            width = sizes[layer]
            biases: i64 = done + before * width
            for unit in range(width):
                after[unit] = weights[biases + unit] * ONE
            for at in range(before):
                if here[at] > 0:
                    active: i64 = here[at] >> 10
                    begin: i64 = done + at * width
                    for unit in range(width):
                        after[unit] += active * weights[begin + unit]
            done = biases + width
            self.next = here
            self.here = after
            here = after
        wish: i64 = here[0] >> 10
        wish = min(wish, _STEEP)
        wish = max(wish, -_STEEP)
        return self.curve[wish + _STEEP]

    def _look_around(self, kernel: DiamantKernel) -> None:
        row = self.row
        explorers: i64 = count_bits(kernel.inside)
        self._look_at_the_pile(kernel, explorers)
        self._look_at_the_floor(kernel)
        row[5] = 16 * kernel.loot
        row[12] = 32 * explorers
        row[13] = ONE if explorers == 1 else 0
        for cave in range(LAST_CAVE):
            row[14 + cave] = ONE if kernel.cave == cave + 1 else 0

    def _look_at_the_pile(self, kernel: DiamantKernel, explorers: i64) -> None:
        row = self.row
        cards: i64 = kernel.left
        faces = kernel.cards
        met: i64 = kernel.met
        deadly: i64 = 0
        warnings: i64 = 0
        shares: i64 = 0
        coming: i64 = 0
        for at in range(cards):
            card: i64 = i64(faces[at])
            if card < HAZARD:
                shares += card // explorers
            elif card < ARTIFACT:
                if met >> (card - HAZARD) & 1:
                    deadly += 1
                else:
                    warnings += 1
            else:
                coming = ONE
        among: i64 = cards if cards > 0 else 1
        row[0] = 1024 * deadly // among
        row[1] = 32 * deadly
        row[2] = 16 * warnings
        row[3] = 8 * cards
        row[4] = 32 * shares // among
        row[6] = 64 * kernel.loot * deadly // among
        row[11] = coming

    def _look_at_the_floor(self, kernel: DiamantKernel) -> None:
        """What one, two or three leavers would get of it each."""
        row = self.row
        faces = kernel.cards
        lying = kernel.lying
        one: i64 = 0
        two: i64 = 0
        three: i64 = 0
        relics: i64 = 0
        for at in range(kernel.left, kernel.total):
            lies: i64 = i64(lying[at])
            if i64(faces[at]) == ARTIFACT:
                relics += lies
            else:
                one += lies
                two += lies // 2
                three += lies // 3
        row[7] = 16 * one
        row[8] = 16 * (two if kernel.per_card else one // 2)
        row[9] = 16 * (three if kernel.per_card else one // 3)
        row[10] = 16 * relics

    def _look(self, kernel: DiamantKernel, seat: i64) -> None:
        """The others by their chests, the fullest first, and whether they are inside."""
        row = self.row
        own: i64 = kernel.chest(seat)
        others: i64 = kernel.seats - 1
        outside: i64 = _NOBODY
        within: i64 = _NOBODY
        ahead: i64 = COMMON + 2
        sorted_in: i64 = 0
        for other in range(kernel.seats):
            if other == seat:
                continue
            stones: i64 = kernel.chest(other)
            inside: i64 = kernel.inside >> other & 1
            if inside:
                within = max(within, stones)
            else:
                outside = max(outside, stones)
            rank: i64 = 2 * stones + inside
            place: i64 = sorted_in
            while place > 0 and row[ahead + place - 1] < rank:
                row[ahead + place] = row[ahead + place - 1]
                place -= 1
            row[ahead + place] = rank
            sorted_in += 1
        row[COMMON] = 16 * _within_reach(outside - own - kernel.loot)
        row[COMMON + 1] = 16 * _within_reach(within - own)
        for place in range(others):
            ranked: i64 = row[ahead + place]
            row[ahead + place] = 16 * _within_reach((ranked >> 1) - own)
            row[ahead + others + place] = ONE if ranked & 1 else 0


def _within_reach(stones: i64) -> i64:
    if stones > _MOST:
        return _MOST
    if stones < -_MOST:
        return -_MOST
    return stones
