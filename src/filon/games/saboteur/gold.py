"""Whose gold is where, and what saboteurs are paid, SAB-7."""

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from filon.games.contract import Seat, whole
from filon.games.saboteur.model import GoldRecord, Paid, Payment, Shared, State
from filon.games.saboteur.pieces import BOUNTY, GOLD_COUNTS, Role

Counts: TypeAlias = tuple[int, ...]
"""How many cards of one nugget, of two and of three."""


def counted(cards: Iterable[int]) -> Counts:
    cards = tuple(cards)
    return tuple(cards.count(nuggets) for nuggets in GOLD_COUNTS)


def cards_of(counts: Counts) -> tuple[int, ...]:
    """In ascending order."""
    return tuple(nuggets for nuggets, count in zip(GOLD_COUNTS, counts, strict=True) for _ in range(count))


def gold_cards(ledger: Iterable[GoldRecord], seats: int) -> tuple[tuple[int, ...], ...]:
    """What each seat holds, in the order of getting it."""
    held: list[list[int]] = [[] for _ in range(seats)]
    for record in ledger:
        if isinstance(record, Shared):
            for take in record.taken:
                held[take.seat].append(whole(take.nuggets))
        else:
            for payment in record.payments:
                held[payment.seat] += (whole(card) for card in payment.cards)
    return tuple(tuple(cards) for cards in held)


def owed_nuggets(ledger: Iterable[GoldRecord], seats: int) -> tuple[int, ...]:
    owed = [0] * seats
    for record in ledger:
        if isinstance(record, Paid):
            for payment in record.payments:
                owed[payment.seat] += payment.owed
    return tuple(owed)


def scores(state: State) -> tuple[int, ...]:
    """SAB-8.3, and SAB-7.5: what is owed counts as if it were held."""
    seats = len(state.round.hands)
    return tuple(
        sum(cards) + owed
        for cards, owed in zip(
            gold_cards(state.ledger, seats), owed_nuggets(state.ledger, seats), strict=True
        )
    )


def payments(state: State) -> tuple[Payment, ...]:
    """SAB-7.4, SAB-7.5: what each saboteur gets, in turn order from the starter; there is at least one."""
    seats = len(state.round.hands)
    order = (Seat((state.round.starter + step) % seats) for step in range(seats))
    saboteurs = [seat for seat in order if state.round.roles[seat] is Role.SABOTEUR]
    paid = pay(counted(state.gold_deck), BOUNTY[len(saboteurs)], len(saboteurs))
    return tuple(Payment(seat, cards, owed) for seat, (cards, owed) in zip(saboteurs, paid, strict=True))


@cache
def pay(deck: Counts, value: int, people: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """SAB-7.5: the cards for each of some people who get `value`, and what each is owed.

    One after the other gets as much as can be, in the fewest cards, the highest of them first. With these
    cards and values nobody's share leaves more owed in all: the tests try every deck.
    """
    paid: list[tuple[tuple[int, ...], int]] = []
    for _ in range(people):
        _, _, best = min((value - sum(cards), len(cards), cards) for cards in _sums(deck, value))
        paid.append((best, value - sum(best)))
        deck = tuple(have - used for have, used in zip(deck, counted(best), strict=True))
    return tuple(paid)


def _sums(deck: Counts, value: int) -> list[tuple[int, ...]]:
    """All ways to hand over at most `value`, each in ascending order.

    Of two that are equally good the lesser tuple has the higher cards: (1, 3) comes before (2, 2).
    """
    ones, twos, threes = deck
    return [
        (1,) * one + (2,) * two + (3,) * three
        for three in range(min(threes, value // 3) + 1)
        for two in range(min(twos, (value - 3 * three) // 2) + 1)
        for one in range(min(ones, value - 3 * three - 2 * two) + 1)
    ]
