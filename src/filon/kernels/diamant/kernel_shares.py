"""Diamant played out by a mixed crowd: each seat's share of the win. Compiled by mypyc.

Nobody is told apart. Whoever is inside leaves as often as good players do at such odds: each choice is a
threshold drawn from a list, for the cost of the next card in hundredths of what it may bring.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.diamant.kernel import LAST_CAVE, DiamantKernel, count_bits
from filon.kernels.diamant.kernel_rollouts import KINDS, WEIGHING, WIN, Situation
from filon.kernels.stream import Stream

COMPANIES: Final[i64] = 6
"""Alone, two inside, more; then the same in the last cave."""


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantShares:
    """`thresholds` has as many for each of the COMPANIES; each is as likely as any other."""

    def __init__(self, world: DiamantKernel, thresholds: vec[i64]) -> None:
        """Choices that are in stand; the pile is shuffled anew for each game."""
        self.world: DiamantKernel = world
        self.thresholds: vec[i64] = thresholds
        self.each: i64 = i64(len(thresholds)) // COMPANIES
        self.situation: Situation = Situation()

    def won(self, stream: Stream, games: i64) -> vec[i64]:
        """By seat: WIN for each of the games that it won alone."""
        sums: vec[i64] = vec[i64]([i64(0)] * 8)
        for _ in range(games):
            kernel = self.world.copy(stream)
            if kernel.cave <= LAST_CAVE:
                kernel.shuffle()
            while kernel.cave <= LAST_CAVE:
                chosen: i64 = kernel.chosen
                kernel.show(self._leaving(kernel, stream) & ~chosen | kernel.leaving & chosen)
            winners: i64 = kernel.winners()
            share: i64 = WIN // count_bits(winners)
            for seat in range(kernel.seats):
                if winners >> seat & 1:
                    sums[seat] += share
        return sums

    def _leaving(self, kernel: DiamantKernel, stream: Stream) -> i64:
        situation = self.situation
        situation.see(kernel)
        if situation.deadly == 0:
            return 0
        last: bool = kernel.cave == LAST_CAVE
        company: i64 = situation.explorers - 1
        company = min(company, 2)
        first: i64 = (company + (3 if last else 0)) * self.each
        leaving: i64 = 0
        inside: i64 = kernel.inside
        for seat in range(kernel.seats):
            if inside >> seat & 1:
                habit: i64 = self.thresholds[first + stream.below(self.each)] * KINDS + WEIGHING
                if situation.leaves(habit, stream) and not (last and self._loses(kernel, seat)):
                    leaving |= 1 << seat
        return leaving

    def _loses(self, kernel: DiamantKernel, own: i64) -> bool:
        """Whether leaving the last cave, with all that lies about, does not win even if all leave."""
        home: i64 = kernel.chest(own) + self.situation.loot + self.situation.floor
        for seat in range(kernel.seats):
            loot: i64 = self.situation.loot if kernel.inside >> seat & 1 else 0
            if seat != own and kernel.chest(seat) + loot > home:
                return True
        return False
