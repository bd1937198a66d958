"""Legendary animals, by example."""

from collections import Counter
from typing import Literal

import pytest
from msgspec.structs import replace

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    AnimalDeclined,
    AnimalFetched,
    AnimalOffered,
    AnimalTurned,
    Arrived,
    Decline,
    End,
    Fetch,
    FirstChange,
    Move,
    Moving,
    Options,
    PawnMoved,
    SecretTaken,
    SecretTurned,
    Stay,
    Swap,
    Swapped,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Kind, Secret
from tests.games.labyrinth.castles import (
    OUTER,
    at,
    for_treasures,
    held,
    none,
    only,
    played,
    refused,
    scene,
    where,
)

GIVE_TREASURE = Swap(Seat(1), Kind.TREASURE)
GIVE_GNOME = Swap(Seat(1), Kind.GNOME)


def test_who_turns_up_an_animal_may_go_straight_to_it() -> None:
    """LAB-4.1: the dragon lies on A17, which no walk from A8 reaches."""
    state = scene("A9 A3", sought="crown", pile="dragon miller")
    state, happened = played(state, (0, Move(at("A8"))))
    assert only(happened, AnimalOffered) == AnimalOffered(Seat(0))
    assert none(happened, TurnBegan)
    assert state.phase == AnimalTurned(Seat(0))
    assert LABYRINTH.to_act(state) == {0}
    state, happened = played(state, (0, Fetch()))
    assert happened == [
        AnimalFetched(Seat(0), at("A17")),
        SecretTaken(Seat(0), Secret.DRAGON, None),
        SecretTurned(Seat(0), Secret.MILLER),
        TurnBegan(Seat(1), 2),
    ]
    assert where(state) == "A17 A3"
    assert held(state, 0) == "crown dragon"


def test_an_animal_that_is_declined_is_sought_by_everybody() -> None:
    """LAB-4.1."""
    state = scene("A9 A21", sought="crown", pile="dragon")
    state, happened = played(state, (0, Move(at("A8"))), (0, Decline()))
    assert only(happened, AnimalDeclined) == AnimalDeclined(Seat(0))
    assert state.sought is Secret.DRAGON
    assert where(state) == "A8 A21"
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Move(at("A17"))))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.DRAGON, None)


def test_two_animals_turned_up_in_a_row() -> None:
    """LAB-4.1."""
    state = scene("A9 A3", sought="crown", pile="dragon phoenix miller")
    state, happened = played(state, (0, Move(at("A8"))), (0, Fetch()))
    assert state.phase == AnimalTurned(Seat(0))
    state, happened = played(state, (0, Fetch()))
    assert held(state, 0) == "crown dragon phoenix"
    assert where(state) == "B7 A3"
    assert only(happened, SecretTurned).secret is Secret.MILLER
    assert state.on_turn == 1


def test_the_last_card_being_an_animal_is_offered_too() -> None:
    """LAB-4.1, LAB-3.7."""
    state = scene("A9 A3", sought="crown", pile="dragon", all_cards=False)
    state, happened = played(state, (0, Move(at("A8"))), (0, Fetch()))
    assert none(happened[-1:], SecretTurned)
    assert state.sought is None
    assert state.on_turn == 1


def test_fetching_an_animal_is_not_the_move_of_a_turn_so_no_swap_follows() -> None:
    """LAB-4.1, LAB-4.2."""
    state = scene("A9 A3", hands=("goblet phoenix", "lamp"), sought="crown", pile="dragon miller")
    state, happened = played(state, (0, Move(at("A8"))), (0, End()), (0, Fetch()))
    assert where(state) == "A17 A3"
    assert happened[-1] == TurnBegan(Seat(1), 2)


def test_only_who_turned_the_animal_up_decides_and_nothing_else_comes_first() -> None:
    """LAB-4.1."""
    state = scene("A9 A3", sought="crown", pile="dragon")
    state, _ = played(state, (0, Move(at("A8"))))
    assert refused(state, 1, Fetch()).rule == "LAB-4.1"
    assert refused(state, 1, OUTER).rule == "LAB-4.1"
    assert refused(state, 0, End()).rule == "LAB-4.1"
    assert refused(scene("A9 A3"), 0, Fetch()).rule == "LAB-4.1"
    assert refused(scene("A9 A3"), 0, Decline()).rule == "LAB-4.1"


