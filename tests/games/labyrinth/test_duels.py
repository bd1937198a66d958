"""Duels, by example."""

from collections import Counter

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    Arrived,
    CardsHandedOver,
    Challenge,
    Challenged,
    Duel,
    DuelWon,
    End,
    ForCards,
    Move,
    PawnPlaced,
    Place,
    Placing,
    SecretTaken,
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
    assert state.phase == Arrived(())
    state, happened = played(state, (0, End()))
    assert none(happened, SecretTaken)
    assert state.sought is Secret.MIRROR


def test_after_a_challenge_the_turn_goes_on_but_without_another() -> None:
    """LAB-5.7, LAB-5.1: seats 1 and 2 both stand on A1."""
    state, _ = played(
        scene("A3 A1 A1", hands=("crown goblet", "harp", "smith")), (0, Move(at("A1"))), (0, for_gnomes(1))
    )
    state, _ = played(state, (0, STONE), (1, SCISSORS), (0, Place(at("F1"))))
    assert state.phase == Arrived(())
    assert state.challenged
    assert refused(state, 0, for_gnomes(2)).rule == "LAB-5.7"
    assert LABYRINTH.legal_actions(state, Seat(0)) == [End()]


def test_the_chances_of_the_die_are_even() -> None:
    """LAB-1.3, LAB-5.2."""
    rolls = Counter(
        only(played(meeting(), (0, for_gnomes(1, Stake.DIE)), random=FastRandom(seed))[1], Challenged).cards
        for seed in range(300)
    )
    assert set(rolls) == {2, 3, 4}
    assert min(rolls.values()) > 60
