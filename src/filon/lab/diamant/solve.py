"""The value of small Diamant for two, exactly: nothing is hidden in it but choices made at the same time.

So it is solved backwards from the end. Where both choose, a two by two game of values already known; where
one is alone inside, the better choice; where a card is turned up, the mean.
"""

from fractions import Fraction
from functools import cache
from typing import TypeAlias

from filon.games.contract import Seat
from filon.lab.diamant.small import Rules, State, cards_to_turn, chosen, is_over, outcome, start, turned

Square: TypeAlias = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


def value_of(rules: Rules) -> Fraction:
    """The share of the win that seat 0 can make sure of, and that seat 1 can hold it to."""
    if len(rules.chests) != 2:
        raise ValueError("three players have no value between them")

    @cache
    def value(state: State) -> Fraction:
        if is_over(state):
            winners = outcome(state).winners
            return Fraction(Seat(0) in winners, len(winners))
        if state.turning:
            cards = cards_to_turn(state)
            whole = sum(cases for _, cases in cards)
            return sum(
                (Fraction(cases, whole) * value(turned(rules, state, card)) for card, cases in cards),
                Fraction(),
            )
        if len(state.inside) == 1:
            goes, leaves = (value(chosen(rules, state, leavers)) for leavers in ((), state.inside))
            return max(goes, leaves) if state.inside == (0,) else min(goes, leaves)
        zero, one = Seat(0), Seat(1)
        return square_value(
            (
                (value(chosen(rules, state, ())), value(chosen(rules, state, (one,)))),
                (value(chosen(rules, state, (zero,))), value(chosen(rules, state, (zero, one)))),
            )
        )

    return value(start(rules))


def square_value(game: Square) -> Fraction:
    """Of a game of two rows for who wants much and two columns for who wants little."""
    (a, b), (c, d) = game
    least = max(min(a, b), min(c, d))
    most = min(max(a, c), max(b, d))
    if least == most:
        return least
    # No saddle point, so both mix until the other does not care.
    return (a * d - b * c) / (a + d - b - c)