def test_an_animal_that_is_the_first_card_is_simply_sought() -> None:
    """LAB-4.1."""
    deals = (LABYRINTH.deal(2, Options(), FastRandom(seed)) for seed in range(200))
    state = next(state for state in deals if state.sought is Secret.DRAGON)
    assert state.phase == FirstChange()


def test_a_swap_discards_an_animal_and_exchanges_one_card_for_two() -> None:
    """LAB-4.2."""
    state = scene("A3 A9", hands=("crown goblet miller dragon", "lamp harp piper smith"), sought="mirror")
    state, happened = played(state, (0, GIVE_GNOME))
    swapped = only(happened, Swapped)
    assert swapped.animal is Secret.DRAGON
    assert swapped.given is Secret.MILLER
    assert isinstance(swapped.drawn, tuple)
    assert swapped.count == len(swapped.drawn) == 2
    assert set(state.hands[0]) == {Secret.CROWN, Secret.GOBLET, *swapped.drawn}
    assert len(state.hands[1]) == 3
    assert Secret.MILLER in state.hands[1]
    assert state.discarded == (Secret.DRAGON,)
    assert state.phase == Moving()


def test_the_cards_are_drawn_blind_and_animals_can_be_among_them() -> None:
    """LAB-4.2: each pair of the opponent's cards comes up; the card given never does."""
    state = scene("A3 A9", hands=("crown dragon", "miller phoenix lamp"), sought="mirror")
    pairs: Counter[object] = Counter()
    for seed in range(300):
        _, happened = played(state, (0, GIVE_TREASURE), random=FastRandom(seed))
        pairs[only(happened, Swapped).drawn] += 1
    assert set(pairs) == {
        (Secret.LAMP, Secret.MILLER),
        (Secret.LAMP, Secret.PHOENIX),
        (Secret.MILLER, Secret.PHOENIX),
    }
    assert min(pairs.values()) > 60


def test_a_swap_against_an_opponent_with_one_card() -> None:
    """LAB-4.2: that one is drawn, and the given one takes its place."""
    state = scene("A3 A9", hands=("crown dragon", "miller"))
    state, happened = played(state, (0, GIVE_TREASURE))
    assert only(happened, Swapped).count == 1
    assert held(state, 0) == "miller"
    assert held(state, 1) == "crown"


def test_no_swap_against_an_opponent_without_cards_or_against_oneself() -> None:
    """LAB-4.2."""
    state = scene("A3 A9 A15", hands=("crown dragon", "", "lamp"), sought="mirror")
    assert refused(state, 0, GIVE_TREASURE).rule == "LAB-4.2"
    for nobody in (0, 3, -1, 10**30):
        assert refused(state, 0, Swap(Seat(nobody), Kind.TREASURE)).rule == "LAB-4.2"
    assert Swap(Seat(2), Kind.TREASURE) in LABYRINTH.legal_actions(state, Seat(0))


def test_a_treasure_or_a_gnome_is_given_never_an_animal() -> None:
    """LAB-4.2."""
    state = scene("A3 A9", hands=("crown dragon phoenix", "lamp"), sought="mirror")
    assert refused(state, 0, Swap(Seat(1), Kind.ANIMAL)).rule == "LAB-4.2"
    assert refused(state, 0, GIVE_GNOME).rule == "LAB-4.2"
    state = scene("A3 A9", hands=("dragon phoenix", "lamp"), sought="mirror")
    assert refused(state, 0, GIVE_TREASURE).rule == "LAB-4.2"


def test_without_an_animal_there_is_no_swap() -> None:
    """LAB-4.2."""
    refusal = refused(scene("A3 A9", hands=("crown goblet", "harp")), 0, GIVE_TREASURE)
    assert refusal.rule == "LAB-4.2"
    assert "no animal" in refusal.reason


def test_one_swap_a_turn() -> None:
    """LAB-4.2: and one again in the next."""
    state = scene("A3 A9", hands=("crown goblet sceptre dragon phoenix", "lamp harp"), sought="mirror")
    state, _ = played(state, (0, GIVE_TREASURE))
    refusal = refused(state, 0, GIVE_TREASURE)
    assert refusal.rule == "LAB-4.2"
    assert "already" in refusal.reason
    state, _ = played(state, (0, Stay()))
    assert state.on_turn == 1
    assert not state.swapped


