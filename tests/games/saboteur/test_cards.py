"""What is in the box and how a round is set up."""

from collections import Counter

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import Malformed
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, SIDES, cell_of, place_of
from filon.games.saboteur.model import Digging, Options
from filon.games.saboteur.pieces import DECK, GOALS, Card, Role
from tests.games.saboteur.mines import legal, mine, play, refused


def test_three_to_ten_players() -> None:
    """SAB-1.0."""
    assert list(SABOTEUR.seats) == [3, 4, 5, 6, 7, 8, 9, 10]
    for seats in (2, 11):
        with pytest.raises(Malformed, match=r"SAB-1\.0"):
            SABOTEUR.deal(seats, Options(), FastRandom(0))


def test_the_path_cards_are_the_published_ones() -> None:
    """SAB-1.1: four straight cards stand and three lie; nine dead ends are all different."""
    passages = {"NS": 4, "EW": 3, "SW": 5, "ES": 4, "NSW": 5, "ESW": 5, "NESW": 5}
    dead_ends = dict.fromkeys(("xS", "xW", "xNS", "xEW", "xSW", "xES", "xNSW", "xESW", "xNESW"), 1)
    paths = Counter(card.value for card in DECK if card in SHAPES)
    assert paths == passages | dead_ends
    assert (sum(passages.values()), sum(dead_ends.values()), paths.total()) == (31, 9, 40)


def test_a_turned_card_shows_its_openings_on_the_other_side() -> None:
    """SAB-1.1."""
    shown = {
        card.value: "".join(letter for letter, side in SIDES.items() if turned & side)
        for card, (_, turned) in SHAPES.items()
    }
    assert shown["SW"] == "NE"
    assert shown["ES"] == "NW"
    assert shown["NSW"] == "NES"
    assert shown["ESW"] == "NEW"
    assert shown["xS"] == "N"
    assert shown["xW"] == "E"
    assert shown["xSW"] == "NE"
    assert shown["xES"] == "NW"
    assert shown["xNSW"] == "NES"
    assert shown["xESW"] == "NEW"
    for same in ("NS", "EW", "NESW", "xNS", "xEW", "xNESW"):
        assert shown[same] == same.removeprefix("x")


@pytest.mark.parametrize("card", ["NS", "EW", "NESW", "xNS", "xEW", "xNESW"])
def test_a_card_that_looks_the_same_turned_is_laid_as_drawn(card: str) -> None:
    """SAB-1.1."""
    at = "0,1" if "S" in card else "1,0"
    state = mine(hand=card)
    assert f"{card} {at}" in legal(state)
    assert f"{card} {at} turned" not in legal(state)
    assert refused(state, f"{card} {at} turned") == "SAB-1.1"


def test_no_card_is_laid_on_its_side() -> None:
    """SAB-1.1: a standing straight card never joins east or west of the start."""
    assert legal(mine(hand="NS"), "NS") == {"NS 0,-1", "NS 0,1"}
    assert legal(mine(hand="EW"), "EW") == {"EW -1,0", "EW 1,0"}


def test_the_start_and_the_treasure_are_crossroads_and_the_stones_are_two_different_bends() -> None:
    """SAB-1.2: not all goals are crossroads."""
    crossroads = SHAPES[Card.NESW][0]
    assert SHAPES[Card.START] == SHAPES[Card.TREASURE] == (crossroads, crossroads)
    assert SHAPES[Card.STONE_SW] == SHAPES[Card.SW]
    assert SHAPES[Card.STONE_NW] == tuple(reversed(SHAPES[Card.ES]))
    assert Counter(GOALS) == {Card.TREASURE: 1, Card.STONE_SW: 1, Card.STONE_NW: 1}


def test_the_action_cards_are_the_published_ones() -> None:
    """SAB-1.3."""
    actions = Counter(card.value for card in DECK if card not in SHAPES)
    assert actions == {
        "map": 6,
        "rockfall": 3,
        "broken_pick": 3,
        "broken_lamp": 3,
        "broken_cart": 3,
        "repair_pick": 2,
        "repair_lamp": 2,
        "repair_cart": 2,
        "repair_pick_lamp": 1,
        "repair_pick_cart": 1,
        "repair_lamp_cart": 1,
    }
    assert actions.total() == 27


def test_the_gold_cards_are_the_published_ones() -> None:
    """SAB-1.4."""
    state = SABOTEUR.deal(4, Options(), FastRandom(2))
    assert Counter(state.gold_deck) == {1: 16, 2: 8, 3: 4}


def test_ten_players_use_all_eleven_dwarves() -> None:
    """SAB-1.5, SAB-2.1: four saboteurs and seven diggers, not eight."""
    dealt = SABOTEUR.deal(10, Options(), FastRandom(1)).round
    assert Counter((*dealt.roles, dealt.set_aside)) == {Role.SABOTEUR: 4, Role.DIGGER: 7}


