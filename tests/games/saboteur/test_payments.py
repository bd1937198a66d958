"""What saboteurs are paid, and the deck it leaves."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from filon.games.chance import FastRandom, pick, shuffled
from filon.games.contract import HIDDEN, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.gold import gold_cards, pay
from filon.games.saboteur.model import GoldPaid, GoldShuffled, Paid, Payment, SharingGold, State, Winner
from filon.games.saboteur.pieces import GOLD, ROUNDS
from tests.games.saboteur.mines import events_of, mine, play, treasure_found, treasure_missed, winners


@pytest.mark.parametrize(
    ("seats", "saboteurs", "nuggets"),
    [(4, (2,), 4), (5, (2,), 4), (5, (0, 2), 3), (8, (0, 2, 5), 3), (10, (0, 2, 5, 9), 2)],
)
def test_saboteurs_get_so_much_each(seats: int, saboteurs: tuple[int, ...], nuggets: int) -> None:
    """SAB-7.4."""
    state = treasure_missed(seats=seats, saboteurs=saboteurs)
    (record,) = state.ledger
    assert isinstance(record, Paid)
    assert [payment.seat for payment in record.payments] == list(saboteurs)
    for payment in record.payments:
        assert sum(card for card in payment.cards if isinstance(card, int)) == nuggets
        assert payment.owed == 0
    assert winners(state) == [Winner.SABOTEURS]


@pytest.mark.parametrize("seats", [3, 4])
def test_without_a_saboteur_nobody_gets_anything(seats: int) -> None:
    """SAB-7.4."""
    state = treasure_missed(seats=seats)
    assert winners(state) == [Winner.NOBODY]
    assert state.ledger == ()
    assert state.gold_deck == GOLD
    assert state.round.number == 2


def test_saboteurs_are_paid_in_turn_order_from_the_starter() -> None:
    """SAB-7.5: the last card of three goes to the first of them."""
    deck = (1, 1, 1, 2, 2, 3)
    state = treasure_missed(seats=8, starter=4, saboteurs=(1, 3, 6), gold_deck=deck)
    assert state.ledger == (
        Paid(
            1,
            (
                Payment(Seat(6), (3,), 0),
                Payment(Seat(1), (1, 2), 0),
                Payment(Seat(3), (1, 2), 0),
            ),
        ),
    )
    assert state.gold_deck == (1,)


@pytest.mark.parametrize(
    ("deck", "value", "people", "paid"),
    [
        ((16, 8, 4), 4, 1, [((1, 3), 0)]),
        ((0, 8, 4), 4, 1, [((2, 2), 0)]),
        ((16, 8, 4), 3, 3, [((3,), 0)] * 3),
        ((16, 8, 4), 2, 4, [((2,), 0)] * 4),
        ((2, 2, 1), 3, 3, [((3,), 0), ((1, 2), 0), ((1, 2), 0)]),
        ((3, 0, 1), 4, 1, [((1, 3), 0)]),
        ((1, 2, 0), 3, 2, [((1, 2), 0), ((2,), 1)]),
        ((4, 1, 0), 2, 3, [((2,), 0), ((1, 1), 0), ((1, 1), 0)]),
        ((4, 0, 0), 3, 2, [((1, 1, 1), 0), ((1,), 2)]),
        ((0, 1, 0), 2, 4, [((2,), 0), ((), 2), ((), 2), ((), 2)]),
        ((0, 0, 2), 2, 2, [((), 2), ((), 2)]),
        ((0, 0, 2), 4, 1, [((3,), 1)]),
        ((0, 0, 0), 4, 1, [((), 4)]),
        ((2, 8, 0), 3, 3, [((1, 2), 0), ((1, 2), 0), ((2,), 1)]),
    ],
)
def test_payments_are_exact_and_owe_as_little_as_can_be(
    deck: tuple[int, ...], value: int, people: int, paid: list[tuple[tuple[int, ...], int]]
) -> None:
    """SAB-7.5: never more than the value; few cards, high ones first; the earlier are served first."""
    assert list(pay(deck, value, people)) == paid


@cache
def least_debt(deck: tuple[int, int, int], value: int, people: int) -> int:
    """The least that can stay owed in all, by trying everything."""
    if not people:
        return 0
    ones, twos, threes = deck
    return min(
        value
        - one
        - 2 * two
        - 3 * three
        + least_debt((ones - one, twos - two, threes - three), value, people - 1)
        for one, two, three in product(range(ones + 1), range(twos + 1), range(threes + 1))
        if one + 2 * two + 3 * three <= value
    )


def test_no_other_payment_owes_less() -> None:
    """SAB-7.5: for every deck; more than 12, 6 or 4 cards of a kind are never needed."""
    for deck in product(range(13), range(7), range(5)):
        for value, people in ((4, 1), (3, 2), (3, 3), (2, 4)):
            paid = pay(deck, value, people)
            assert sum(owed for _, owed in paid) == least_debt(deck, value, people)
            assert all(sum(cards) + owed == value for cards, owed in paid)
            used = Counter(card for cards, _ in paid for card in cards)
            assert all(used[nuggets] <= have for nuggets, have in enumerate(deck, start=1))


def test_even_with_a_full_box_the_third_of_three_saboteurs_may_stay_owed() -> None:
    """SAB-7.5: nine players; two rounds of nine cards took fourteen ones and all the threes."""
    gone = (1,) * 14 + (3,) * 4
    left = (1,) * 2 + (2,) * 8
    assert sorted(gone + left) == sorted(GOLD)
    state = treasure_missed(seats=9, saboteurs=(1, 4, 6), number=ROUNDS, gold_deck=left)
    assert state.ledger == (
        Paid(
            3,
            (
                Payment(Seat(1), (1, 2), 0),
                Payment(Seat(4), (1, 2), 0),
                Payment(Seat(6), (2,), 1),
            ),
        ),
    )
    assert SABOTEUR.view(state, None).gold[6].owed == 1
    outcome = SABOTEUR.outcome(state)
    assert outcome is not None
    assert outcome.scores == (0, 3, 0, 0, 3, 0, 3, 0, 0)


def test_the_rest_of_the_gold_is_shuffled_after_a_payment_and_nobody_sees_how() -> None:
    """SAB-7.5: the same chance shuffles it the same way, another chance another way."""
    state = mine(hand="map", pile="", seats=5, saboteurs=(1, 3))
    after, events = play(state, "discard map")
    (paid,) = events_of(events, GoldPaid)
    (gold,) = events_of(events, GoldShuffled)
    assert events.index(gold) == events.index(paid) + 1
    left = SABOTEUR.evolve(state, paid).gold_deck
    assert isinstance(gold.deck, tuple)
    assert Counter(gold.deck) == Counter(left)
    assert gold.deck == after.gold_deck != left
    for seat in (None, *(Seat(each) for each in range(5))):
        assert SABOTEUR.redact(gold, seat) == GoldShuffled(HIDDEN)
    assert play(state, "discard map")[0].gold_deck == after.gold_deck
    assert play(state, "discard map", seed=1)[0].gold_deck != after.gold_deck


def test_a_log_from_before_the_shuffle_still_folds() -> None:
    """SAB-7.5: the paid cards leave the deck with the payment, whether or not a shuffle follows."""
    state = mine(hand="map", pile="", seats=5, saboteurs=(1, 3))
    after, events = play(state, "discard map")
    for event in events:
        if not isinstance(event, GoldShuffled):
            state = SABOTEUR.evolve(state, event)
    assert state.gold_deck == tuple(sorted(after.gold_deck))


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_after_a_payment_each_place_in_the_deck_is_as_likely_for_the_last_three() -> None:
    """SAB-7.5: nine players, three saboteurs paid a three each; over many shuffled decks.

    Twenty-four degrees of freedom: one even deck in a thousand passes 51, and imagined decks must be as even
    as those that are played.
    """
    deals = 2000
    played: Counter[int] = Counter()
    imagined: Counter[int] = Counter()
    for deal in range(deals):
        random = FastRandom(deal)
        state = treasure_missed(
            seats=9, saboteurs=(0, 3, 7), gold_deck=shuffled(GOLD, random), seed=random.below(2**32)
        )
        assert [gold.cards for gold in SABOTEUR.view(state, Seat(3)).gold][3] == (3,)
        played[state.gold_deck.index(3)] += 1
        imagined[SABOTEUR.imagine(SABOTEUR.view(state, Seat(1)), random).gold_deck.index(3)] += 1
    places = len(GOLD) - 3
    for found in (played, imagined):
        assert chi_square((found[place] for place in range(places)), deals / places) < 51


def shared_and_then_paid(random: FastRandom) -> State:
    """Nine players: all dig and share in the first round, taking any card; three saboteurs win the second."""
    state = treasure_found(seats=9, gold_deck=shuffled(GOLD, random))
    while isinstance(state.phase, SharingGold):
        state, _ = play(state, f"take {pick(state.phase.cards, random)}")
    last = mine(hand="map", pile="", seats=9, saboteurs=(0, 3, 7), number=2)
    state = replace(state, round=last.round, phase=last.phase)
    return play(state, "discard map", seed=random.below(2**32))[0]


def gold_seen(state: State) -> tuple[int, int, int]:
    """What the chi-square tells apart: threes among the next nine cards and below, and the finder's card."""
    deck = state.gold_deck
    return deck[-9:].count(3), deck[:-9].count(3), gold_cards(state.ledger, 9)[0][0]