def test_a_swap_before_moving_leaves_the_move() -> None:
    """LAB-4.2."""
    state = scene("A3 A9", hands=("crown dragon", "lamp"), sought="mirror")
    state, happened = played(state, (0, GIVE_TREASURE), (0, Move(at("A1"))))
    assert only(happened, PawnMoved).to == at("A1")
    assert state.on_turn == 1


def test_a_swap_after_moving_ends_the_turn_when_nothing_is_left() -> None:
    """LAB-4.2, LAB-3.6."""
    state = scene("A3 A9", hands=("crown dragon", "lamp"), sought="mirror")
    state, _ = played(state, (0, Move(at("A1"))))
    assert state.phase == Arrived(())
    state, happened = played(state, (0, GIVE_TREASURE))
    assert happened[-1] == TurnBegan(Seat(1), 2)


def test_a_swap_after_moving_leaves_the_challenge() -> None:
    """LAB-4.2, LAB-5.1."""
    state = scene("A3 A1", hands=("crown dragon", "lamp"), sought="mirror")
    state, _ = played(state, (0, Move(at("A1"))), (0, GIVE_TREASURE))
    assert state.phase == Arrived((Seat(1),))
    assert for_treasures(1) in LABYRINTH.legal_actions(state, Seat(0))


def test_a_card_just_taken_can_be_given() -> None:
    """LAB-4.2, LAB-3.5."""
    state = scene("A9 A3", hands=("dragon", "lamp"), sought="crown", pile="miller")
    state, happened = played(state, (0, Move(at("A8"))), (0, GIVE_TREASURE))
    assert held(state, 1) == "crown"
    assert only(happened, SecretTurned).secret is Secret.MILLER


def test_when_all_animals_are_gone_no_turn_waits_for_a_swap() -> None:
    """LAB-4.2, LAB-3.6."""
    state = scene("A3 A9", hands=("crown goblet", "lamp"), sought="mirror")
    gone = (Secret.DRAGON, Secret.UNICORN, Secret.GRIFFIN, Secret.PHOENIX)
    state = replace(state, discarded=gone)
    assert not none(played(state, (0, Stay()))[1], TurnBegan)


@pytest.mark.parametrize("memory", ["on", "off"])
def test_when_all_secrets_are_found_animals_are_no_longer_played(memory: Literal["on", "off"]) -> None:
    """LAB-3.7: and so no turn waits for a swap, whatever anybody holds."""
    options = Options(memory=memory)
    state = scene("A3 A9", hands=("crown dragon", "lamp"), sought=None, options=options, all_cards=False)
    refusal = refused(state, 0, GIVE_TREASURE)
    assert refusal.rule == "LAB-3.7"
    assert "only duels" in refusal.reason
    assert played(state, (0, Stay()))[1][-1] == TurnBegan(Seat(1), 2)


def test_with_the_last_card_still_sought_animals_are_played() -> None:
    """LAB-3.7: until that card is taken, from then on no more, even in the same turn."""
    state = scene("A9 A3", hands=("goblet dragon", "lamp"), sought="crown", all_cards=False)
    assert GIVE_TREASURE in LABYRINTH.legal_actions(state, Seat(0))
    _, happened = played(state, (0, Move(at("A8"))))
    assert happened[-1] == TurnBegan(Seat(1), 2)


def test_while_cards_lie_in_the_pile_animals_are_played_though_nothing_is_sought() -> None:
    """LAB-3.7: between taking a card and turning up the next."""
    state = scene("A9 A3", hands=("goblet dragon", "lamp"), sought="crown", pile="miller", all_cards=False)
    state, _ = played(state, (0, Move(at("A8"))))
    assert state.sought is None
    assert GIVE_TREASURE in LABYRINTH.legal_actions(state, Seat(0))


def test_animals_make_no_set() -> None:
    """LAB-4.3: four animals and six treasures are not seven of a kind."""
    hand = "crown goblet sceptre mirror lamp harp dragon unicorn griffin"
    state = scene("B6 A9", hands=(hand,), sought="phoenix", pile="miller")
    state, happened = played(state, (0, Move(at("B7"))))
    assert only(happened, SecretTaken).complete is None
    assert LABYRINTH.outcome(state) is None
