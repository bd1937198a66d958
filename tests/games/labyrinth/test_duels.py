"""Duels, by example."""

from collections import Counter

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    AnimalTurned,
    Arrived,
    CardsHandedOver,
    Challenge,
    Challenged,
    Decline,
    Duel,
    DuelWon,
    End,
    Event,
    Fetch,
    FirstChange,
    ForCards,
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
    Threw,
    Throw,
    ThrowsShown,
    TurnBegan,
)
from filon.games.labyrinth.pieces import BEATS, Kind, Secret, Stake, Thing
from tests.games.labyrinth.castles import (
    OUTER,
    PAPER,
    SCISSORS,
    STONE,
    Loaded,
    at,
    for_gnomes,
    for_treasures,
    held,
    none,
    only,
    played,
    refused,
    scene,
    where,
)


def meeting(mine: str = "", theirs: str = "", *, sought: str | None = "mirror") -> State:
    """Seat 0 has just walked from A3 to A1, where seat 1 stands."""
    return played(scene("A3 A1", hands=(mine, theirs), sought=sought), (0, Move(at("A1"))))[0]


def test_moving_onto_an_occupied_square_one_may_challenge() -> None:
    """LAB-5.1, LAB-5.2."""
    state, happened = played(meeting(theirs="crown"), (0, for_treasures(1)))
    assert happened == [Challenged(Seat(0), Seat(1), Kind.TREASURE, Stake.ONE, 1)]
    assert state.phase == Duel((Seat(0), Seat(1)), ForCards(Kind.TREASURE, 1), {})
    assert LABYRINTH.to_act(state) == {0, 1}


def test_a_challenge_may_be_declined() -> None:
    """LAB-5.1: to move onto somebody and to let it be."""
    state, happened = played(meeting(theirs="crown"), (0, End()))
    assert happened == [TurnBegan(Seat(1), 2)]
    assert where(state) == "A1 A1"
    assert held(state, 1) == "crown"


def test_the_challenger_chooses_among_several() -> None:
    """LAB-5.1."""
    state, _ = played(scene("A3 A1 A9 A1"), (0, Move(at("A1"))))
    legal = LABYRINTH.legal_actions(state, Seat(0))
    assert {action.opponent for action in legal if isinstance(action, Challenge)} == {1, 3}
    assert refused(state, 0, for_treasures(2)).rule == "LAB-5.1"
    state, _ = played(state, (0, for_gnomes(3)))
    assert state.phase == Duel((Seat(0), Seat(3)), ForCards(Kind.GNOME, 1), {})


def test_who_stays_beside_somebody_does_not_challenge() -> None:
    """LAB-5.1."""
    state, _ = played(scene("A1 A1", hands=("crown goblet", "harp")), (0, Stay()))
    assert state.phase == Arrived(())
    assert refused(state, 0, for_treasures(1)).rule == "LAB-5.1"
    assert refused(scene("A1 A1"), 0, for_treasures(1)).rule == "LAB-5.1"


@pytest.mark.parametrize("nobody", [0, 2, -1, 10**30])
def test_only_somebody_who_is_there_can_be_challenged(nobody: int) -> None:
    """LAB-5.1."""
    assert refused(meeting(), 0, for_treasures(nobody)).rule == "LAB-5.1"


def test_a_duel_is_about_treasures_or_gnomes_with_or_without_the_die() -> None:
    """LAB-5.2."""
    legal = LABYRINTH.legal_actions(meeting(), Seat(0))
    assert [action for action in legal if isinstance(action, Challenge)] == [
        Challenge(Seat(1), kind, stake)
        for kind in (Kind.TREASURE, Kind.GNOME)
        for stake in (Stake.ONE, Stake.DIE)
    ]
    assert refused(meeting(), 0, Challenge(Seat(1), Kind.ANIMAL, Stake.ONE)).rule == "LAB-5.2"
    nonsense = Challenge(Seat(1), Kind.GNOME, "all")  # type: ignore[arg-type]
    assert refused(meeting(), 0, nonsense).rule == "LAB-5.2"


def test_the_die_sets_the_stake() -> None:
    """LAB-5.2, LAB-1.3."""
    stakes = Counter(
        only(played(meeting(), (0, for_gnomes(1, Stake.DIE)), random=Loaded(face))[1], Challenged).cards
        for face in range(6)
    )
    assert stakes == {2: 2, 3: 2, 4: 2}
    assert only(played(meeting(), (0, for_gnomes(1)))[1], Challenged).cards == 1


