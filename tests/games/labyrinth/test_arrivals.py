"""Arriving on the sought secret's square where others stand, on foot or straight to an animal, by example."""

import pytest
from msgspec.structs import replace

from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    AnimalFetched,
    AnimalOffered,
    AnimalTurned,
    Arrived,
    Challenge,
    Decline,
    Duel,
    End,
    Event,
    Fetch,
    Fetched,
    FirstChange,
    ForCards,
    ForSecret,
    Move,
    PawnMoved,
    PawnPlaced,
    Place,
    Placing,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    State,
    Stay,
    Swap,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Kind, Secret, Stake
from tests.games.labyrinth.castles import (
    OUTER,
    PAPER,
    SCISSORS,
    STONE,
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


def walked_onto(pawns: str, *, hands: tuple[str, ...] = (), pile: str = "miller") -> State:
    """Seat 0 walks from A9 to A8, the crown's square."""
    return played(scene(pawns, hands=hands, sought="crown", pile=pile), (0, Move(at("A8"))))[0]


def test_who_walks_onto_the_sought_square_where_another_stands_duels_for_the_card() -> None:
    """LAB-5.6: nobody takes it unfought, and there is no challenge instead."""
    state, happened = played(scene("A9 A8 A3", sought="crown"), (0, Move(at("A8"))))
    assert happened == [
        PawnMoved(Seat(0), at("A8"), (Seat(1),)),
        SecretContested((Seat(0), Seat(1)), ()),
    ]
    assert state.phase == Duel((Seat(0), Seat(1)), ForSecret(()), {})
    assert LABYRINTH.to_act(state) == {0, 1}
    assert refused(state, 0, for_treasures(1)).rule == "LAB-5.3"
    assert refused(state, 0, End()).rule == "LAB-5.3"


def test_who_arrived_and_won_takes_the_card_places_the_loser_and_turns_up_the_next() -> None:
    """LAB-5.6, LAB-5.5, LAB-3.6."""
    state, happened = played(walked_onto("A9 A8 A3"), (0, STONE), (1, SCISSORS))
    assert only(happened, SecretTaken) == SecretTaken(Seat(0), Secret.CROWN, None)
    assert state.phase == Placing(Seat(0), Seat(1), ForSecret(()))
    assert LABYRINTH.to_act(state) == {0}
    state, happened = played(state, (0, Place(at("F1"))))
    assert happened == [
        PawnPlaced(Seat(0), Seat(1), at("F1")),
        SecretTurned(Seat(0), Secret.MILLER),
        TurnBegan(Seat(1), 2),
    ]
    assert where(state) == "A8 F1 A3"


def test_who_stood_there_can_win_the_card_and_then_turns_up_the_next() -> None:
    """LAB-5.6, LAB-3.6: it stays the turn of seat 0, after whom seat 1 begins."""
    state, happened = played(walked_onto("A9 A3 A8", pile="dragon miller"), (0, STONE), (2, PAPER))
    assert held(state, 2) == "crown"
    assert LABYRINTH.to_act(state) == {2}
    state, happened = played(state, (2, Place(at("F1"))))
    assert only(happened, SecretTurned) == SecretTurned(Seat(2), Secret.DRAGON)
    assert state.phase == AnimalTurned(Seat(2)), "and the animal is offered to seat 2"
    state, happened = played(state, (2, Fetch()))
    assert held(state, 2) == "crown dragon"
    assert happened[-1] == TurnBegan(Seat(1), 2)


def test_after_a_duel_for_the_card_the_player_on_turn_may_still_swap() -> None:
    """LAB-4.2, LAB-3.6: only then does the winner turn up the next card."""
    state = walked_onto("A9 A8", hands=("goblet dragon", "lamp"))
    state, happened = played(state, (0, STONE), (1, PAPER), (1, Place(at("A4"))))
    assert none(happened, SecretTurned)
    assert where(state) == "A4 A8"
    assert LABYRINTH.to_act(state) == {0}
    assert LABYRINTH.legal_actions(state, Seat(0)) == [Swap(Seat(1), Kind.TREASURE), End()]
    for closing in (Swap(Seat(1), Kind.TREASURE), End()):
        _, happened = played(state, (0, closing))
        assert only(happened, SecretTurned) == SecretTurned(Seat(1), Secret.MILLER)
        assert happened[-1] == TurnBegan(Seat(1), 2)


def test_a_duel_for_the_card_leaves_nobody_to_challenge() -> None:
    """LAB-5.6, LAB-5.1: whoever lost has been moved away."""
    state = walked_onto("A9 A8", hands=("goblet harp", "lamp"))
    state, _ = played(state, (0, STONE), (1, SCISSORS), (0, Place(at("A4"))))
    assert state.phase == Arrived(())
    assert refused(state, 0, for_treasures(1)).rule == "LAB-5.1"


def test_of_three_on_the_sought_square_who_arrived_duels_first() -> None:
    """LAB-5.6: counted from seat 2, whose turn it is, the order is 2, 0, 1."""
    state = scene("A8 A8 A9 A3", sought="crown", pile="miller", on_turn=2)
    state, happened = played(state, (2, Move(at("A8"))))
    assert only(happened, SecretContested) == SecretContested((Seat(2), Seat(0)), (Seat(1),))
    state, happened = played(state, (2, STONE), (0, SCISSORS))
    assert none(happened, SecretTaken)
    state, happened = played(state, (2, Place(at("F1"))))
    assert happened[-1] == SecretContested((Seat(2), Seat(1)), ())
    state, happened = played(state, (1, PAPER), (2, STONE))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.CROWN, None)
    state, happened = played(state, (1, Place(at("F2"))))
    assert only(happened, SecretTurned) == SecretTurned(Seat(1), Secret.MILLER)
    assert happened[-1] == TurnBegan(Seat(3), 2)
    assert where(state) == "F1 A8 F2 A3"


