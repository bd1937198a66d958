"""Duels for the sought secret that was turned up under two pawns or more, by example: LAB-5.6."""

from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    AnimalTurned,
    Arrived,
    CardsHandedOver,
    Decline,
    Duel,
    End,
    Event,
    Fetch,
    FirstChange,
    ForSecret,
    Move,
    PawnPlaced,
    Place,
    Placing,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    State,
    Stay,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Secret
from tests.games.labyrinth.castles import (
    OUTER,
    PAPER,
    SCISSORS,
    STONE,
    at,
    for_gnomes,
    held,
    none,
    only,
    played,
    refused,
    scene,
    where,
)


def turned_under(pawns: str, *, pile: str, all_cards: bool = True) -> tuple[State, list[Event]]:
    """Seat 0 takes the crown on A8 while the others stand where they stand; the pile's next card comes up."""
    state = scene(pawns, sought="crown", pile=pile, all_cards=all_cards)
    return played(state, (0, Stay()))


def test_one_pawn_on_a_new_secret_waits_for_its_turn() -> None:
    """LAB-5.6, LAB-3.5."""
    state, happened = turned_under("A8 A11 A3", pile="miller")
    assert none(happened, SecretContested)
    assert none(happened[:-1], TurnBegan)
    assert state.sought is Secret.MILLER
    assert state.on_turn == 1


def test_two_pawns_on_a_new_secret_duel_for_it() -> None:
    """LAB-5.6: the miller lies on A11; seat 2 wins it, moves seat 1 away and turns up the next card."""
    state, happened = turned_under("A8 A11 A11", pile="miller piper")
    assert only(happened, SecretContested) == SecretContested((Seat(1), Seat(2)), ())
    assert state.phase == Duel((Seat(1), Seat(2)), ForSecret(()), {})
    state, happened = played(state, (1, STONE), (2, PAPER))
    assert none(happened, CardsHandedOver)
    assert only(happened, SecretTaken) == SecretTaken(Seat(2), Secret.MILLER, None)
    assert state.phase == Placing(Seat(2), Seat(1), ForSecret(()))
    state, happened = played(state, (2, Place(at("F1"))))
    assert happened == [
        PawnPlaced(Seat(2), Seat(1), at("F1")),
        SecretTurned(Seat(2), Secret.PIPER),
        TurnBegan(Seat(1), 2),
    ]
    assert held(state, 2) == "miller"


def test_equal_throws_for_a_secret_are_played_again() -> None:
    """LAB-5.6, LAB-5.3."""
    state, _ = turned_under("A8 A11 A11", pile="miller")
    state, _ = played(state, (1, STONE), (2, STONE))
    assert state.phase == Duel((Seat(1), Seat(2)), ForSecret(()), {})


def test_of_three_pawns_the_earliest_two_in_turn_order_duel_first() -> None:
    """LAB-5.6: it is the turn of seat 2, so the order is 2, 3, 0, 1."""
    state = scene("A11 A11 A8 A11", sought="crown", pile="miller piper", on_turn=2)
    state, _ = played(state, (2, Stay()))
    assert state.phase == Duel((Seat(3), Seat(0)), ForSecret((Seat(1),)), {})
    state, _ = played(state, (3, STONE), (0, PAPER))
    assert refused(state, 0, Place(at("A11"))).rule == "LAB-5.5"
    state, happened = played(state, (0, Place(at("F1"))))
    assert only(happened, SecretContested) == SecretContested((Seat(0), Seat(1)), ())
    assert none(happened, SecretTaken)
    assert state.sought is Secret.MILLER, "the winner of the first duel has not won the card yet"
    state, happened = played(state, (1, STONE), (0, SCISSORS), (1, Place(at("F2"))))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.MILLER, None)
    assert only(happened, SecretTurned) == SecretTurned(Seat(1), Secret.PIPER)
    assert where(state) == "F2 A11 A8 F1"
    assert state.on_turn == 3, "the turn that ended was seat 2's"