@pytest.mark.parametrize("mine", list(Thing))
@pytest.mark.parametrize("theirs", list(Thing))
def test_stone_scissors_paper(mine: Thing, theirs: Thing) -> None:
    """LAB-5.3."""
    state, happened = played(meeting(), (0, for_gnomes(1)), (1, Throw(theirs)), (0, Throw(mine)))
    winning = {("stone", "scissors"), ("scissors", "paper"), ("paper", "stone")}
    assert only(happened, ThrowsShown).throws == {0: mine, 1: theirs}
    if mine is theirs:
        assert none(happened, DuelWon)
        assert state.phase == Duel((Seat(0), Seat(1)), ForCards(Kind.GNOME, 1), {})
        assert LABYRINTH.to_act(state) == {0, 1}
    else:
        won = (mine.value, theirs.value) in winning
        assert only(happened, DuelWon) == (DuelWon(Seat(0), Seat(1)) if won else DuelWon(Seat(1), Seat(0)))
        assert (BEATS[mine] is theirs) == won


def test_a_choice_stays_secret_and_may_be_changed_until_both_are_in() -> None:
    """LAB-5.3."""
    state, happened = played(meeting(), (0, for_gnomes(1)), (0, STONE))
    assert happened[-1] == Threw(Seat(0), Thing.STONE)
    assert LABYRINTH.to_act(state) == {1}
    assert none(happened, ThrowsShown)
    _, happened = played(state, (0, PAPER), (1, STONE))
    assert only(happened, ThrowsShown).throws == {0: Thing.PAPER, 1: Thing.STONE}


def test_others_wait_and_duellists_do_nothing_else() -> None:
    """LAB-5.3."""
    state, _ = played(scene("A3 A1 A9"), (0, Move(at("A1"))), (0, for_gnomes(1)))
    assert refused(state, 2, STONE).rule == "LAB-5.3"
    assert refused(state, 2, OUTER).rule == "LAB-5.3"
    assert refused(state, 0, End()).rule == "LAB-5.3"
    assert refused(meeting(), 0, STONE).rule == "LAB-5.3"


def test_the_loser_hands_over_the_stake() -> None:
    """LAB-5.4: the challenged one loses two treasures, and keeps the gnome."""
    state = meeting("piper", "crown goblet sceptre miller")
    state, _ = played(state, (0, for_treasures(1, Stake.DIE)), random=Loaded(0))
    state, happened = played(state, (0, STONE), (1, SCISSORS))
    handed = only(happened, CardsHandedOver)
    assert (handed.loser, handed.winner, handed.kind, handed.count) == (1, 0, Kind.TREASURE, 2)
    assert held(state, 0) == "crown goblet piper"
    assert held(state, 1) == "sceptre miller"


def test_the_challenger_can_lose() -> None:
    """LAB-5.4."""
    state = meeting("crown miller", "goblet")
    state, happened = played(state, (0, for_treasures(1)), (0, STONE), (1, PAPER))
    assert only(happened, CardsHandedOver).cards == (Secret.CROWN,)
    assert held(state, 0) == "miller"
    assert held(state, 1) == "crown goblet"
    assert state.phase == Placing(Seat(1), Seat(0), ForCards(Kind.TREASURE, 1))


def test_a_loser_with_too_few_cards_hands_over_what_there_is() -> None:
    """LAB-5.4."""
    state = meeting("", "crown goblet miller dragon")
    state, _ = played(state, (0, for_treasures(1, Stake.DIE)), random=Loaded(5))
    state, happened = played(state, (0, STONE), (1, SCISSORS))
    assert only(happened, CardsHandedOver).count == 2
    assert held(state, 0) == "crown goblet"
    assert held(state, 1) == "miller dragon"


def test_a_loser_with_none_of_the_kind_hands_over_nothing() -> None:
    """LAB-5.4: never the other kind, never an animal; the pawn is moved all the same."""
    state = meeting("", "miller dragon")
    state, happened = played(state, (0, for_treasures(1)), (0, STONE), (1, SCISSORS))
    assert only(happened, CardsHandedOver).cards == ()
    assert held(state, 1) == "miller dragon"
    assert LABYRINTH.to_act(state) == {0}


def test_the_winner_puts_the_losers_pawn_on_a_free_square() -> None:
    """LAB-5.5: the challenged one has won and moves the challenger."""
    state, _ = played(scene("A3 A1 A9"), (0, Move(at("A1"))), (0, for_gnomes(1)), (0, STONE), (1, PAPER))
    legal = LABYRINTH.legal_actions(state, Seat(1))
    free = set(range(102)) - {at("A1"), at("A9")}
    assert {action.to for action in legal if isinstance(action, Place)} == free
    assert refused(state, 1, Place(at("A1"))).rule == "LAB-5.5"
    assert refused(state, 1, Place(at("A9"))).rule == "LAB-5.5"
    assert refused(state, 0, Place(at("F1"))).rule == "LAB-5.5"
    assert refused(state, 1, End()).rule == "LAB-5.5"
    state, happened = played(state, (1, Place(at("F1"))))
    assert happened[0] == PawnPlaced(Seat(1), Seat(0), at("F1"))
    assert where(state) == "F1 A1 A9"
    assert state.on_turn == 1, "and the turn passes on"