def test_the_fourth_to_arrive_sends_the_card_under_the_pile() -> None:
    """LAB-5.6: nothing is sought for the rest of the turn, in which seat 0 may still challenge, LAB-5.1."""
    state = scene("A9 A8 A8 A8", sought="crown", pile="miller")
    state, happened = played(state, (0, Move(at("A8"))))
    assert happened == [
        PawnMoved(Seat(0), at("A8"), (Seat(1), Seat(2), Seat(3))),
        SecretBuried(Secret.CROWN),
    ]
    assert state.pile[0] is Secret.CROWN
    assert state.sought is None
    assert state.phase == Arrived((Seat(1), Seat(2), Seat(3)))
    ended, happened = played(state, (0, End()))
    assert happened == [SecretTurned(Seat(0), Secret.MILLER), TurnBegan(Seat(1), 2)]
    fought, happened = played(state, (0, for_gnomes(2)), (0, STONE), (2, PAPER), (2, Place(at("F1"))))
    assert happened[-2:] == [SecretTurned(Seat(0), Secret.MILLER), TurnBegan(Seat(1), 2)]
    assert not any(ended.hands)
    assert where(fought) == "F1 A8 A8 A8"


def test_the_fourth_to_arrive_at_the_last_card_leaves_it_up() -> None:
    """LAB-5.6, LAB-3.5: the next player may take it by staying."""
    state = scene("A9 A8 A8 A8", sought="crown", all_cards=False)
    state, happened = played(state, (0, Move(at("A8"))))
    assert none(happened, SecretBuried)
    assert none(happened, SecretTaken)
    assert state.phase == Arrived((Seat(1), Seat(2), Seat(3)))
    state, happened = played(state, (0, End()))
    assert happened == [TurnBegan(Seat(1), 2)]
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Stay()))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.CROWN, None)


def test_elsewhere_arriving_means_a_challenge_and_no_duel_for_the_card() -> None:
    """LAB-5.1, LAB-5.6."""
    state, happened = played(scene("A9 A8", sought="miller"), (0, Move(at("A8"))))
    assert none(happened, SecretContested)
    assert for_treasures(1) in LABYRINTH.legal_actions(state, Seat(0))


def offered(pawns: str, *, pile: str = "dragon miller", hands: tuple[str, ...] = ()) -> State:
    """Seat 0 took the crown on A8 and turned up the dragon, who lives on A17."""
    state = played(scene(pawns, hands=hands, sought="crown", pile=pile), (0, Stay()))[0]
    return state if isinstance(state.phase, AnimalTurned) else played(state, (0, End()))[0]


