"""What may be done in a position, as codes and in the law's order: LAB-3.1 to LAB-5.5, as in legal.py."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_castle import SQUARES, Standing
from filon.kernels.labyrinth.kernel_position import (
    ANIMAL_TURNED,
    ANIMALS,
    ARRIVED,
    DUEL,
    FETCHED,
    FINISHED,
    FIRST_ANIMAL,
    FIRST_CHANGE,
    GNOMES,
    MOVING,
    NONE,
    ONES,
    SECOND_CHANGE,
    TREASURES,
    Position,
)

TURN: Final[i64] = 0  # outer +1 -1, inner +1 -1, centre 1 to 5
CENTRE_TURN: Final[i64] = 4
STAY: Final[i64] = 9
END: Final[i64] = 10
FETCH: Final[i64] = 11
DECLINE: Final[i64] = 12
THROW: Final[i64] = 13  # stone, scissors, paper
SWAP: Final[i64] = 16  # + 2 x opponent + kind given
CHALLENGE: Final[i64] = 24  # + 4 x opponent + 2 x kind + stake
MOVE: Final[i64] = 40  # + square
PLACE: Final[i64] = 142  # + square
RING_CENTRE: Final[i64] = 2


@mypyc_attr(allow_interpreted_subclasses=False)
class Choices(Position):
    """A list of legal actions is made only for those who ask; random play counts them and takes one."""

    def waiting(self) -> i64:
        phase: i64 = self.phase
        if phase <= ARRIVED:
            return 1 << self.on_turn
        if phase == DUEL:
            bits: i64 = 0
            if self.one_threw == NONE:
                bits |= 1 << self.one
            if self.other_threw == NONE:
                bits |= 1 << self.other
            return bits
        if phase == FINISHED:
            return 0
        return 1 << self.one

    def legal(self, actor: i64) -> list[i64]:
        phase: i64 = self.phase
        if phase == DUEL:
            if actor in (self.one, self.other):
                return [THROW, THROW + 1, THROW + 2]
            return []
        if phase == FINISHED or not self.waiting() >> actor & 1:
            return []
        count: i64 = self.choices()
        return [self.choice(at) for at in range(count)]

    def choices(self) -> i64:
        """How many legal actions the one seat waited for has; in a duel, each of those waited for."""
        phase: i64 = self.phase
        if phase == FIRST_CHANGE:
            return 9 if self.either_way else 7
        if phase == SECOND_CHANGE:
            if self.first_ring == RING_CENTRE:
                return 4 if self.either_way else 2
            return 9 if self.either_way else 7
        if phase == MOVING:
            size: i64 = self.standing().size[self.pawn(self.on_turn)]
            return size + self._swaps()
        if phase == ARRIVED:
            return 4 * i64(ONES[self.meets]) + self._swaps() + 1
        if phase == FETCHED:
            return 4 * i64(ONES[self.meets]) + 1
        if phase == ANIMAL_TURNED:
            return 2
        if phase == DUEL:
            return 3
        free: i64 = SQUARES
        seats: i64 = self.seats
        seat: i64 = 0
        while seat < seats:
            free -= 1
            before: i64 = 0
            while before < seat:
                if self.pawn(before) == self.pawn(seat):
                    free += 1
                    break
                before += 1
            seat += 1
        return free

    def choice(self, at: i64) -> i64:
        """The code of that legal action, in the law's order."""
        phase: i64 = self.phase
        if phase <= SECOND_CHANGE:
            if self.either_way:
                return at
            return 2 * at if at < 2 else at + 2
        if phase == MOVING:
            if at == 0:
                return STAY
            own: i64 = self.pawn(self.on_turn)
            castle: Standing = self.standing()
            size: i64 = castle.size[own]
            if at < size:
                target: i64 = i64(castle.first[own]) + at
                if target <= i64(castle.place[own]):
                    target -= 1
                return MOVE + i64(castle.order[target])
            return self._swap(at - size)
        if phase in (ARRIVED, FETCHED):
            met: i64 = 4 * i64(ONES[self.meets])
            if at < met:
                return CHALLENGE + 4 * self._met(at >> 2) + (at & 3)
            if phase == FETCHED or at == met + self._swaps():
                return END
            return self._swap(at - met)
        if phase == ANIMAL_TURNED:
            return FETCH + at
        if phase == DUEL:
            return THROW + at
        return PLACE + self._free_square(at)

    def _met(self, number: i64) -> i64:
        seat: i64 = 0
        while True:
            if self.meets >> seat & 1:
                if number == 0:
                    return seat
                number -= 1
            seat += 1

    def _free_square(self, number: i64) -> i64:
        """LAB-5.5: counted past the pawns, lowest first."""
        square: i64 = number
        floor: i64 = -1
        while True:
            lowest: i64 = SQUARES
            seat: i64 = 0
            while seat < self.seats:
                pawn: i64 = self.pawn(seat)
                if floor < pawn < lowest:
                    lowest = pawn
                seat += 1
            if lowest > square:
                return square
            square += 1
            floor = lowest

    def _swaps(self) -> i64:
        """LAB-4.2: how many opponents with cards, times how many kinds there are to give."""
        hand: i64 = self.hand(self.on_turn)
        if self.swapped or not hand >> FIRST_ANIMAL or self.all_found():
            return 0
        kinds: i64 = 0
        if hand & TREASURES:
            kinds += 1
        if hand & GNOMES:
            kinds += 1
        return kinds * self._opponents_with_cards()

    def _opponents_with_cards(self) -> i64:
        found: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != self.on_turn and self.hand(seat):
                found += 1
            seat += 1
        return found

    def _swap(self, number: i64) -> i64:
        hand: i64 = self.hand(self.on_turn)
        both: bool = bool(hand & TREASURES) and bool(hand & GNOMES)
        rank: i64 = number >> 1 if both else number
        kind: i64 = 1
        if both:
            kind = number & 1
        elif hand & TREASURES:
            kind = 0
        seat: i64 = 0
        while True:
            if seat != self.on_turn and self.hand(seat):
                if rank == 0:
                    return SWAP + 2 * seat + kind
                rank -= 1
            seat += 1

    def _swap_in_sight(self) -> bool:
        if not self.memory:
            return self._swaps() > 0
        hand: i64 = self.hand(self.on_turn)
        return (
            not self.swapped
            and not self.all_found()
            and (hand & (hand - 1)) != 0
            and self.discards < ANIMALS
            and self._opponents_with_cards() > 0
        )
