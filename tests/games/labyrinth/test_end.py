"""How the game ends, by example."""

from filon.games.chance import FastRandom
from filon.games.contract import Outcome, Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    CardsHandedOver,
    DuelWon,
    End,
    Ending,
    Finished,
    GameEnded,
    Move,
    Options,
    PawnPlaced,
    Place,
    SecretTaken,
    SecretTurned,
    Stay,
    Swap,
    Swapped,
    TurnBegan,
)
from filon.games.labyrinth.pieces import Kind, Secret, Stake
from tests.games.labyrinth.castles import (
    GNOMES,
    OUTER,
    PAPER,
    SCISSORS,
    STONE,
    Loaded,
    at,
    for_gnomes,
    for_treasures,
    none,
    only,
    played,
    refused,
    scene,
)

SIX_TREASURES = "goblet sceptre mirror lamp harp hourglass"
SIX_GNOMES = "piper smith baker tailor lookout sleeper"


def test_the_seventh_treasure_found_wins_at_once() -> None:
    """LAB-6.1: nothing more is turned up."""
    state, happened = played(scene("A9 A3", hands=(SIX_TREASURES,), sought="crown"), (0, Move(at("A8"))))
    assert only(happened, SecretTaken).complete == 0
    assert happened[-1] == GameEnded((Seat(0),), Ending.FULL_SET, state.hands)
    assert state.phase == Finished((Seat(0),), Ending.FULL_SET)
    assert LABYRINTH.to_act(state) == set()
    assert LABYRINTH.outcome(state) == Outcome(
        winners=(Seat(0),),
        reason="all the cards of one kind",
        scores=(7, 0),
        tally={"turns": 1, "animals played": 0},
    )
    assert refused(state, 0, Stay()).rule == "LAB-6.1"


def test_the_seventh_treasure_taken_by_staying_wins_as_well() -> None:
    """LAB-6.1, LAB-3.5."""
    state, happened = played(scene("A8 A3", hands=(SIX_TREASURES,), sought="crown"), (0, Stay()))
    assert none(happened, SecretTurned)
    assert state.phase == Finished((Seat(0),), Ending.FULL_SET)


def test_seven_gnomes_win_as_well_and_six_of_each_do_not() -> None:
    """LAB-6.1."""
    state, _ = played(scene("A10 A3", hands=(SIX_GNOMES,), sought="miller"), (0, Move(at("A11"))))
    assert isinstance(state.phase, Finished)
    state, happened = played(
        scene("B1 A3", hands=(f"{SIX_TREASURES} miller piper smith tailor lookout",), sought="baker"),
        (0, Move(at("B2"))),
    )
    assert only(happened, SecretTaken).complete is None


def test_six_are_enough_where_the_goal_is_six() -> None:
    """LAB-6.1."""
    five = "goblet sceptre mirror lamp harp"
    for goal, ended in ((Options(goal=6), True), (Options(), False)):
        state = scene("A9 A3", hands=(five,), sought="crown", options=goal)
        state, _ = played(state, (0, Move(at("A8"))))
        assert isinstance(state.phase, Finished) == ended


def test_the_seventh_card_won_in_a_duel() -> None:
    """LAB-6.1, LAB-5.4: the challenged one wins it; the loser's pawn is no longer placed."""
    state = scene("A3 A1", hands=("crown goblet", "sceptre mirror lamp harp hourglass"), sought="miller")
    state, _ = played(state, (0, Move(at("A1"))), (0, for_treasures(1, Stake.DIE)), random=Loaded(0))
    state, happened = played(state, (0, STONE), (1, PAPER))
    assert only(happened, DuelWon).winner == 1
    assert only(happened, CardsHandedOver).complete == 1
    assert state.phase == Finished((Seat(1),), Ending.FULL_SET)


def test_the_seventh_card_won_in_a_duel_for_a_secret() -> None:
    """LAB-6.1, LAB-5.6: at once, before the loser is placed."""
    state = scene("A8 A11 A11", hands=("", SIX_GNOMES), sought="crown", pile="miller")
    state, _ = played(state, (0, Stay()))
    state, happened = played(state, (1, STONE), (2, SCISSORS))
    assert only(happened, SecretTaken) == SecretTaken(Seat(1), Secret.MILLER, Seat(1))
    assert none(happened, PawnPlaced)
    assert state.phase == Finished((Seat(1),), Ending.FULL_SET)


def test_six_are_enough_in_a_duel_for_a_secret_where_the_goal_is_six() -> None:
    """LAB-6.1, LAB-5.6: seat 1 stood on the crown's square, which seat 0 walks onto."""
    five = "goblet sceptre mirror lamp harp"
    for goal, ended in ((Options(goal=6), True), (Options(), False)):
        state = scene("A9 A8", hands=("", five), sought="crown", options=goal)
        state, _ = played(state, (0, Move(at("A8"))), (0, STONE), (1, PAPER))
        assert isinstance(state.phase, Finished) == ended


def test_of_three_only_the_last_duel_wins_the_seventh_card() -> None:
    """LAB-6.1, LAB-5.6: seat 1 wins the first duel, and the game goes on until the second is won."""
    state = scene("A8 A11 A11 A11", hands=("", SIX_GNOMES), sought="crown", pile="miller")
    state, _ = played(state, (0, Stay()), (1, STONE), (2, SCISSORS))
    assert not isinstance(state.phase, Finished)
    state, _ = played(state, (1, Place(at("F1"))), (1, STONE), (3, SCISSORS))
    assert state.phase == Finished((Seat(1),), Ending.FULL_SET)


