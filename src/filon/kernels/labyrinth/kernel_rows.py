"""What a seat sees of Le Labyrinthe Secret in numbers, as `filon.lab.labyrinth.encoding` lays them out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_castle import SQUARE_OF, SQUARES
from filon.kernels.labyrinth.kernel_position import (
    ANIMAL_TURNED,
    ANIMALS,
    ARRIVED,
    DUEL,
    FETCHED,
    FIRST_ANIMAL,
    FOR_SECRET,
    NONE,
    PLACING,
    SECOND_CHANGE,
    SECRETS,
    ones,
)

HIDDEN: Final[i64] = -1
LATEST_TURN: Final[i64] = 32767
RINGS: Final[i64] = 3
FIRST_PART: Final[i64] = 1
SECOND_PART: Final[i64] = 2
WAITS: Final[i64] = 3
SECRET_THROW: Final[i64] = 1

PHASE: Final[i64] = 0
ON_TURN: Final[i64] = 1
TURN_NUMBER: Final[i64] = 2
ROTATION: Final[i64] = 3
FIRST_RING: Final[i64] = 6
PAWNS: Final[i64] = 9
"""From here on fields stand where the number of seats puts them."""


@mypyc_attr(allow_interpreted_subclasses=False)
class Rows:
    """`observations` has a row for each game."""

    def __init__(self, seats: i64, games: i64) -> None:
        self.seats: i64 = seats
        self.sought: i64 = PAWNS + seats
        self.counts: i64 = self.sought + 3
        self.hands: i64 = self.counts + seats
        self.discarded: i64 = self.hands + SECRETS * seats
        self.meets: i64 = self.discarded + ANIMALS
        self.parts: i64 = self.meets + seats
        self.prize: i64 = self.parts + seats
        self.throws: i64 = self.prize + 2
        self.swapped: i64 = self.throws + seats
        self.finder: i64 = self.swapped + 3
        self.ending: i64 = self.finder + seats
        self.size: i64 = self.ending + 1
        self.observations: vec[i16] = vec[i16]([i16(0)] * (games * self.size))

    def see(self, game: i64, kernel: LabyrinthKernel, actor: i64) -> None:
        """The whole row, for the seat that decides."""
        row = self.observations
        at: i64 = game * self.size
        seats: i64 = self.seats
        row[at + PHASE] = i16(kernel.phase)
        row[at + ON_TURN] = i16((kernel.on_turn - actor + seats) % seats)
        row[at + TURN_NUMBER] = i16(min(kernel.turn, LATEST_TURN))
        row[at + ROTATION] = i16(kernel.outer)
        row[at + ROTATION + 1] = i16(kernel.inner)
        row[at + ROTATION + 2] = i16(kernel.centre)
        turned: i64 = kernel.first_ring if kernel.phase == SECOND_CHANGE else NONE
        for ring in range(RINGS):
            row[at + FIRST_RING + ring] = 1 if ring == turned else 0
        if kernel.sought == NONE:
            row[at + self.sought] = i16(SECRETS)
            row[at + self.sought + 1] = i16(SQUARES)
        else:
            row[at + self.sought] = i16(kernel.sought)
            row[at + self.sought + 1] = i16(i64(SQUARE_OF[kernel.sought]))
        row[at + self.sought + 2] = i16(len(kernel.pile))
        for place in range(ANIMALS):
            animal: i64 = 0
            if place < kernel.discards:
                animal = (kernel.discarded >> 5 * place & 31) - FIRST_ANIMAL + 1
            row[at + self.discarded + place] = i16(animal)
        row[at + self.swapped] = 1 if kernel.swapped else 0
        row[at + self.swapped + 1] = 1 if kernel.challenged else 0
        row[at + self.swapped + 2] = 1 if kernel.turned_up else 0
        self._see_prize(at, kernel)
        self._see_players(at, kernel, actor)

    def _see_prize(self, at: i64, kernel: LabyrinthKernel) -> None:
        row = self.observations
        prize: i64 = 0
        stake: i64 = 0
        if kernel.phase in (DUEL, PLACING):
            prize = kernel.prize + 1
            if kernel.prize != FOR_SECRET:
                stake = kernel.stake
        row[at + self.prize] = i16(prize)
        row[at + self.prize + 1] = i16(stake)

    def _see_players(self, at: i64, kernel: LabyrinthKernel, actor: i64) -> None:
        """Who decides, and everybody from there, clockwise."""
        row = self.observations
        seats: i64 = self.seats
        met: i64 = kernel.meets if kernel.phase in (ARRIVED, FETCHED) else 0
        seat: i64 = actor
        for place in range(seats):
            hand: i64 = kernel.hand(seat)
            row[at + PAWNS + place] = i16(kernel.pawn(seat))
            row[at + self.counts + place] = i16(ones(hand))
            shown: i64 = at + self.hands + SECRETS * place
            if kernel.memory and place > 0:
                for card in range(SECRETS):
                    row[shown + card] = i16(HIDDEN)
            else:
                for card in range(SECRETS):
                    row[shown + card] = i16(hand >> card & 1)
            row[at + self.meets + place] = i16(met >> seat & 1)
            row[at + self.finder + place] = 1 if kernel.finder == seat else 0
            row[at + self.parts + place] = i16(self._part(kernel, seat))
            row[at + self.throws + place] = i16(self._throw(kernel, seat))
            seat += 1
            if seat == seats:
                seat = 0

    def _part(self, kernel: LabyrinthKernel, seat: i64) -> i64:
        if kernel.phase < ANIMAL_TURNED:
            return 0
        if kernel.one == seat:
            return FIRST_PART
        if kernel.phase < DUEL:
            return 0
        if kernel.other == seat:
            return SECOND_PART
        if kernel.prize == FOR_SECRET and kernel.waits == seat:
            return WAITS
        return 0

    def _throw(self, kernel: LabyrinthKernel, seat: i64) -> i64:
        """Who decides has thrown nothing yet, and sees of another throw only that it was made."""
        if kernel.phase != DUEL:
            return 0
        threw: i64 = NONE
        if kernel.one == seat:
            threw = kernel.one_threw
        elif kernel.other == seat:
            threw = kernel.other_threw
        return 0 if threw == NONE else SECRET_THROW