def test_nobody_is_placed_without_a_duel() -> None:
    """LAB-5.5."""
    assert refused(meeting(), 0, Place(at("F1"))).rule == "LAB-5.5"


def test_a_loser_put_on_the_sought_square_takes_the_card_only_in_their_own_turn() -> None:
    """LAB-5.5, LAB-3.5: the mirror lies on A24."""
    state, _ = played(meeting(), (0, for_gnomes(1)), (0, STONE), (1, SCISSORS))
    state, happened = played(state, (0, Place(at("A24"))))
    assert none(happened, SecretTaken)
    assert state.sought is Secret.MIRROR
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Stay()))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.MIRROR, None)


def test_a_challenger_put_on_the_sought_square_takes_nothing_in_this_turn() -> None:
    """LAB-5.5, LAB-3.5."""
    state = meeting("crown goblet dragon", "harp lamp")
    state, happened = played(state, (0, for_gnomes(1)), (0, STONE), (1, PAPER), (1, Place(at("A24"))))
    assert state.phase == Arrived((), challenged=True)
    state, happened = played(state, (0, End()))
    assert none(happened, SecretTaken)
    assert state.sought is Secret.MIRROR


def test_after_a_challenge_the_turn_goes_on_but_without_another() -> None:
    """LAB-5.7, LAB-5.1: seats 1 and 2 both stand on A1."""
    state, _ = played(
        scene("A3 A1 A1", hands=("crown goblet", "harp", "smith")), (0, Move(at("A1"))), (0, for_gnomes(1))
    )
    state, _ = played(state, (0, STONE), (1, SCISSORS), (0, Place(at("F1"))))
    assert state.phase == Arrived((), challenged=True)
    assert refused(state, 0, for_gnomes(2)).rule == "LAB-5.7"
    assert LABYRINTH.legal_actions(state, Seat(0)) == [End()]


def test_arriving_on_the_sought_square_takes_the_card_and_then_one_may_challenge() -> None:
    """LAB-5.6, LAB-3.5."""
    state, happened = played(scene("A9 A8", sought="crown"), (0, Move(at("A8"))))
    assert only(happened, SecretTaken) == SecretTaken(Seat(0), Secret.CROWN, None)
    assert none(happened, SecretContested)
    assert for_treasures(1) in LABYRINTH.legal_actions(state, Seat(0))


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
    assert state.phase == Placing(Seat(2), Seat(1), ForSecret(()))
    state, happened = played(state, (2, Place(at("F1"))))
    assert happened == [
        PawnPlaced(Seat(2), Seat(1), at("F1")),
        SecretTaken(Seat(2), Secret.MILLER, None),
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
    """LAB-5.6: seat 2 turned the card up, so the order is 2, 3, 0, 1."""
    state = scene("A11 A11 A8 A11", sought="crown", pile="miller piper", on_turn=2)
    state, _ = played(state, (2, Stay()))
    assert state.phase == Duel((Seat(3), Seat(0)), ForSecret((Seat(1),)), {})
    state, _ = played(state, (3, STONE), (0, PAPER))
    assert refused(state, 0, Place(at("A11"))).rule == "LAB-5.5"
    state, happened = played(state, (0, Place(at("F1"))))
    assert only(happened, SecretContested) == SecretContested((Seat(0), Seat(1)), ())
    assert none(happened, SecretTaken)
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
    taken, happened = played(state, (0, Fetch()))
    assert held(taken, 0) == "dragon"
    assert where(taken) == "A17 A17 A17 A17"
    declined, happened = played(state, (0, Decline()))
    assert only(happened, SecretBuried) == SecretBuried(Secret.DRAGON)
    assert declined.sought is Secret.PIPER


def test_the_right_to_an_animal_comes_before_the_duel_of_those_who_stand_there() -> None:
    """LAB-4.1, LAB-5.6."""
    state, happened = turned_under("A8 A17 A17", pile="dragon piper")
    assert none(happened, SecretContested)
    fetched, happened = played(state, (0, Fetch()))
    assert held(fetched, 0) == "crown dragon"
    assert none(happened, SecretContested)
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
    assert state.phase == Duel((Seat(3), Seat(0)), ForSecret(()), {}), "counted from seat 2"
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


def test_the_chances_of_the_die_are_even() -> None:
    """LAB-1.3, LAB-5.2."""
    rolls = Counter(
        only(played(meeting(), (0, for_gnomes(1, Stake.DIE)), random=FastRandom(seed))[1], Challenged).cards
        for seed in range(300)
    )
    assert set(rolls) == {2, 3, 4}
    assert min(rolls.values()) > 60
