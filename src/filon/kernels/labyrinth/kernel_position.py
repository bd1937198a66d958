"""A position of Le Labyrinthe Secret on small integers.

Cards are numbered as in LAB-1.2 and a hand is a mask of them: bits 0 to 6 treasures, 7 to 13 gnomes, 14 to 17
animals. Two hands share a word, and so do all pawns.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_castle import Standing, standing
from filon.kernels.stream import Stream

FIRST_CHANGE: Final[i64] = 0
SECOND_CHANGE: Final[i64] = 1
MOVING: Final[i64] = 2
ARRIVED: Final[i64] = 3
ANIMAL_TURNED: Final[i64] = 4
FETCHED: Final[i64] = 5
DUEL: Final[i64] = 6
PLACING: Final[i64] = 7
FINISHED: Final[i64] = 8

SECRETS: Final[i64] = 18
NONE: Final[i64] = -1
FOR_SECRET: Final[i64] = 2
"""As the kind of a duel's prize: the sought secret, LAB-5.6."""

HAND: Final[i64] = 0x3FFFF
SET: Final[i64] = 0x7F
TREASURES: Final[i64] = 0x7F
GNOMES: Final[i64] = 0x3F80
FIRST_ANIMAL: Final[i64] = 14
ANIMALS: Final[i64] = 4
CROWD: Final[i64] = 4
ONES: Final = bytes([mask.bit_count() for mask in range(128)])


def ones(mask: i64) -> i64:
    """How many cards a hand has."""
    return i64(ONES[mask & SET]) + i64(ONES[mask >> 7 & SET]) + i64(ONES[mask >> 14 & SET])


def largest_set(hand: i64) -> i64:
    """LAB-4.3, LAB-6.2."""
    return max(i64(ONES[hand & SET]), i64(ONES[hand >> 7 & SET]))


def cards_of(hand: i64) -> list[i64]:
    cards: list[i64] = []
    card: i64 = 0
    while hand >> card:
        if hand >> card & 1:
            cards.append(card)
        card += 1
    return cards


def shuffle(cards: list[i64], stream: Stream) -> None:
    """Fisher-Yates, as the law shuffles."""
    last: i64 = len(cards) - 1
    while last > 0:
        other: i64 = stream.below(last + 1)
        card: i64 = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


@mypyc_attr(allow_interpreted_subclasses=False)
class Position:
    """Fields that a phase does not use keep what they had; `bridge.py` reads only those it does."""

    def __init__(self, seats: i64, stream: Stream) -> None:
        self.stream: Stream = stream
        self.seats: i64 = seats
        self.random_starter: bool = False
        self.either_way: bool = False
        self.memory: bool = True
        self.goal: i64 = 7
        self.turn_limit: i64 = 0
        """0: none."""
        self.outer: i64 = 0
        self.inner: i64 = 0
        self.centre: i64 = 0
        self.pawns: i64 = 0
        """7 bits for each seat."""
        self.near_hands: i64 = 0
        """Seats 0 and 1, 18 bits each."""
        self.far_hands: i64 = 0
        self.pile: list[i64] = []
        """The next card is the last."""
        self.sought: i64 = NONE
        self.on_turn: i64 = 0
        self.turn: i64 = 1
        self.swapped: bool = False
        self.discarded: i64 = 0
        """5 bits for each animal played, in order."""
        self.discards: i64 = 0
        self.phase: i64 = FIRST_CHANGE
        self.first_ring: i64 = 0
        self.meets: i64 = 0
        """A bit for each seat that may be challenged."""
        self.challenged: bool = False
        """Whether the challenge of this turn was made, LAB-5.7."""
        self.turned_up: bool = False
        """Whether a card was turned up in this turn."""
        self.finder: i64 = NONE
        """Who turns up the next card if it is not the player on turn, LAB-3.6."""
        self.one: i64 = 0
        """Who turned the animal up or fetched it; the first duellist; who won the duel; at the end the
        winners' bits.
        """
        self.other: i64 = 0
        """The second duellist; the loser."""
        self.prize: i64 = 0
        """Treasures 0, gnomes 1, or the secret."""
        self.stake: i64 = 0
        self.waits: i64 = NONE
        """The third pawn on a contested secret."""
        self.one_threw: i64 = NONE
        self.other_threw: i64 = NONE
        self.full_set: bool = False

    def resemble(self, other: "Position") -> None:
        """The same position as that one's; chance stays its own."""
        self.random_starter = other.random_starter
        self.either_way = other.either_way
        self.memory = other.memory
        self.goal = other.goal
        self.turn_limit = other.turn_limit
        self.outer = other.outer
        self.inner = other.inner
        self.centre = other.centre
        self.pawns = other.pawns
        self.near_hands = other.near_hands
        self.far_hands = other.far_hands
        self.pile = other.pile.copy()
        self.sought = other.sought
        self.on_turn = other.on_turn
        self.turn = other.turn
        self.swapped = other.swapped
        self.discarded = other.discarded
        self.discards = other.discards
        self.phase = other.phase
        self.first_ring = other.first_ring
        self.meets = other.meets
        self.challenged = other.challenged
        self.turned_up = other.turned_up
        self.finder = other.finder
        self.one = other.one
        self.other = other.other
        self.prize = other.prize
        self.stake = other.stake
        self.waits = other.waits
        self.one_threw = other.one_threw
        self.other_threw = other.other_threw
        self.full_set = other.full_set

    def pawn(self, seat: i64) -> i64:
        return self.pawns >> 7 * seat & 127

    def put(self, seat: i64, square: i64) -> None:
        self.pawns ^= (self.pawn(seat) ^ square) << 7 * seat

    def hand(self, seat: i64) -> i64:
        if seat < 2:
            return self.near_hands >> 18 * seat & HAND
        return self.far_hands >> 18 * (seat - 2) & HAND

    def exchange(self, seat: i64, cards: i64) -> None:
        """These cards leave the hand if they are in it, and join it if they are not."""
        if seat < 2:
            self.near_hands ^= cards << 18 * seat
        else:
            self.far_hands ^= cards << 18 * (seat - 2)

    def all_found(self) -> bool:
        """LAB-3.7."""
        return self.sought == NONE and len(self.pile) == 0

    def standing(self) -> Standing:
        return standing(self.outer, self.inner, self.centre)

    def standing_on(self, square: i64) -> i64:
        """A bit for each seat whose pawn is there."""
        bits: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.pawn(seat) == square:
                bits |= 1 << seat
            seat += 1
        return bits
