"""The number of legal sequences, counted a second way."""

from math import factorial

from filon.games.diamant import DIAMANT
from tests.counting import sequences
from tests.games.diamant.caves import cave


def test_secret_choices_arrive_in_any_order() -> None:
    """DIA-2.4: k of n explorers choose in n!/(n-k)! orders and 2**k ways."""
    for seats in (3, 4):
        state = cave("7", seats=seats)
        for depth in range(1, seats):
            expected = factorial(seats) // factorial(seats - depth) * 2**depth
            assert sequences(DIAMANT, state, depth) == expected


def test_a_whole_round_of_choices_and_the_next() -> None:
    """DIA-2.4, DIA-2.6: after all have chosen, those still inside choose again; after a cave all three do.

    Of the 3! * 2**3 ways to fill a round, 3! * 3 leave two inside (4 first moves each), 3! * 3 leave
    one (2 each), and 3! * 2 leave all three inside, here or in the next cave (6 each).
    """
    state = cave("7", then="9")
    assert sequences(DIAMANT, state, 4) == 6 * (3 * 4 + 3 * 2 + 2 * 6)
