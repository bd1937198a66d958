"""Gold in single numbers: a deck of two bits a card, shares of six, payments of thirteen a saboteur.

A share is two bits for the nuggets and then the seat; a payment is the seat (four bits), how many cards of
one (three bits), two (two) and three nuggets (one), and three bits for what is owed. Neither is ever nought.
"""

from typing import Final

from mypy_extensions import i64

from filon.kernels.saboteur.kernel_cards import BOUNTIES

SHARE_BITS: Final[i64] = 6
PAYMENT_BITS: Final[i64] = 13
_FULL_DECK: Final[i64] = 0xFFFFFFFFFFFFFF


def lowest(bits: i64) -> i64:
    """So many ones, up to the 56 of a full deck.

    Not made of `1 << bits`: mypyc 2.4 writes that one into C as an int of 32 bits, which a wide shift leaves.
    """
    return _FULL_DECK >> (56 - bits)


def without(deck: i64, nuggets: i64) -> i64:
    """The deck without the first card of so many nuggets."""
    at: i64 = 0
    while deck >> at & 3 != nuggets:
        at += 2
    below: i64 = lowest(at)
    return (deck & below) | (deck >> 2 & ~below)


def cards_in(deck: i64) -> i64:
    number: i64 = 0
    while deck:
        number += 1
        deck >>= 2
    return number


def counted(deck: i64, nuggets: i64) -> i64:
    number: i64 = 0
    while deck:
        if deck & 3 == nuggets:
            number += 1
        deck >>= 2
    return number


def in_order(deck: i64) -> i64:
    """The same cards, those of one nugget first."""
    ordered: i64 = 0
    at: i64 = 0
    nuggets: i64 = 1
    while nuggets <= 3:
        number: i64 = counted(deck, nuggets)
        while number:
            ordered |= nuggets << at
            at += 2
            number -= 1
        nuggets += 1
    return ordered


def payment(deck: i64, value: i64) -> i64:
    """SAB-7.5: as much of the value as can be, in the fewest cards, the highest first; the seat left out."""
    ones: i64 = counted(deck, 1)
    twos: i64 = counted(deck, 2)
    threes: i64 = counted(deck, 3)
    best: i64 = 0
    least: i64 = 1 << 30
    three: i64 = 0
    while three <= threes and 3 * three <= value:
        two: i64 = 0
        while two <= twos and 3 * three + 2 * two <= value:
            one: i64 = min(ones, value - 3 * three - 2 * two)
            owed: i64 = value - 3 * three - 2 * two - one
            cards: i64 = one + two + three
            # Of two that are equal in both, the law prefers the higher cards: three and one to two and two.
            cost: i64 = owed * 64 + cards * 8 + 3 - three
            if cost < least:
                least = cost
                best = one << 4 | two << 7 | three << 9 | owed << 10
            two += 1
        three += 1
    return best


def paid(deck: i64, payment: i64) -> i64:
    """The deck after a payment: the law takes its cards out one by one."""
    nuggets: i64 = 1
    while nuggets <= 3:
        number: i64 = cards_paid(payment, nuggets)
        while number:
            deck = without(deck, nuggets)
            number -= 1
        nuggets += 1
    return deck


def cards_paid(payment: i64, nuggets: i64) -> i64:
    if nuggets == 1:
        return payment >> 4 & 7
    return payment >> 7 & 3 if nuggets == 2 else payment >> 9 & 1


def worth(payment: i64) -> i64:
    return (payment >> 4 & 7) + 2 * (payment >> 7 & 3) + 3 * (payment >> 9 & 1) + (payment >> 10 & 7)


def payments(deck: i64, seats: i64, starter: i64, saboteurs: i64) -> i64:
    """What each saboteur gets, in turn order from the starter."""
    people: i64 = 0
    seat: i64 = 0
    while seat < seats:
        people += saboteurs >> seat & 1
        seat += 1
    value: i64 = BOUNTIES[people]
    record: i64 = 0
    at: i64 = 0
    step: i64 = 0
    while step < seats:
        seat = (starter + step) % seats
        if saboteurs >> seat & 1:
            share: i64 = payment(deck, value)
            deck = paid(deck, share)
            record |= (share | seat) << at
            at += PAYMENT_BITS
        step += 1
    return record