def test_the_seventh_card_won_by_a_swap() -> None:
    """LAB-6.1, LAB-4.2."""
    state = scene("A3 A9", hands=("crown goblet sceptre mirror lamp miller dragon", "harp hourglass"))
    state, happened = played(state, (0, Swap(Seat(1), Kind.GNOME)))
    assert only(happened, Swapped).complete == 0
    assert state.phase == Finished((Seat(0),), Ending.FULL_SET)


def test_the_card_given_in_a_swap_no_longer_counts() -> None:
    """LAB-6.1, LAB-4.2: with the treasure given away, the two drawn make six."""
    state = scene("A3 A9", hands=("crown goblet sceptre mirror lamp dragon", "harp hourglass"))
    state, happened = played(state, (0, Swap(Seat(1), Kind.TREASURE)))
    assert only(happened, Swapped).complete is None
    assert not isinstance(state.phase, Finished)


def test_a_card_given_away_can_make_the_opponent_win() -> None:
    """LAB-6.1, LAB-4.2: seat 1 has six gnomes and two animals, and loses just the animals."""
    state = scene("A3 A9", hands=("miller crown dragon", f"{SIX_GNOMES} unicorn phoenix"))
    seen = set()
    for seed in range(200):
        after, happened = played(state, (0, Swap(Seat(1), Kind.GNOME)), random=FastRandom(seed))
        swapped = only(happened, Swapped)
        gnomes_kept = swapped.drawn == (Secret.UNICORN, Secret.PHOENIX)
        assert swapped.complete == (1 if gnomes_kept else None)
        assert isinstance(after.phase, Finished) == gnomes_kept
        seen.add(gnomes_kept)
    assert seen == {True, False}


def test_when_a_swap_fills_both_sets_who_drew_wins() -> None:
    """LAB-6.1: with a goal of six, seat 0 draws the fifth and sixth treasure and gives the sixth gnome."""
    state = scene(
        "A3 A9",
        hands=("crown goblet sceptre mirror miller dragon", "lamp harp piper smith baker tailor lookout"),
        options=Options(goal=6),
        sought="hourglass",
    )
    both = 0
    for seed in range(200):
        after, happened = played(state, (0, Swap(Seat(1), Kind.GNOME)), random=FastRandom(seed))
        if only(happened, Swapped).drawn == (Secret.LAMP, Secret.HARP):
            assert after.phase == Finished((Seat(0),), Ending.FULL_SET)
            both += 1
    assert both


def test_without_a_turn_limit_the_game_goes_on() -> None:
    """LAB-6.2."""
    _, happened = played(scene("A3 A9", turn=100_000), (0, Stay()))
    assert happened[-1] == TurnBegan(Seat(1), 100_001)


def test_after_the_last_turn_the_largest_set_wins() -> None:
    """LAB-6.2, LAB-4.3: three gnomes beat two treasures with two animals."""
    limit = Options(turn_limit=20)
    hands = ("crown goblet dragon unicorn", "miller piper smith", "lamp")
    state = scene("A3 A9 A15", hands=hands, sought="mirror", options=limit, turn=19)
    state, happened = played(state, (0, Stay()), (0, End()))
    assert none(happened, GameEnded)
    state, happened = played(state, (1, OUTER), (1, OUTER), (1, Stay()), (1, End()))
    assert only(happened, GameEnded).winners == (1,)
    outcome = LABYRINTH.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == (2, 3, 1)
    assert outcome.reason == "the largest set when the turns were used up"


def test_equal_sets_share_the_win() -> None:
    """LAB-6.2."""
    limit = Options(turn_limit=1)
    state = scene("A3 A9 A15", hands=("crown goblet", "miller piper", "lamp"), sought="mirror", options=limit)
    state, happened = played(state, (0, Stay()), (0, End()))
    assert state.phase == Finished((Seat(0), Seat(1)), Ending.TURN_LIMIT)
    state, happened = played(scene("A3 A9", options=limit), (0, Stay()))
    assert only(happened, GameEnded).winners == (0, 1)


def test_the_last_turn_is_played_out() -> None:
    """LAB-6.2, LAB-5.6: the card turned up in it is still fought for."""
    state = scene("A8 A11 A11", sought="crown", pile="miller piper", options=Options(turn_limit=1))
    state, happened = played(state, (0, Stay()))
    assert none(happened, GameEnded)
    state, happened = played(state, (1, STONE), (2, PAPER), (2, Place(at("F1"))))
    assert only(happened, GameEnded).winners == (0, 2)


def test_simulations_have_a_limit_of_200_turns() -> None:
    """LAB-6.2."""
    assert LABYRINTH.simulation == Options(turn_limit=200)


def test_a_full_set_is_what_the_box_holds() -> None:
    """LAB-6.1, LAB-1.2."""
    state = scene("A3 A1", hands=(GNOMES.replace("miller", ""), "miller"), sought="crown")
    state, happened = played(state, (0, Move(at("A1"))), (0, for_gnomes(1)), (0, STONE), (1, SCISSORS))
    assert only(happened, CardsHandedOver).complete == 0
    assert len(state.hands[0]) == 7