def test_who_goes_straight_to_an_animal_where_another_stands_duels_for_it() -> None:
    """LAB-4.1, LAB-5.6: whoever wins it turns up the next card, and no swap follows from it."""
    state = offered("A8 A17 A3", hands=("goblet phoenix", "lamp"))
    state, happened = played(state, (0, Fetch()))
    assert happened == [
        AnimalFetched(Seat(0), at("A17"), (Seat(1),)),
        SecretContested((Seat(0), Seat(1)), ()),
    ]
    for mine, theirs, winner, loser in ((STONE, SCISSORS, 0, 1), (STONE, PAPER, 1, 0)):
        won, happened = played(state, (0, mine), (1, theirs))
        assert only(happened, SecretTaken) == SecretTaken(Seat(winner), Secret.DRAGON, None)
        _, happened = played(won, (winner, Place(at("F1"))))
        assert happened == [
            PawnPlaced(Seat(winner), Seat(loser), at("F1")),
            SecretTurned(Seat(winner), Secret.MILLER),
            TurnBegan(Seat(1), 2),
        ]


def test_of_three_on_an_animals_square_the_order_is_counted_from_whose_turn_it_is() -> None:
    """LAB-5.6: in the turn of seat 0, seat 2 won the miller and goes to the dragon beside seats 0 and 3."""
    state = scene("A17 A11 A11 A17", sought=None, pile="miller dragon piper", phase=Arrived(()))
    state, _ = played(state, (0, End()), (1, STONE), (2, PAPER), (2, Place(at("F1"))))
    assert state.phase == AnimalTurned(Seat(2))
    state, happened = played(state, (2, Fetch()))
    assert only(happened, SecretContested) == SecretContested((Seat(0), Seat(2)), (Seat(3),))
    state, _ = played(state, (0, STONE), (2, PAPER), (2, Place(at("F2"))), (2, STONE), (3, PAPER))
    assert held(state, 3) == "dragon"
    state, happened = played(state, (3, Place(at("F3"))))
    assert happened[-2:] == [SecretTurned(Seat(3), Secret.PIPER), TurnBegan(Seat(1), 2)]


@pytest.mark.parametrize("choice", [Fetch(), Decline()])
def test_who_stands_on_the_animals_square_already_duels_for_it_either_way(choice: Fetch | Decline) -> None:
    """LAB-4.1, LAB-5.6."""
    state = scene("A17 A17", sought=None, pile="dragon miller", phase=Arrived(()))
    state, happened = played(state, (0, End()), (0, choice))
    assert only(happened, SecretContested) == SecretContested((Seat(0), Seat(1)), ())


def crowd() -> tuple[State, list[Event]]:
    """Seat 0 took the crown on A8 and goes straight to the dragon on A17, where all the others stand."""
    return played(offered("A8 A17 A17 A17"), (0, Fetch()))


def test_the_fourth_to_go_to_an_animal_sends_it_under_the_pile_and_may_challenge() -> None:
    """LAB-5.6, LAB-4.1, LAB-5.1."""
    state, happened = crowd()
    assert happened == [
        AnimalFetched(Seat(0), at("A17"), (Seat(1), Seat(2), Seat(3))),
        SecretBuried(Secret.DRAGON),
    ]
    assert state.phase == Fetched(Seat(0), (Seat(1), Seat(2), Seat(3)))
    assert LABYRINTH.to_act(state) == {0}
    legal = LABYRINTH.legal_actions(state, Seat(0))
    challenges = [
        challenge(seat, stake)
        for seat in (1, 2, 3)
        for challenge in (for_treasures, for_gnomes)
        for stake in Stake
    ]
    assert legal == [*challenges, End()]
    state, happened = played(state, (0, End()))
    assert happened == [SecretTurned(Seat(0), Secret.MILLER), TurnBegan(Seat(1), 2)]
    assert state.pile[0] is Secret.DRAGON


def test_after_a_challenge_at_the_animals_square_the_next_card_is_turned_up() -> None:
    """LAB-4.1, LAB-5.5: by seat 0, who lost the duel and was put elsewhere."""
    state, _ = played(crowd()[0], (0, for_treasures(3)))
    assert state.phase == Duel((Seat(0), Seat(3)), ForCards(Kind.TREASURE, 1), {})
    state, happened = played(state, (0, STONE), (3, PAPER), (3, Place(at("F1"))))
    assert held(state, 3) == "crown"
    assert happened[-3:] == [
        PawnPlaced(Seat(3), Seat(0), at("F1")),
        SecretTurned(Seat(0), Secret.MILLER),
        TurnBegan(Seat(1), 2),
    ]