def test_with_four_pawns_the_card_goes_under_the_pile() -> None:
    """LAB-5.6."""
    state, happened = turned_under("A8 A8 A8 A8", pile="miller")
    assert none(happened, SecretBuried)
    state = scene("A11 A11 A11 A11", hands=("crown",), sought=None, pile="miller piper", phase=Arrived(()))
    state, happened = played(state, (0, End()))
    assert happened == [
        SecretTurned(Seat(0), Secret.MILLER),
        SecretBuried(Secret.MILLER),
        SecretTurned(Seat(0), Secret.PIPER),
        TurnBegan(Seat(1), 2),
    ]
    assert state.pile[0] is Secret.MILLER
    assert state.sought is Secret.PIPER


def test_the_last_card_under_four_pawns_stays_up() -> None:
    """LAB-5.6: there is no other to turn up instead; the next player may take it by staying."""
    state = scene("A11 A11 A11 A11", sought=None, pile="miller", phase=Arrived(()), all_cards=False)
    state, happened = played(state, (0, End()))
    assert none(happened, SecretBuried)
    assert none(happened, SecretContested)
    assert state.sought is Secret.MILLER
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Stay()))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.MILLER, None)


def test_under_four_pawns_an_animal_is_offered_before_it_goes_under_the_pile() -> None:
    """LAB-4.1, LAB-5.6: the dragon lies on A17."""
    state = scene("A17 A17 A17 A17", sought=None, pile="dragon piper", phase=Arrived(()))
    state, happened = played(state, (0, End()))
    assert state.phase == AnimalTurned(Seat(0))
    assert none(happened, SecretBuried)
    for choice in (Fetch(), Decline()):
        after, happened = played(state, (0, choice))
        assert only(happened, SecretBuried) == SecretBuried(Secret.DRAGON)
        assert only(happened, SecretTurned) == SecretTurned(Seat(0), Secret.PIPER)
        assert held(after, 0) == ""
        assert after.on_turn == 1


def test_the_right_to_an_animal_comes_before_the_duel_of_those_who_stand_there() -> None:
    """LAB-4.1, LAB-5.6: who fetches the dragon on A17 is one of those who duel for it."""
    state, happened = turned_under("A8 A17 A17", pile="dragon piper")
    assert none(happened, SecretContested)
    _, happened = played(state, (0, Fetch()))
    assert only(happened, SecretContested) == SecretContested((Seat(0), Seat(1)), (Seat(2),))
    declined, happened = played(state, (0, Decline()))
    assert only(happened, SecretContested) == SecretContested((Seat(1), Seat(2)), ())
    assert declined.sought is Secret.DRAGON


def test_who_wins_a_secret_and_turns_up_an_animal_may_fetch_it() -> None:
    """LAB-5.6, LAB-4.1."""
    state, _ = turned_under("A8 A11 A11", pile="miller dragon piper")
    state, _ = played(state, (1, STONE), (2, PAPER), (2, Place(at("F1"))))
    assert state.phase == AnimalTurned(Seat(2))
    state, _ = played(state, (2, Fetch()))
    assert held(state, 2) == "miller dragon"
    assert state.on_turn == 1


def test_a_duel_for_a_secret_may_follow_another() -> None:
    """LAB-5.6: two stand on the miller's square and two on the baker's; the winner turns up the second."""
    state = scene(
        "B2 A11 A11 B2", hands=("crown",), sought=None, pile="miller baker piper", phase=Arrived(())
    )
    state, _ = played(state, (0, End()), (1, STONE), (2, PAPER))
    state, _ = played(state, (2, Place(at("F1"))))
    assert state.phase == Duel((Seat(0), Seat(3)), ForSecret(()), {}), "counted from who is on turn"
    state, _ = played(state, (3, STONE), (0, PAPER), (0, Place(at("F2"))))
    assert held(state, 0) == "crown baker"
    assert state.phase == FirstChange()
    assert state.on_turn == 1


def test_a_duel_for_a_secret_does_not_use_up_the_challenge() -> None:
    """LAB-5.7."""
    state, _ = turned_under("A8 A11 A11", pile="miller")
    state, _ = played(state, (1, STONE), (2, PAPER), (2, Place(at("A12"))))
    state, _ = played(state, (1, OUTER), (1, OUTER), (1, Move(at("A11"))))
    assert for_gnomes(2) in LABYRINTH.legal_actions(state, Seat(1))
