"""Le Labyrinthe Secret: what normal and hard make of a sought square where somebody stands, LAB-5.6."""

from collections import Counter

import pytest

from filon.bots.advice import Hint
from filon.bots.labyrinth import advise
from filon.bots.labyrinth.cards import odds
from filon.bots.labyrinth.hard import choose_hard
from filon.bots.labyrinth.memory import Held
from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.worth import chance, contested
from filon.bots.sight import Sight
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    Action,
    AnimalTurned,
    Decline,
    Fetch,
    Move,
    Options,
    State,
    Stay,
    Swap,
)
from filon.games.labyrinth.pieces import Kind
from filon.kernels.labyrinth.kernel_stakes import TRAPPED
from tests.games.labyrinth.castles import at, scene

OPEN = Options(memory="off")
SIX = Options(memory="off", goal=6)
FIVE_GNOMES = "miller piper smith baker tailor"
SIX_GNOMES = f"{FIVE_GNOMES} lookout"
SIX_TREASURES = "goblet sceptre mirror lamp harp hourglass"


def advised(state: State) -> Hint:
    view, legal = LABYRINTH.view(state, Seat(0)), LABYRINTH.legal_actions(state, Seat(0))
    hint = advise(view, legal, FastRandom(0))
    assert hint.action in legal
    return hint


def chosen(state: State, seed: int = 0) -> Action:
    view, legal = LABYRINTH.view(state, Seat(0)), LABYRINTH.legal_actions(state, Seat(0))
    action: Action = choose_hard(Sight(LABYRINTH, view, legal), FastRandom(seed))
    assert action in legal
    return action


def test_normal_duels_for_a_card_that_somebody_stands_on() -> None:
    hint = advised(scene("A9 A8", sought="crown", options=OPEN))
    assert (hint.action, hint.why.key) == (Move(at("A8")), "labyrinth.duel_for")
    assert hint.why.values["seat"] == 1
    hint = advised(scene("A9 A1", sought="crown", options=OPEN))
    assert (hint.action, hint.why.key) == (Move(at("A8")), "labyrinth.take")


def test_normal_takes_by_staying_whoever_stands_beside_it() -> None:
    """LAB-3.5: only who arrives has to duel."""
    hint = advised(scene("A8 A8", sought="crown", options=OPEN))
    assert (hint.action, hint.why.key) == (Stay(), "labyrinth.take")


def test_half_a_card_is_less_to_normal_than_a_duel_that_may_win_the_game() -> None:
    """Seat 1 stands on the crown, seat 2 has the two gnomes that are missing; both can be walked to."""
    hands = (FIVE_GNOMES, "", "lookout sleeper")
    hint = advised(scene("A9 A8 B10", hands=hands, sought="crown", options=OPEN))
    assert (hint.action, hint.why.key) == (Move(at("B10")), "labyrinth.meet")
    hint = advised(scene("A9 A1 B10", hands=hands, sought="crown", options=OPEN))
    assert (hint.action, hint.why.key) == (Move(at("A8")), "labyrinth.take")


def test_normal_goes_to_an_animal_to_take_it_or_to_duel_for_it() -> None:
    turned = AnimalTurned(Seat(0))
    for pawns, key in (("E9 A1", "labyrinth.fetch"), ("E9 C13", "labyrinth.duel_for")):
        hint = advised(scene(pawns, sought="griffin", phase=turned, options=OPEN))
        assert (hint.action, hint.why.key) == (Fetch(), key)


def test_normal_goes_to_an_animal_in_a_crowd_only_to_challenge() -> None:
    """LAB-4.1, LAB-5.6: the fourth pawn sends the animal under the pile."""
    turned = AnimalTurned(Seat(0))
    rich = scene("E9 C13 C13 C13", hands=("", "crown goblet"), sought="griffin", phase=turned, options=OPEN)
    assert (advised(rich).action, advised(rich).why.key) == (Fetch(), "labyrinth.meet")
    poor = scene("E9 C13 C13 C13", hands=("crown goblet",), sought="griffin", phase=turned, options=OPEN)
    assert advised(poor).action == Decline()


def test_who_comes_third_has_one_duel_to_win_and_the_others_two() -> None:
    assert odds((2, 0)) == (1 / 2, 1 / 2)
    assert odds((2, 0, 1)) == (1 / 4, 1 / 4, 1 / 2)


def test_a_contest_for_the_last_card_of_a_set_is_half_a_victory() -> None:
    """Otherwise seat 1 has the card, and it is seat 1's turn."""
    hands = (Held(6.0, 0.0, 0.0), Held(0.0, 3.0, 0.0))
    lost = chance((hands[0], Held(1.0, 3.0, 0.0)), 0, 1, 7)
    assert contested(hands, (0, 1), Kind.TREASURE, 0, after=1, goal=7) == pytest.approx((1 + lost) / 2)


