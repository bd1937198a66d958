"""What cards are worth among three or four: everybody's chance to win with them, wherever the pawns stand.

The answer of the solved game in `kernel_company.py`, looked up. Cards of a kind are numbered by who has how
many, the player on turn first: three bits a player.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

_KIND: Final[i64] = 7
SURE: Final[i64] = 250
"""How a chance of 1 is written down."""


def passed(code: i64, seats: i64) -> i64:
    """The same cards once the next player is on turn."""
    return code >> 3 | (code & 7) << 3 * (seats - 1)


def handed(code: i64, giver: i64, taker: i64, count: i64) -> i64:
    """After so many cards, or all there are, have changed hands, LAB-5.4."""
    held: i64 = code >> 3 * giver & 7
    count = min(count, held)
    return code + (count << 3 * taker) - (count << 3 * giver)


def codes_of(seats: i64) -> list[i64]:
    """All the ways in which up to seven cards of a kind can be spread."""
    found: list[i64] = []
    code: i64 = 0
    while code < 1 << 3 * seats:
        held: i64 = 0
        player: i64 = 0
        while player < seats:
            held += code >> 3 * player & 7
            player += 1
        if held <= _KIND:
            found.append(code)
        code += 1
    return found


@mypyc_attr(allow_interpreted_subclasses=False)
class Shares:
    """For so many seats and one goal of LAB-6.1."""

    def __init__(self, seats: i64, goal: i64, table: bytes) -> None:
        self.seats: i64 = seats
        self.goal: i64 = goal
        self._table: bytes = table
        codes = codes_of(seats)
        self.ways: i64 = len(codes)
        self._number: list[i64] = [-1] * (1 << 3 * seats)
        for number, code in enumerate(codes):
            self._number[code] = number

    def full(self, code: i64) -> i64:
        """Who has a full set of this kind, counted from who is on turn; -1: nobody."""
        player: i64 = 0
        while player < self.seats:
            if code >> 3 * player & 7 >= self.goal:
                return player
            player += 1
        return -1

    def at_start(self, treasures: i64, gnomes: i64, player: i64) -> float:
        """The chance of that player, counted from who is on turn, as the turn begins."""
        winner: i64 = self.full(treasures)
        if winner < 0:
            winner = self.full(gnomes)
        if winner >= 0:
            return 1.0 if winner == player else 0.0
        one: i64 = self._number[treasures]
        other: i64 = self._number[gnomes]
        if one > other:
            least: i64 = other
            other = one
            one = least
        pairs: i64 = self.ways * (self.ways + 1) // 2
        chance: i64 = self._table[player * pairs + other * (other + 1) // 2 + one]
        return float(chance) / float(SURE)

    def at_end(self, treasures: i64, gnomes: i64, player: i64) -> float:
        """The same as the turn of who is on turn now is over."""
        after: i64 = (player + self.seats - 1) % self.seats
        return self.at_start(passed(treasures, self.seats), passed(gnomes, self.seats), after)

    def at_second_end(self, treasures: i64, gnomes: i64, player: i64) -> float:
        """The same when the next player's turn is lost too."""
        after: i64 = (player + self.seats - 1) % self.seats
        return self.at_end(passed(treasures, self.seats), passed(gnomes, self.seats), after)
