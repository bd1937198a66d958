"""Reaching goals, and the end of a round."""

import pytest

from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    CardDrawn,
    GoalRevealed,
    GoldDrawn,
    PathPlaced,
    RoundDealt,
    RoundEnded,
    SharingGold,
    TurnBegan,
    Winner,
)
from filon.games.saboteur.pieces import Card, Face, Role
from tests.games.saboteur.mines import events_of, legal, mine, play, winners

TO_THE_MIDDLE = "start EW EW EW NESW NESW NESW . ?"


def revealed(*moves: str, picture: str, goals: str, hand: str) -> list[GoalRevealed]:
    _, events = play(mine(picture, goals=goals, hand=hand), *moves)
    return events_of(events, GoalRevealed)


def test_an_unbroken_path_turns_the_goal_face_up() -> None:
    """SAB-6.1."""
    state = mine(TO_THE_MIDDLE, goals="$ oSW oNW", hand="ESW")
    after, events = play(state, "ESW 7,0")
    assert events_of(events, GoalRevealed) == [GoalRevealed((8, 0), Card.STONE_SW, turned=False)]
    assert [goal.face_up for goal in after.round.goals] == [False, True, False]
    assert isinstance(events[-1], TurnBegan)
    for seat in (Seat(0), Seat(1), None):
        assert SABOTEUR.view(after, seat).round.goals[1].face == Face(Card.STONE_SW, turned=False)


@pytest.mark.parametrize("card", ["xEW", "xNESW", "xESW"])
def test_a_dead_end_never_reveals_a_goal(card: str) -> None:
    """SAB-6.1."""
    assert not revealed(f"{card} 7,0", picture=TO_THE_MIDDLE, goals="oSW $ oNW", hand=card)


def test_who_looked_at_a_goal_is_remembered_when_it_is_face_up() -> None:
    """SAB-5.5, SAB-6.1."""
    state = mine(TO_THE_MIDDLE, goals="$ oSW oNW", hand="map", hands={1: "ESW"})
    state, _ = play(state, "map 8,0", "ESW 7,0")
    goal = SABOTEUR.view(state, None).round.goals[1]
    assert (goal.face_up, goal.seen_by) == (True, (0,))


def test_a_wall_beside_a_goal_does_not_reveal_it() -> None:
    """SAB-6.1, SAB-4.4."""
    assert not revealed("SW 7,0", picture=TO_THE_MIDDLE, goals="oSW $ oNW", hand="SW")


def test_a_path_behind_a_dead_end_does_not_reveal_a_goal() -> None:
    """SAB-6.1: the passage is broken in the middle."""
    picture = "start EW EW xEW NESW NESW NESW EW ?"
    state = mine(picture, goals="oSW $ oNW", hand="NS")
    assert not events_of(play(state, "NS 0,1")[1], GoalRevealed)


@pytest.mark.parametrize(
    ("dealt", "turned", "shows"),
    [("oSW", False, "SW"), ("oNE", False, "SW"), ("oNW", False, "NW"), ("oES", False, "NW")],
)
def test_a_stone_is_turned_to_join_the_card_that_reached_it(dealt: str, turned: bool, shows: str) -> None:  # noqa: FBT001
    """SAB-6.2: reached from the west, both bends open to the west, however they were dealt."""
    other = "oNW" if shows == "SW" else "oSW"
    (goal,) = revealed("ESW 7,0", picture=TO_THE_MIDDLE, goals=f"$ {dealt} {other}", hand="ESW")
    assert goal.turned is turned
    assert goal.card.value == f"stone_{shows}"


def test_a_stone_reached_from_the_north_opens_to_the_north() -> None:
    """SAB-6.2: the bend south and west is turned, the other is not."""
    picture = """
        .     .  .  .    .    .    .   .    ?
        .     .  .  .    .    .    .   NESW .
        start EW EW EW NESW NESW NESW NW    ?
        """
    (bend,) = revealed("SW 8,-1", picture=picture, goals="$ oSW oNW", hand="SW")
    assert bend == GoalRevealed((8, 0), Card.STONE_SW, turned=True)
    (other,) = revealed("SW 8,-1", picture=picture, goals="$ oES oSW", hand="SW")
    assert other == GoalRevealed((8, 0), Card.STONE_NW, turned=False)


