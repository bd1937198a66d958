"""Which way a stone lies when it is reached from several sides at once."""

import pytest

from filon.games.saboteur.model import GoalRevealed, Options
from filon.games.saboteur.pieces import Card
from tests.games.saboteur.mines import events_of, mine, play
from tests.games.saboteur.stones import (
    AT_ITS_SIDE,
    FROM_AFAR,
    FROM_THREE_SIDES,
    THROUGH_A_STONE,
    TWO_GOALS,
    WITH_A_WALL,
    Junction,
)


def revealed(junction: Junction, goals: str) -> list[GoalRevealed]:
    """What the last card turns up, with these goals as they were dealt."""
    picture, move = junction
    options = Options(placement="adjacent")
    state = mine(picture, goals=goals, hand=move.split()[0], options=options)
    return events_of(play(state, move)[1], GoalRevealed)


@pytest.mark.parametrize("dealt", ["oNW", "oES"])
def test_a_stone_reached_from_afar_joins_as_many_paths_as_it_can(dealt: str) -> None:
    """SAB-6.2: the card at 2,0 opens both ways; this bend meets both of them, or none if turned."""
    (goal,) = revealed(FROM_AFAR, f"$ {dealt} oSW")
    assert goal == GoalRevealed((8, 0), Card.STONE_NW, turned=False)


@pytest.mark.parametrize(("dealt", "turned"), [("oSW", False), ("oNE", True)])
def test_a_stone_that_joins_as_many_paths_either_way_stays_as_dealt(dealt: str, turned: bool) -> None:  # noqa: FBT001
    """SAB-6.2: this bend meets one of the two ways, turned the other."""
    (goal,) = revealed(FROM_AFAR, f"$ {dealt} oNW")
    assert goal == GoalRevealed((8, 0), Card.STONE_SW, turned)


@pytest.mark.parametrize(
    ("dealt", "card"),
    [
        ("oSW", Card.STONE_SW),
        ("oNE", Card.STONE_SW),
        ("oNW", Card.STONE_NW),
        ("oES", Card.STONE_NW),
    ],
)
def test_a_stone_reached_from_three_sides_joins_two_of_them(dealt: str, card: Card) -> None:
    """SAB-6.2: west, north and south; each bend meets west and one more, turned only one."""
    other = "oNW" if card is Card.STONE_SW else "oSW"
    (goal,) = revealed(FROM_THREE_SIDES, f"$ {dealt} {other}")
    assert goal == GoalRevealed((8, 0), card, turned=False)


@pytest.mark.parametrize("dealt", ["oSW", "oNE"])
def test_a_stone_joins_the_card_just_laid_even_if_turned_it_would_join_more(dealt: str) -> None:
    """SAB-6.2: the card just laid comes from the west; turned, the stone would meet north and east."""
    (goal,) = revealed(AT_ITS_SIDE, f"$ {dealt} oNW")
    assert goal == GoalRevealed((8, 0), Card.STONE_SW, turned=False)


@pytest.mark.parametrize(
    ("dealt", "card", "turned"),
    [
        ("oSW", Card.STONE_SW, True),
        ("oNE", Card.STONE_SW, True),
        ("oNW", Card.STONE_NW, False),
        ("oES", Card.STONE_NW, True),
    ],
)
def test_a_card_just_laid_that_shows_the_stone_a_wall_has_not_reached_it(
    dealt: str,
    card: Card,
    turned: bool,  # noqa: FBT001
) -> None:
    """SAB-6.2: of north and east one bend meets both or none, the other one of them either way."""
    other = "oNW" if card is Card.STONE_SW else "oSW"
    (goal,) = revealed(WITH_A_WALL, f"$ {dealt} {other}")
    assert goal == GoalRevealed((8, 0), card, turned)


def test_a_stone_reached_through_another_joins_as_many_paths_as_it_can() -> None:
    """SAB-6.3, SAB-6.2."""
    assert revealed(THROUGH_A_STONE, "$ oNE oES") == [
        GoalRevealed((8, 0), Card.STONE_SW, turned=False),
        GoalRevealed((8, 2), Card.STONE_NW, turned=False),
    ]


def test_of_two_stones_each_lies_by_the_paths_that_reached_it() -> None:
    """SAB-6.3, SAB-6.2: one joins the card just laid, the other both of its ways."""
    assert revealed(TWO_GOALS, "oES oNE $") == [
        GoalRevealed((8, -2), Card.STONE_NW, turned=False),
        GoalRevealed((8, 0), Card.STONE_SW, turned=False),
    ]