def test_the_loser_of_a_contest_who_is_next_has_hardly_a_turn() -> None:
    hands = (Held(2.0, 2.0, 0.0), Held(2.0, 2.0, 0.0))
    mine, theirs = (Held(3.0, 2.0, 0.0), hands[1]), (hands[0], Held(3.0, 2.0, 0.0))
    won = TRAPPED * chance(mine, 0, 0, 7) + (1 - TRAPPED) * chance(mine, 0, 1, 7)
    expected = (won + chance(theirs, 0, 1, 7)) / 2
    assert contested(hands, (0, 1), Kind.TREASURE, 0, after=1, goal=7) == pytest.approx(expected)


def test_hard_foresees_that_standing_on_the_sought_square_defends_it() -> None:
    """Seat 1 on A12 can reach the crown on A8 next: from me there it has to be won, from A9 it is gone."""
    hands = (SIX_TREASURES, "miller piper")
    plan = Plan(LABYRINTH.view(scene("A8 A12", hands=hands, sought="crown", options=OPEN), Seat(0)), ())
    on_it = plan.left(plan.rotation, plan.with_pawn(Seat(0), at("A8")), plan.hands, plan.view.sought)
    beside = plan.left(plan.rotation, plan.with_pawn(Seat(0), at("A9")), plan.hands, plan.view.sought)
    assert on_it > beside + 0.1


def test_hard_knows_that_others_defend_it_too() -> None:
    """Seat 1 comes to the crown: where seat 2 stands there, I fear it less."""
    hands = ("", SIX_TREASURES, "")
    state = scene("E9 A12 A8", hands=hands, sought="crown", options=OPEN)
    plan = Plan(LABYRINTH.view(state, Seat(0)), ())
    guarded = plan.left(plan.rotation, state.pawns, plan.hands, state.sought)
    alone = plan.left(plan.rotation, plan.with_pawn(Seat(2), at("E5")), plan.hands, state.sought)
    assert guarded > alone + 0.05


def test_hard_does_not_count_on_a_card_that_must_be_won_first() -> None:
    """The crown would be the sixth treasure, but seat 1 stands there; the swap brings the sixth for sure."""
    hands = ("goblet sceptre mirror lamp harp miller dragon", "hourglass piper")
    assert isinstance(chosen(scene("A9 A8", hands=hands, sought="crown", options=SIX)), Swap)
    assert chosen(scene("A9 A1", hands=hands, sought="crown", options=SIX)) == Move(at("A8"))


def test_hard_plays_an_animal_before_the_last_card_is_taken() -> None:
    """LAB-3.7: with the crown all is found, and the dragon would be worth nothing."""
    hands = (
        "goblet miller piper smith dragon",
        "sceptre mirror lamp harp hourglass baker tailor lookout sleeper",
    )
    last = scene("A9 A1", hands=hands, sought="crown", all_cards=False, options=OPEN)
    assert isinstance(chosen(last), Swap)


def test_hard_waits_where_the_next_card_will_be_turned_up() -> None:
    """Seat 1 takes the goblet and turns up the miller on A11, my seventh gnome; seat 2 comes before me."""
    hands = (
        "piper smith baker tailor lookout sleeper crown sceptre mirror",
        "lamp harp hourglass",
        "dragon unicorn griffin phoenix",
    )
    state = scene("A12 D12 A9", hands=hands, sought="goblet", pile="miller", all_cards=False, options=OPEN)
    choices = Counter(chosen(state, seed) for seed in range(8))
    assert choices.most_common(1)[0][0] == Move(at("A11"))


def test_hard_leaves_an_animal_rather_than_duel_for_it_when_a_card_from_victory() -> None:
    """Seat 1, with six treasures, stands there: sent away I would be late for my seventh gnome."""
    turned = AnimalTurned(Seat(0))
    hands = (SIX_GNOMES, SIX_TREASURES)
    defended = scene("E9 C13 A1", hands=hands, sought="griffin", phase=turned, options=OPEN)
    assert {chosen(defended, seed) for seed in range(4)} == {Decline()}
    free = scene("E9 C9 A1", hands=hands, sought="griffin", phase=turned, options=OPEN)
    assert chosen(free) == Fetch()


def test_hard_goes_to_an_animal_that_is_worth_the_duel() -> None:
    turned = AnimalTurned(Seat(0))
    assert chosen(scene("E9 C13", sought="griffin", phase=turned, options=OPEN)) == Fetch()