def test_a_stone_may_clash_with_its_other_neighbours() -> None:
    """SAB-6.2: it shows a wall to the opening in the south; play goes on."""
    picture = """
        start EW EW EW NESW NESW NESW .  ?
        .     .  .  .  .    .    .    .  NS
        """
    (goal,) = revealed("ESW 7,0", picture=picture, goals="$ oNW oSW", hand="ESW")
    assert goal == GoalRevealed((8, 0), Card.STONE_NW, turned=False)
    clash = mine(picture.replace(" .  ?", " ESW !"), goals="$ oNW oSW", hand="NS xNS NESW")
    assert legal(clash, "NS") == {"NS 0,-1", "NS 0,1", "NS 4,-1", "NS 4,1", "NS 5,-1", "NS 5,1"} | {
        f"NS {at}" for at in ("6,-1", "6,1", "7,1", "8,-1")
    }


def test_a_stone_reached_from_several_sides_joins_the_card_just_laid() -> None:
    """SAB-6.2: from the north as well, by cards that were cut off until now."""
    picture = """
        .     .  .  .  .    .    .    ES SW
        start EW EW EW NESW NESW NESW .  ?
        """
    for dealt in ("oSW", "oNE"):
        (goal,) = revealed("ESW 7,0 turned", picture=picture, goals=f"$ {dealt} oNW", hand="ESW")
        assert goal == GoalRevealed((8, 0), Card.STONE_SW, turned=False)


BETWEEN_TWO_GOALS = """
    start EW EW SW .    .    .    .   ?
    .     .  .  NE NESW NESW NESW ESW .
    .     .  .  .  .    .    .    .   ?
    """


def test_one_card_reaches_two_goals() -> None:
    """SAB-6.3."""
    state = mine(BETWEEN_TWO_GOALS, goals="$ oNE oES", hand="NSW")
    after, events = play(state, "NSW 8,1")
    assert events_of(events, GoalRevealed) == [
        GoalRevealed((8, 0), Card.STONE_SW, turned=False),
        GoalRevealed((8, 2), Card.STONE_NW, turned=False),
    ]
    assert [goal.face_up for goal in after.round.goals] == [False, True, True]
    assert not events_of(events, RoundEnded)


@pytest.mark.parametrize("goals", ["oSW $ oNW", "oSW oNW $"])
def test_the_other_goals_are_turned_even_if_the_treasure_is_among_them(goals: str) -> None:
    """SAB-6.3."""
    state = mine(BETWEEN_TWO_GOALS, goals=goals, hand="NSW")
    _, events = play(state, "NSW 8,1")
    assert [type(event) for event in events] == [
        PathPlaced,
        GoalRevealed,
        GoalRevealed,
        RoundEnded,
        GoldDrawn,
    ]


THROUGH_THE_MIDDLE = """
    start EW EW EW NESW NESW NESW . ?
    .     .  .  .  .    .    .    . NS
    .     .  .  .  .    .    .    . ?
    """


def test_a_revealed_stone_carries_the_path_on_to_the_next_goal() -> None:
    """SAB-6.3: the stone joins in the west, opens in the south, and there the treasure lies."""
    state = mine(THROUGH_THE_MIDDLE, goals="oNW oNE $", hand="ESW")
    after, events = play(state, "ESW 7,0")
    assert events_of(events, GoalRevealed) == [
        GoalRevealed((8, 0), Card.STONE_SW, turned=False),
        GoalRevealed((8, 2), Card.TREASURE, turned=False),
    ]
    assert winners(after) == [Winner.DIGGERS]


def test_a_revealed_stone_with_its_back_to_the_path_carries_nothing_on() -> None:
    """SAB-6.3: this one opens in the west and the north."""
    state = mine(THROUGH_THE_MIDDLE, goals="oSW oNW $", hand="ESW")
    _, events = play(state, "ESW 7,0")
    assert events_of(events, GoalRevealed) == [GoalRevealed((8, 0), Card.STONE_NW, turned=False)]