@pytest.mark.parametrize("seat", [None, 5, 3])
def test_after_a_sharing_and_a_payment_gold_lies_as_it_is_imagined(seat: int | None) -> None:
    """SAB-7.5: by a spectator, by who chose fifth in the first round, and by a saboteur of the second.

    Each deal is played and imagined once; at most nine kinds, and one even pair in a thousand passes 26.
    """
    played: Counter[tuple[int, int, int]] = Counter()
    imagined: Counter[tuple[int, int, int]] = Counter()
    for deal in range(800):
        random = FastRandom(deal)
        state = shared_and_then_paid(random)
        played[gold_seen(state)] += 1
        view = SABOTEUR.view(state, None if seat is None else Seat(seat))
        imagined[gold_seen(SABOTEUR.imagine(view, random))] += 1
    kinds = played.keys() | imagined.keys()
    assert len(kinds) <= 9
    assert sum((played[each] - imagined[each]) ** 2 / (played[each] + imagined[each]) for each in kinds) < 26


def test_owed_nuggets_are_public_and_count_at_the_end() -> None:
    """SAB-7.5, SAB-8.3."""
    state = treasure_missed(seats=5, saboteurs=(1, 3), number=ROUNDS, gold_deck=(1, 3))
    assert state.ledger == (Paid(3, (Payment(Seat(1), (3,), 0), Payment(Seat(3), (1,), 2))),)
    assert [gold.owed for gold in SABOTEUR.view(state, None).gold] == [0, 0, 0, 2, 0]
    outcome = SABOTEUR.outcome(state)
    assert outcome is not None
    assert outcome.scores == (0, 3, 0, 3, 0)
    assert outcome.winners == (1, 3)
