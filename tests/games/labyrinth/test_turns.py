"""Set-up, changes of the paths, moving and taking, by example."""

from collections import Counter

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import SQUARE_OF, Rotation
from filon.games.labyrinth.model import (
    Arrived,
    Duel,
    End,
    FirstChange,
    Move,
    Moving,
    Options,
    PawnMoved,
    PawnStayed,
    RingTurned,
    SecondChange,
    SecretTaken,
    SecretTurned,
    Stay,
    Swap,
    Turn,
    TurnBegan,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import KIND, SECRETS, Kind, Ring, Secret
from tests.games.labyrinth.castles import (
    INNER,
    OUTER,
    STONE,
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

BACK = Turn(Ring.OUTER, -1)
EITHER = Options(corridors="either")


def centre(steps: int) -> Turn:
    return Turn(Ring.CENTRE, steps)


def test_two_to_four_players() -> None:
    """LAB-1.0."""
    assert list(LABYRINTH.seats) == [2, 3, 4]


def test_pawns_begin_in_their_chambers_and_one_card_lies_open() -> None:
    """LAB-2.1: two players sit opposite each other."""
    assert where(LABYRINTH.deal(2, Options(), FastRandom(1))) == "A3 A15"
    assert where(LABYRINTH.deal(3, Options(), FastRandom(1))) == "A3 A9 A15"
    state = LABYRINTH.deal(4, Options(), FastRandom(1))
    assert where(state) == "A3 A9 A15 A21"
    assert len(state.pile) == 17
    assert {*state.pile, state.sought} == set(SECRETS)
    assert not any(state.hands)
    assert LABYRINTH.to_act(state) == {0}


def test_the_pile_is_shuffled() -> None:
    """LAB-2.1: every card comes first sometimes."""
    first = Counter(LABYRINTH.deal(2, Options(), FastRandom(seed)).sought for seed in range(300))
    assert set(first) == set(SECRETS)


def test_the_first_seat_begins_or_one_by_lot() -> None:
    """LAB-2.1."""
    by_lot = Options(starter="random")
    assert {LABYRINTH.deal(3, Options(), FastRandom(seed)).on_turn for seed in range(30)} == {0}
    assert {LABYRINTH.deal(3, by_lot, FastRandom(seed)).on_turn for seed in range(30)} == {0, 1, 2}


def test_rings_begin_anywhere() -> None:
    """LAB-2.2."""
    rotations = [LABYRINTH.deal(2, Options(), FastRandom(seed)).rotation for seed in range(300)]
    assert {rotation.outer for rotation in rotations} == set(range(12))
    assert {rotation.inner for rotation in rotations} == set(range(12))
    assert {rotation.centre for rotation in rotations} == set(range(6))


def test_two_changes_come_before_anything_else() -> None:
    """LAB-3.1."""
    state = scene("A3 A9", hands=("dragon crown", "goblet"), phase=FirstChange())
    for action in (Move(at("A2")), Stay(), End(), Swap(Seat(1), Kind.TREASURE), for_treasures(1), STONE):
        assert refused(state, 0, action).rule == "LAB-3.1"
    state, _ = played(state, (0, OUTER))
    assert state.phase == SecondChange(Ring.OUTER)
    assert refused(state, 0, Move(at("A2"))).rule == "LAB-3.1"
    state, happened = played(state, (0, centre(4)))
    assert happened == [RingTurned(Seat(0), Ring.CENTRE, 4, 4)]
    assert state.phase == Moving()
    assert state.rotation == Rotation(1, 0, 4)
    assert refused(state, 0, INNER).rule == "LAB-3.1"


def test_both_changes_on_one_corridor() -> None:
    """LAB-3.1."""
    for corridor, after in ((OUTER, Rotation(1, 3, 0)), (INNER, Rotation(11, 5, 0))):
        state = scene("A3 A9", phase=FirstChange(), rotation=(11, 3, 0))
        state, _ = played(state, (0, corridor), (0, corridor))
        assert state.rotation == after


def test_one_change_on_each_corridor_and_the_centre_before_or_after_one() -> None:
    """LAB-3.1."""
    state = scene("A3 A9", phase=FirstChange(), rotation=(0, 11, 4))
    assert played(state, (0, OUTER), (0, INNER))[0].rotation == Rotation(1, 0, 4)
    assert played(state, (0, centre(3)), (0, INNER))[0].rotation == Rotation(0, 0, 1)
    assert played(state, (0, INNER), (0, centre(3)))[0].rotation == Rotation(0, 0, 1)


def test_the_centre_may_not_be_turned_twice() -> None:
    """LAB-3.1."""
    state, _ = played(scene("A3 A9", phase=FirstChange()), (0, centre(1)))
    assert LABYRINTH.legal_actions(state, Seat(0)) == (OUTER, INNER)
    for steps in range(1, 6):
        refusal = refused(state, 0, centre(steps))
        assert refusal.rule == "LAB-3.1"
        assert "twice" in refusal.reason


def test_the_centre_turns_by_one_to_five_positions_and_a_corridor_by_one_notch() -> None:
    """LAB-3.1."""
    state = scene("A3 A9", phase=FirstChange())
    legal = LABYRINTH.legal_actions(state, Seat(0))
    assert legal == (OUTER, INNER, *(centre(steps) for steps in (1, 2, 3, 4, 5)))
    for steps in (0, 6, -1, 10**30):
        assert refused(state, 0, centre(steps)).rule == "LAB-3.1"
    for steps in (0, 2, 12, -(10**30)):
        assert refused(state, 0, Turn(Ring.OUTER, steps)).rule == "LAB-3.2"


def test_corridors_turn_back_only_where_the_table_allows_it() -> None:
    """LAB-3.2."""
    assert refused(scene("A3 A9", phase=FirstChange()), 0, BACK).rule == "LAB-3.2"
    state = scene("A3 A9", phase=FirstChange(), options=EITHER)
    assert played(state, (0, BACK), (0, Turn(Ring.INNER, -1)))[0].rotation == Rotation(11, 11, 0)
    assert refused(state, 0, Turn(Ring.OUTER, 2)).rule == "LAB-3.1"
    assert refused(state, 0, centre(-1)).rule == "LAB-3.1"


def test_a_pawn_is_carried_past_an_opening() -> None:
    """LAB-3.3, LAB-3.4: the pawn on B6 had a door to A6; it rides along and faces A10 after two notches."""
    state = scene("B6 A3", phase=FirstChange())
    before = played(state, (0, INNER), (0, INNER))[0]
    assert Move(at("A6")) in LABYRINTH.legal_actions(before, Seat(0))
    assert Move(at("A10")) not in LABYRINTH.legal_actions(before, Seat(0))
    after = played(state, (0, OUTER), (0, OUTER))[0]
    assert where(after) == "B6 A3"
    assert Move(at("A6")) not in LABYRINTH.legal_actions(after, Seat(0))
    assert Move(at("A10")) in LABYRINTH.legal_actions(after, Seat(0))


def test_a_secret_rides_with_its_zone() -> None:
    """LAB-3.3: the baker on B2 stays beside B1 wherever the outer corridor goes."""
    for outer in range(12):
        state = scene("B1 A9", sought="baker", rotation=(outer, 0, 0))
        _, happened = played(state, (0, Move(SQUARE_OF[Secret.BAKER])))
        assert only(happened, SecretTaken).secret is Secret.BAKER


def test_a_pawn_walks_as_far_as_the_ways_are_open() -> None:
    """LAB-3.4."""
    state = scene("A3 A9")
    legal = LABYRINTH.legal_actions(state, Seat(0))
    targets = {action.to for action in legal if isinstance(action, Move)}
    assert targets | {at("A3")} == {
        square for square in range(102) if regions(state.rotation)[at("A3")] >> square & 1
    }
    assert at("A1") in targets
    assert at("A5") not in targets
    state, happened = played(state, (0, Move(at("A1"))))
    assert where(state) == "A1 A9"
    assert only(happened, PawnMoved).meets == ()


def test_no_way_through_a_wall_and_no_walk_back_to_where_one_stands() -> None:
    """LAB-3.4."""
    state = scene("A3 A9")
    for name in ("A5", "A3"):
        refusal = refused(state, 0, Move(at(name)))
        assert refusal.rule == "LAB-3.4"
        assert name in refusal.reason


def test_a_player_may_stay() -> None:
    """LAB-3.4."""
    state, happened = played(scene("A3 A9"), (0, Stay()))
    assert happened == [PawnStayed(Seat(0)), TurnBegan(Seat(1), 2)]
    assert where(state) == "A3 A9"


def test_one_move_a_turn() -> None:
    """LAB-3.4: on A2 two pawns stand, so that the turn is not over."""
    state, _ = played(scene("A3 A2"), (0, Move(at("A2"))))
    assert state.phase == Arrived((Seat(1),))
    assert refused(state, 0, Move(at("A1"))).rule == "LAB-3.4"
    assert refused(state, 0, Stay()).rule == "LAB-3.4"


def test_squares_may_be_shared() -> None:
    """LAB-3.4."""
    state, happened = played(scene("A3 A2 A2 A2"), (0, Move(at("A2"))))
    assert where(state) == "A2 A2 A2 A2"
    assert only(happened, PawnMoved).meets == (1, 2, 3)


def test_ending_on_the_sought_square_takes_the_card() -> None:
    """LAB-3.5, LAB-3.6."""
    state = scene("A9 A3", sought="crown", pile="miller")
    state, happened = played(state, (0, Move(at("A8"))))
    assert happened == [
        PawnMoved(Seat(0), at("A8"), ()),
        SecretTaken(Seat(0), Secret.CROWN, None),
        SecretTurned(Seat(0), Secret.MILLER),
        TurnBegan(Seat(1), 2),
    ]
    assert held(state, 0) == "crown"
    assert state.sought is Secret.MILLER


def test_passing_over_the_sought_square_takes_nothing() -> None:
    """LAB-3.5: from A10 to A12 the way leads over the miller's square."""
    _, happened = played(scene("A10 A3", sought="miller"), (0, Move(at("A12"))))
    assert none(happened, SecretTaken)


def test_who_stands_there_already_takes_it_by_staying_after_the_changes() -> None:
    """LAB-3.5."""
    state = scene("A8 A3", sought="crown", phase=FirstChange())
    assert refused(state, 0, Stay()).rule == "LAB-3.1"
    state, happened = played(state, (0, OUTER), (0, OUTER), (0, Stay()))
    assert only(happened, SecretTaken) == SecretTaken(Seat(0), Secret.CROWN, None)
    assert held(state, 0) == "crown"


def test_who_walks_away_from_the_sought_square_takes_nothing() -> None:
    """LAB-3.5."""
    _, happened = played(scene("A8 A3", sought="crown"), (0, Move(at("A9"))))
    assert none(happened, SecretTaken)


def test_a_turn_without_a_card_turns_nothing_up_and_passes_on() -> None:
    """LAB-3.6."""
    state, happened = played(scene("A3 A9 A15", on_turn=2), (2, Stay()))
    assert happened == [PawnStayed(Seat(2)), TurnBegan(Seat(0), 2)]
    assert state.sought is Secret.LAMP
    assert state.phase == FirstChange()
    assert LABYRINTH.to_act(state) == {0}


def test_nobody_acts_out_of_turn() -> None:
    """LAB-3.6."""
    state = scene("A3 A9", phase=FirstChange())
    for action in (OUTER, Stay(), End()):
        assert refused(state, 1, action).rule == "LAB-3.6"
    assert LABYRINTH.legal_actions(state, Seat(1)) == ()


def test_a_turn_waits_for_what_may_be_hidden_and_ends_by_itself_otherwise() -> None:
    """LAB-3.6: with two cards in hand one may be an animal, so nobody can see whether the turn is over."""
    for cards in ("crown goblet", "crown dragon"):
        state, happened = played(scene("A3 A9", hands=(cards, "miller")), (0, Stay()))
        assert none(happened, TurnBegan)
        assert not none(played(state, (0, End()))[1], TurnBegan)
    for hands in (("crown", "miller"), ("crown goblet", "")):
        assert not none(played(scene("A3 A9", hands=hands), (0, Stay()))[1], TurnBegan)
    open_cards = Options(memory="off")
    state = scene("A3 A9", hands=("crown goblet", "miller"), options=open_cards)
    assert not none(played(state, (0, Stay()))[1], TurnBegan)
    state = scene("A3 A9", hands=("crown dragon", "miller"), options=open_cards)
    assert none(played(state, (0, Stay()))[1], TurnBegan)


def test_when_the_pile_is_empty_nothing_more_is_sought() -> None:
    """LAB-3.7."""
    state = scene("A9 A3 A3", sought="crown", all_cards=False)
    state, happened = played(state, (0, Move(at("A8"))))
    assert none(happened, SecretTurned)
    assert state.sought is None
    assert state.on_turn == 1
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Stay()))
    assert happened[-1] == TurnBegan(Seat(2), 3)
    state, _ = played(state, (2, OUTER), (2, OUTER), (2, Move(at("A2"))))
    state, _ = played(state, (0, OUTER), (0, OUTER), (0, Stay()))
    state, _ = played(state, (1, OUTER), (1, OUTER), (1, Move(at("A2"))), (1, for_treasures(2)))
    assert isinstance(state.phase, Duel)


def test_the_next_card_is_turned_up_at_the_very_end_of_the_turn() -> None:
    """LAB-3.6: first a swap, if seat 0 likes, then the new card."""
    state = scene("A9 A3", hands=("goblet", "lamp"), sought="crown", pile="miller")
    state, happened = played(state, (0, Move(at("A8"))))
    assert only(happened, SecretTaken).secret is Secret.CROWN
    assert none(happened, SecretTurned)
    assert state.sought is None
    state, happened = played(state, (0, End()))
    assert only(happened, SecretTurned).secret is Secret.MILLER


def test_kinds_of_the_cards_used_in_these_scenes() -> None:
    """LAB-1.2."""
    assert KIND[Secret.CROWN] is Kind.TREASURE
    assert KIND[Secret.MILLER] is Kind.GNOME
    assert KIND[Secret.DRAGON] is Kind.ANIMAL
