"""Many positions: dealt in bulk and played at random, or drawn from what one seat knows."""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_castle import CENTRE, CORRIDOR, STARTS
from filon.kernels.labyrinth.kernel_position import (
    HAND,
    cards_of,
    largest_set,
    shuffle,
)
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals


@mypyc_attr(allow_interpreted_subclasses=False)
class Setting:
    """Seats and options, in the kernel's numbers; `random_starter` by LAB-2.1, `turn_limit` 0 for none."""

    def __init__(
        self, seats: i64, *, random_starter: bool, either_way: bool, memory: bool, goal: i64, turn_limit: i64
    ) -> None:
        self.seats: i64 = seats
        self.random_starter: bool = random_starter
        self.either_way: bool = either_way
        self.memory: bool = memory
        self.goal: i64 = goal
        self.turn_limit: i64 = turn_limit

    def empty(self, stream: Stream) -> LabyrinthKernel:
        kernel = LabyrinthKernel(self.seats, stream)
        kernel.random_starter = self.random_starter
        kernel.either_way = self.either_way
        kernel.memory = self.memory
        kernel.goal = self.goal
        kernel.turn_limit = self.turn_limit
        return kernel

    def deal(self, stream: Stream) -> LabyrinthKernel:
        """LAB-2."""
        kernel = self.empty(stream)
        cards: list[i64] = cards_of(HAND)
        shuffle(cards, stream)
        kernel.sought = cards.pop()
        kernel.pile = cards
        kernel.outer = stream.below(CORRIDOR)
        kernel.inner = stream.below(CORRIDOR)
        kernel.centre = stream.below(CENTRE)
        apart: i64 = 2 if self.seats == 2 else 1
        seat: i64 = 0
        while seat < self.seats:
            kernel.put(seat, STARTS[seat * apart])
            seat += 1
        if self.random_starter:
            kernel.on_turn = stream.below(self.seats)
        return kernel


def series(setting: Setting, seed: i64, first: i64, last: i64) -> Totals:
    """The games from number `first` up to, but not with, `last`."""
    totals = Totals(setting.seats, 2)
    number: i64 = first
    while number < last:
        kernel = setting.deal(Stream(seed, number))
        decisions: i64 = kernel.playout()
        totals.count(kernel.one, decisions)
        seat: i64 = 0
        while seat < setting.seats:
            totals.scores[seat] += largest_set(kernel.hand(seat))
            seat += 1
        totals.tally[0] += kernel.turn
        totals.tally[1] += kernel.discards
        number += 1
    return totals


@mypyc_attr(allow_interpreted_subclasses=False)
class LabyrinthImaginer:
    """`known` has all that the seat knows; cards nowhere to be seen are dealt anew each time."""

    def __init__(self, known: LabyrinthKernel, unseen: list[i64], counts: list[i64], *, over: bool) -> None:
        self.known: LabyrinthKernel = known
        self.unseen: list[i64] = unseen
        self.counts: list[i64] = counts
        """By seat: how many cards its hand has, where it is hidden; otherwise 0."""
        self.over: bool = over
        self.one_guessed: bool = False
        """Whether the first duellist has made a throw that is not to be seen."""
        self.other_guessed: bool = False

    def imagine(self, stream: Stream) -> LabyrinthKernel:
        """Deals with a full set, which ends the game, are thrown away."""
        kernel = self.known.copy(stream)
        while True:
            cards: list[i64] = self.unseen.copy()
            shuffle(cards, stream)
            at: i64 = 0
            full: bool = False
            seat: i64 = 0
            while seat < kernel.seats:
                last: i64 = at + self.counts[seat]
                if last > at:
                    hand: i64 = 0
                    while at < last:
                        hand |= 1 << cards[at]
                        at += 1
                    kernel.exchange(seat, kernel.hand(seat) ^ hand)
                full = full or largest_set(kernel.hand(seat)) >= kernel.goal
                seat += 1
            if self.over or not full:
                kernel.pile = cards[at:]
                break
        if self.one_guessed:
            kernel.one_threw = stream.below(3)
        if self.other_guessed:
            kernel.other_threw = stream.below(3)
        return kernel
