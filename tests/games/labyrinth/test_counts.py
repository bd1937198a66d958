"""The number of legal sequences, counted a second way by naive.py."""

import pytest

from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import FirstChange
from tests.counting import sequences
from tests.games.labyrinth.castles import scene
from tests.games.labyrinth.naive import Board, count


def test_sequences_of_a_first_turn() -> None:
    """LAB-3.1, LAB-3.4, LAB-1.4: two changes, a move, and the next player's change."""
    state = scene("A3 A15", phase=FirstChange(), rotation=(4, 7, 2))
    board = Board((("B", 120), ("D", 210), ("F", 120)), ("A3", "A15"), ((0, 0, 0), (0, 0, 0)), "lamp")
    for depth in (1, 2, 3):
        assert sequences(LABYRINTH, state, depth) == count(board, depth)
    assert sequences(LABYRINTH, state, 2) == 5 * 2 + 2 * 7


def test_sequences_with_a_swap_a_challenge_and_a_card_in_reach() -> None:
    """LAB-3.4, LAB-5.6, LAB-4.2, LAB-5.1: with an animal, company on A12 and on the crown's square A8."""
    hands = ("goblet miller dragon", "smith", "")
    state = scene("A9 A8 A12", hands=hands, sought="crown", pile="lamp", phase=FirstChange())
    board = Board(
        (("B", 0), ("D", 0), ("F", 0)), ("A9", "A8", "A12"), ((1, 1, 1), (0, 1, 0), (0, 0, 0)), "crown"
    )
    for depth in (1, 2, 3, 4):
        assert sequences(LABYRINTH, state, depth) == count(board, depth)


@pytest.mark.parametrize("pawns", ["A9 A8 A3 A1", "A9 A8 A8 A1", "A9 A8 A8 A8", "A9 A3 A1 A12"])
@pytest.mark.parametrize("pile", [17, 1, 0])
def test_sequences_with_a_crowd_on_the_sought_square(pawns: str, pile: int) -> None:
    """LAB-5.6, LAB-3.5, LAB-3.7: one, two, three or nobody on A8, the crown's square; two may swap."""
    hands = ("goblet dragon", "smith", "", "")
    cards = {17: "lamp", 1: "lamp", 0: ""}
    state = scene(pawns, hands=hands, sought="crown", pile=cards[pile], all_cards=pile > 1)
    counted = ((1, 0, 1), (0, 1, 0), (0, 0, 0), (0, 0, 0))
    degrees = (("B", 0), ("D", 0), ("F", 0))
    board = Board(degrees, tuple(pawns.split()), counted, "crown", pile=pile, stage="moving")
    for depth in (1, 2):
        assert sequences(LABYRINTH, state, depth) == count(board, depth)


def test_sequences_when_all_secrets_are_found() -> None:
    """LAB-3.7: an animal in hand is no choice any more."""
    hands = ("goblet dragon", "smith")
    state = scene("A9 A8", hands=hands, sought=None, phase=FirstChange(), all_cards=False)
    board = Board((("B", 0), ("D", 0), ("F", 0)), ("A9", "A8"), ((1, 0, 1), (0, 1, 0)), sought=None, pile=0)
    for depth in (1, 2, 3, 4):
        assert sequences(LABYRINTH, state, depth) == count(board, depth)