@pytest.mark.parametrize(
    ("seats", "saboteurs", "diggers", "hand"),
    [
        (3, 1, 3, 6),
        (4, 1, 4, 6),
        (5, 2, 4, 6),
        (6, 2, 5, 5),
        (7, 3, 5, 5),
        (8, 3, 6, 4),
        (9, 3, 7, 4),
        (10, 4, 7, 4),
    ],
)
def test_dwarves_and_hands_by_the_number_of_players(
    seats: int, saboteurs: int, diggers: int, hand: int
) -> None:
    """SAB-2.1, SAB-2.3: one dwarf each and one set aside; the rest of 67 cards is the pile."""
    for seed in range(5):
        dealt = SABOTEUR.deal(seats, Options(), FastRandom(seed)).round
        assert Counter((*dealt.roles, dealt.set_aside)) == {Role.SABOTEUR: saboteurs, Role.DIGGER: diggers}
        assert [len(cards) for cards in dealt.hands] == [hand] * seats
        assert len(dealt.pile) == 67 - seats * hand
        assert Counter((*dealt.pile, *(card for cards in dealt.hands for card in cards))) == Counter(DECK)


def test_any_dwarf_may_be_the_one_set_aside() -> None:
    """SAB-2.1: with three players there may be no saboteur at all."""
    rounds = [SABOTEUR.deal(3, Options(), FastRandom(seed)).round for seed in range(60)]
    assert {dealt.set_aside for dealt in rounds} == set(Role)
    assert {dealt.roles.index(Role.SABOTEUR) for dealt in rounds if Role.SABOTEUR in dealt.roles} == {0, 1, 2}


def test_the_start_lies_alone_and_the_goals_are_shuffled_seven_columns_away() -> None:
    """SAB-2.2."""
    assert GOAL_PLACES == ((8, -2), (8, 0), (8, 2))
    tables = [SABOTEUR.deal(3, Options(), FastRandom(seed)).round for seed in range(200)]
    for dealt in tables:
        assert dealt.maze == {0: SHAPES[Card.START][0]}
        assert Counter(goal.card for goal in dealt.goals) == Counter(GOALS)
        assert not any(goal.face_up for goal in dealt.goals)
    for which in range(3):
        ways = {(dealt.goals[which].card, dealt.goals[which].turned) for dealt in tables}
        assert ways == {
            (Card.TREASURE, False),
            (Card.STONE_SW, False),
            (Card.STONE_SW, True),
            (Card.STONE_NW, False),
            (Card.STONE_NW, True),
        }


def test_the_maze_grows_past_the_rectangle_of_start_and_goals() -> None:
    """SAB-2.2: the table has no edge in the west, the north, or beyond the goals."""
    west = mine("NESW NESW NESW NESW EW EW EW start", hand="ESW")
    assert "ESW -8,0" in legal(west)
    north = mine("NS\nNS\nNS\nNESW\nNESW\nNESW\nstart", hand="NSW")
    assert "NSW 0,-7" in legal(north)
    beyond = mine("start EW EW EW NESW NESW NESW ESW !", goals="oSW $ oES", hand="ESW")
    assert "ESW 9,0" in legal(beyond)


def test_every_place_has_its_own_number() -> None:
    """SAB-2.2: 44 cards never reach farther than 45 places."""
    places = [(x, y) for x in range(-100, 101) for y in range(-100, 101)]
    assert [place_of(cell) for cell in map(cell_of, places) if cell is not None] == places
    assert cell_of((101, 0)) is cell_of((0, -101)) is None


def test_the_gold_is_shuffled_once_and_the_first_seat_or_a_random_one_begins() -> None:
    """SAB-2.4."""
    first = [SABOTEUR.deal(5, Options(), FastRandom(seed)) for seed in range(40)]
    assert {state.phase for state in first} == {Digging(first[0].round.starter)}
    assert first[0].round.starter == 0
    assert len({state.gold_deck for state in first}) == 40
    chance = [SABOTEUR.deal(5, Options(starter="random"), FastRandom(seed)) for seed in range(60)]
    assert {state.round.starter for state in chance} == {0, 1, 2, 3, 4}
    assert all(state.phase == Digging(state.round.starter) for state in chance)


def test_the_gold_deck_is_never_refilled() -> None:
    """SAB-2.4, SAB-8.1: what saboteurs were paid is missing in the next round."""
    state = mine(hand="map", pile="", saboteurs=[1])
    after, _ = play(state, "discard map")
    assert after.round.number == 2
    assert Counter(after.gold_deck) == {1: 15, 2: 8, 3: 3}