def test_a_challenge_at_the_animals_square_is_the_one_challenge_of_the_turn() -> None:
    """LAB-5.7: seat 0 walked to the dragon, challenged there and was put elsewhere; then it came up again."""
    state = scene("A18 A17 A17 A17", sought="dragon", pile="phoenix", all_cards=False)
    state, happened = played(state, (0, Move(at("A17"))), (0, for_gnomes(1)), (0, STONE), (1, PAPER))
    assert only(happened, SecretBuried).secret is Secret.DRAGON
    state, happened = played(state, (1, Place(at("F1"))), (0, Fetch()))
    assert held(state, 0) == "phoenix"
    assert happened[-2:] == [SecretTurned(Seat(0), Secret.DRAGON), AnimalOffered(Seat(0))]
    state, happened = played(state, (0, Fetch()))
    assert happened == [
        AnimalFetched(Seat(0), at("A17"), (Seat(1), Seat(2), Seat(3))),
        TurnBegan(Seat(1), 2),
    ]


def test_who_stood_on_the_animals_square_has_moved_onto_nobody() -> None:
    """LAB-5.1, LAB-4.1."""
    state = scene("A17 A17 A17 A17", sought=None, pile="dragon miller", phase=Arrived(()))
    state, happened = played(state, (0, End()), (0, Fetch()))
    assert only(happened, AnimalFetched).meets == ()
    assert happened[-2:] == [SecretTurned(Seat(0), Secret.MILLER), TurnBegan(Seat(1), 2)]


def test_who_is_not_on_turn_may_challenge_at_the_animals_square() -> None:
    """LAB-4.1, LAB-5.6: seat 2 won the crown in the turn of seat 0 and turned up the dragon."""
    state, _ = played(walked_onto("A9 A3 A8 A4", pile="dragon miller"), (0, STONE), (2, PAPER))
    state, _ = played(state, (2, Place(at("A17"))))
    state = replace(state, pawns=(at("A17"), at("A17"), at("A8"), at("A17")))
    state, _ = played(state, (2, Fetch()))
    assert state.phase == Fetched(Seat(2), (Seat(0), Seat(1), Seat(3)))
    assert state.on_turn == 0
    assert LABYRINTH.to_act(state) == {2}
    assert not LABYRINTH.legal_actions(state, Seat(0))
    refusal = refused(state, 0, End())
    assert refusal.rule == "LAB-4.1"
    assert "seat 2" in refusal.reason
    assert refused(state, 2, OUTER).rule == "LAB-4.1"
    assert refused(state, 2, for_gnomes(2)).rule == "LAB-5.1"
    assert refused(state, 2, Challenge(Seat(1), Kind.ANIMAL, Stake.ONE)).rule == "LAB-5.2"
    assert refused(state, 2, Swap(Seat(1), Kind.TREASURE)).rule == "LAB-4.1"
    state, happened = played(state, (2, for_treasures(1)), (2, STONE), (1, PAPER), (1, Place(at("F1"))))
    assert held(state, 1) == "crown"
    assert happened[-2:] == [SecretTurned(Seat(2), Secret.MILLER), TurnBegan(Seat(1), 2)]


def test_the_last_card_stays_up_where_four_meet_at_an_animal() -> None:
    """LAB-5.6: the challenge is open all the same, and then the next player begins."""
    state = scene("A8 A17 A17 A17", sought="crown", pile="dragon", all_cards=False)
    state, happened = played(state, (0, Stay()), (0, Fetch()))
    assert none(happened, SecretBuried)
    assert state.phase == Fetched(Seat(0), (Seat(1), Seat(2), Seat(3)))
    assert state.sought is Secret.DRAGON
    for coming in ([(0, End())], [(0, for_gnomes(1)), (0, STONE), (1, SCISSORS), (0, Place(at("F1")))]):
        after, happened = played(state, *coming)
        assert happened[-1] == TurnBegan(Seat(1), 2)
        assert after.sought is Secret.DRAGON
        assert after.phase == FirstChange()
