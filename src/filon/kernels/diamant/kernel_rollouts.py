"""Diamant played out by habits: what leaving now and going on are worth to one seat. Compiled by mypyc.

A habit is a kind and a number, packed into one integer. Everybody at the table is played by one: the others
by habits drawn anew for each game from what their choices so far make likely, the own seat by weighing the
odds. The worth of a choice is the share of the win it leads to.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.diamant.kernel import (
    ARTIFACT,
    HAZARD,
    LAST_CAVE,
    DiamantImaginer,
    DiamantKernel,
    count_bits,
)
from filon.kernels.diamant.kernel_policy import SURE, DiamantPolicy
from filon.kernels.stream import Stream

LOOT: Final[i64] = 0
"""Leaves with so many gems."""
WARNINGS: Final[i64] = 1
"""Leaves after so many hazards."""
CARDS: Final[i64] = 2
"""Leaves after so many cards."""
LOT: Final[i64] = 3
"""Leaves by lot, so many times in a hundred."""
WEIGHING: Final[i64] = 4
"""Leaves when the next card may cost so many hundredths of what it may bring."""
LEARNT: Final[i64] = 5
"""Plays the learnt policy."""
KINDS: Final[i64] = 8
WIN: Final[i64] = 840
"""A whole win; it can be shared evenly by any number of seats."""
LIKELY: Final[i64] = 1 << 20
"""The habits of one seat weigh so much together."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Situation:
    """All that habits go by: what everybody in the cave sees."""

    def __init__(self) -> None:
        self.loot: i64 = 0
        self.turned: i64 = 0
        self.warnings: i64 = 0
        self.deadly: i64 = 0
        """Cards of the pile that would end the expedition."""
        self.gems: i64 = 0
        """Stones on the cards of the pile."""
        self.floor: i64 = 0
        self.explorers: i64 = 1

    def see(self, kernel: DiamantKernel) -> None:
        gems: i64 = 0
        deadly: i64 = 0
        floor: i64 = 0
        met: i64 = kernel.met
        cards = kernel.cards
        lying = kernel.lying
        for at in range(kernel.left):
            card: i64 = i64(cards[at])
            if card < HAZARD:
                gems += card
            elif card < ARTIFACT:
                deadly += met >> (card - HAZARD) & 1
        for at in range(kernel.left, kernel.total):
            floor += i64(lying[at])
        self.loot = kernel.loot
        self.turned = kernel.total - kernel.left
        self.warnings = count_bits(met)
        self.deadly = deadly
        self.gems = gems
        self.floor = floor
        self.explorers = count_bits(kernel.inside)

    def leaves(self, habit: i64, stream: Stream) -> bool:
        kind: i64 = habit % KINDS
        number: i64 = habit // KINDS
        if kind == LOOT:
            return self.loot >= number
        if kind == WARNINGS:
            return self.warnings >= number
        if kind == CARDS:
            return self.turned >= number
        if kind == LOT:
            return stream.below(100) < number
        # Half of what lies about: somebody else is likely to leave too.
        return self.deadly * (2 * self.loot + self.floor) * self.explorers * 100 > 2 * self.gems * number


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantRollouts:
    """`likely` holds, for each seat, the running sums of how likely each of `habits` is, up to LIKELY."""

    def __init__(
        self, imaginer: DiamantImaginer, policy: DiamantPolicy, own: i64, habits: vec[i64], likely: vec[i64]
    ) -> None:
        self.imaginer: DiamantImaginer = imaginer
        self.policy: DiamantPolicy = policy
        self.own: i64 = own
        self.habits: vec[i64] = habits
        self.likely: vec[i64] = likely
        self.drawn: vec[i64] = vec[i64]([i64(0)] * 8)
        self.situation: Situation = Situation()

    def worth(self, stream: Stream, games: i64, own_habits: vec[i64]) -> vec[i64]:
        """What many games from here come to: leaving now, then going on with each own habit in this cave.

        Each game is the same pile, the same others and the same chance for every choice. Then, for each way
        of going on, comes the sum of squares of what it has more than leaving, to tell it from luck. The
        first habit is that for the caves to come.
        """
        ways: i64 = len(own_habits)
        sums: vec[i64] = vec[i64]([i64(0)] * (2 * i64(ways) + 1))
        for _ in range(games):
            world = self.imaginer.imagine(stream)
            self._draw_habits(world.seats, stream)
            leaving: i64 = self._first_choices(world, stream)
            seed: i64 = stream.word()
            left = self._played_out(world, leaving | 1 << self.own, own_habits, 0, seed)
            sums[0] += left
            for way in range(ways):
                went = self._played_out(world, leaving, own_habits, way, seed)
                sums[way + 1] += went
                sums[ways + way + 1] += (went - left) * (went - left)
        return sums

    def _draw_habits(self, seats: i64, stream: Stream) -> None:
        kinds: i64 = len(self.habits)
        for seat in range(seats):
            if seat != self.own:
                at: i64 = stream.below(LIKELY)
                which: i64 = 0
                while self.likely[seat * kinds + which] <= at:
                    which += 1
                self.drawn[seat] = self.habits[which]

    def _first_choices(self, world: DiamantKernel, stream: Stream) -> i64:
        """Of the others, from what they see; what they have chosen already is no more known than what not."""
        return self._leaving(world, world.inside & ~(1 << self.own), stream)

    def _leaving(self, kernel: DiamantKernel, asked: i64, stream: Stream) -> i64:
        """Who of those asked leaves, each by its habit."""
        situation = self.situation
        situation.see(kernel)
        policy = self.policy
        seen = False
        leaving: i64 = 0
        for seat in range(kernel.seats):
            if asked >> seat & 1:
                habit: i64 = self.drawn[seat]
                if habit == LEARNT:
                    if not seen:
                        policy.see(kernel)
                        seen = True
                    if stream.below(SURE) < policy.leaving(kernel, seat):
                        leaving |= 1 << seat
                elif situation.leaves(habit, stream):
                    leaving |= 1 << seat
        return leaving

    def _played_out(
        self, world: DiamantKernel, leaving: i64, own_habits: vec[i64], way: i64, seed: i64
    ) -> i64:
        stream = Stream(seed)
        kernel = world.copy(stream)
        own: i64 = self.own
        kernel.show(leaving)
        while kernel.cave <= LAST_CAVE:
            self.drawn[own] = own_habits[way if kernel.cave == world.cave else 0]
            leaving = self._leaving(kernel, kernel.inside, stream)
            if kernel.cave == LAST_CAVE and leaving >> own & 1 and self._loses(kernel):
                leaving &= ~(1 << own)
            kernel.show(leaving)
        winners = kernel.winners()
        return WIN // count_bits(winners) if winners >> own & 1 else 0

    def _loses(self, kernel: DiamantKernel) -> bool:
        """Whether leaving the last cave, with all that lies about, would not win any more."""
        own: i64 = self.own
        home: i64 = kernel.chest(own) + self.situation.loot + self.situation.floor
        for seat in range(kernel.seats):
            if not kernel.inside >> seat & 1 and kernel.chest(seat) > home:
                return True
        return False