def test_the_treasure_carries_the_path_on_before_the_round_ends() -> None:
    """SAB-6.3."""
    state = mine(THROUGH_THE_MIDDLE, goals="oNW $ oSW", hand="ESW")
    _, events = play(state, "ESW 7,0")
    assert events_of(events, GoalRevealed) == [
        GoalRevealed((8, 0), Card.TREASURE, turned=False),
        GoalRevealed((8, 2), Card.STONE_SW, turned=True),
    ]


def test_the_digging_goes_on_through_a_revealed_stone() -> None:
    """SAB-6.3, SAB-4.4: the card beyond the stone is connected and reaches the next goal."""
    state = mine("start EW EW EW NESW NESW NESW ESW !", goals="oNW oSW $", hand="NS")
    assert "NS 8,1" in legal(state)
    after, events = play(state, "NS 8,1")
    assert events_of(events, GoalRevealed) == [GoalRevealed((8, 2), Card.TREASURE, turned=False)]
    assert winners(after) == [Winner.DIGGERS]


def test_the_treasure_ends_the_round_at_once() -> None:
    """SAB-6.4, SAB-7.1: goal, roles, gold, in this order; no card is drawn."""
    state = mine(TO_THE_MIDDLE, goals="oSW $ oNW", hand="ESW", saboteurs=[2])
    after, events = play(state, "ESW 7,0")
    assert [type(event) for event in events] == [PathPlaced, GoalRevealed, RoundEnded, GoldDrawn]
    assert not events_of(events, CardDrawn)
    (ended,) = events_of(events, RoundEnded)
    assert ended == RoundEnded(
        1,
        Winner.DIGGERS,
        Seat(0),
        (Role.DIGGER, Role.DIGGER, Role.SABOTEUR),
        Role.DIGGER,
        (
            Face(Card.STONE_SW, turned=False),
            Face(Card.TREASURE, turned=False),
            Face(Card.STONE_NW, turned=False),
        ),
    )
    assert isinstance(after.phase, SharingGold)


def test_the_round_goes_on_when_the_first_hand_is_empty() -> None:
    """SAB-6.5: only when the last card of all is played is it over."""
    state = mine(hand="map", hands={1: "map", 2: "map"}, pile="", saboteurs=[1])
    state, events = play(state, "discard map")
    assert not events_of(events, RoundEnded)
    state, events = play(state, "discard map")
    assert not events_of(events, RoundEnded)
    state, events = play(state, "discard map")
    assert [event.winner for event in events_of(events, RoundEnded)] == [Winner.SABOTEURS]
    assert state.round.number == 2


def test_players_without_cards_wait_for_the_last_card() -> None:
    """SAB-6.5, SAB-3.3."""
    state = mine(hand="", hands={2: "map map"}, pile="", saboteurs=[1])
    state, events = play(state, "pass", "pass", "discard map", "pass", "pass")
    assert not events_of(events, RoundEnded)
    _, events = play(state, "discard map")
    assert events_of(events, RoundEnded)[0].last == 2


def test_a_card_drawn_last_is_still_played() -> None:
    """SAB-6.5, SAB-3.2: the pile gives its last card to a player whose hand was empty."""
    state = mine(hand="map", pile="EW", saboteurs=[1])
    state, events = play(state, "discard map")
    assert not events_of(events, RoundEnded)
    state, events = play(state, "pass", "pass", "EW 1,0")
    assert winners(state) == [Winner.SABOTEURS]


def test_the_very_last_card_may_reach_the_treasure() -> None:
    """SAB-6.4, SAB-6.5: then the diggers win."""
    state = mine(TO_THE_MIDDLE, goals="oSW $ oNW", hand="ESW", pile="", saboteurs=[1])
    assert winners(play(state, "ESW 7,0")[0]) == [Winner.DIGGERS]


def test_a_stone_does_not_end_the_round() -> None:
    """SAB-6.4."""
    state = mine(TO_THE_MIDDLE, goals="$ oSW oNW", hand="ESW", saboteurs=[1])
    after, events = play(state, "ESW 7,0")
    assert not events_of(events, RoundEnded)
    assert not events_of(events, RoundDealt)
    assert winners(after) == []
