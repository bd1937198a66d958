"""Where a path card may lie."""

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import IllegalAction, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import arrivals, cell_of, led_through
from filon.games.saboteur.model import Options, PlacePath
from filon.games.saboteur.pieces import Card
from tests.games.saboteur.mines import legal, mine, refused

ADJACENT = Options(placement="adjacent")


def test_a_path_lies_beside_a_card_of_the_maze() -> None:
    """SAB-4.1."""
    state = mine("start EW", hand="NESW")
    assert legal(state, "NESW") == {"NESW 2,0", "NESW -1,0", "NESW 0,-1", "NESW 0,1"}
    for far in ("3,0", "1,2", "100,0", "0,-101", "257,-1", f"{10**30},0"):
        assert refused(state, f"NESW {far}") == "SAB-4.1"


def test_a_path_lies_on_an_empty_place() -> None:
    """SAB-4.1."""
    state = mine("start EW EW EW NESW NESW NESW ESW ?", hand="NESW ESW")
    for taken in ("0,0", "1,0", "8,0"):
        assert refused(state, f"NESW {taken}") == "SAB-4.1"


@pytest.mark.parametrize("options", [Options(), ADJACENT])
def test_an_opening_never_meets_a_wall(options: Options) -> None:
    """SAB-4.2: neither the new card's opening nor the old one's."""
    state = mine(
        """
        ES    EW
        start .
        """,
        hand="NESW NS EW ESW SW xS",
        options=options,
    )
    assert refused(state, "NESW 1,0") == "SAB-4.2"
    assert refused(state, "NS 1,0") == "SAB-4.2"
    assert refused(state, "xS 1,0") == "SAB-4.2"
    assert {move for move in legal(state) if " 1,0" in move} == {"EW 1,0", "ESW 1,0", "SW 1,0"}


@pytest.mark.parametrize("options", [Options(), ADJACENT])
def test_two_walls_may_touch(options: Options) -> None:
    """SAB-4.2: the case of both walls, which is often refused."""
    state = mine(
        """
        ES    EW
        start .
        """,
        hand="EW",
        options=options,
    )
    assert "EW 1,0" in legal(state)


def test_all_four_neighbours_are_asked() -> None:
    """SAB-4.2: openings in the north, the south and the west, a wall in the east."""
    state = mine(
        """
        ES    ESW EW
        start .   NS
        NE    NEW SW
        """,
        hand="NESW NSW NS EW xNSW",
    )
    assert {move for move in legal(state) if " 1,0" in move} == {"NSW 1,0", "xNSW 1,0"}
    with pytest.raises(IllegalAction, match="openings at NSW and walls at E"):
        SABOTEUR.decide(state, Seat(0), PlacePath(Card.NESW, (1, 0), turned=False), FastRandom(0))


def test_a_path_continues_a_passage_from_the_start() -> None:
    """SAB-4.3: the card behind a dead end is adjacent, but not connected."""
    picture = "start xEW EW"
    state = mine(picture, hand="EW")
    assert legal(state, "EW") == {"EW -1,0"}
    assert refused(state, "EW 3,0") == "SAB-4.3"
    assert legal(mine(picture, hand="EW", options=ADJACENT), "EW") == {
        "EW -1,0",
        "EW 3,0",
        "EW 1,-1",
        "EW 1,1",
        "EW 2,-1",
        "EW 2,1",
    }


def test_the_openings_of_a_dead_end_are_not_reached() -> None:
    """SAB-4.3: its other openings lead nowhere."""
    state = mine("start xNESW", hand="NESW")
    for beside in ("2,0", "1,1", "1,-1"):
        assert refused(state, f"NESW {beside}") == "SAB-4.3"
    assert "NESW 2,0" in legal(mine("start xNESW", hand="NESW", options=ADJACENT))


def test_touching_walls_is_not_enough_to_be_connected() -> None:
    """SAB-4.3, SAB-4.2."""
    state = mine("start EW", hand="EW")
    assert refused(state, "EW 1,1") == "SAB-4.3"
    assert "EW 1,1" in legal(mine("start EW", hand="EW", options=ADJACENT))


def test_a_dead_end_may_be_laid_where_a_passage_may() -> None:
    """SAB-4.3."""
    state = mine(hand="xS xW")
    assert legal(state, "xS") == {"xS 0,-1", "xS 0,1 turned"}
    assert legal(state, "xW") == {"xW 1,0", "xW -1,0 turned"}


def test_a_cut_off_passage_is_not_connected_until_it_is_joined() -> None:
    """SAB-4.3, SAB-5.3."""
    state = mine("start . EW", hand="EW NS")
    assert refused(state, "EW 3,0") == "SAB-4.3"
    assert {move for move in legal(state) if " 1,0" in move} == {"EW 1,0"}
    joined = mine("start NESW EW", hand="EW")
    assert "EW 3,0" in legal(joined)


def test_a_face_down_goal_asks_for_no_opening() -> None:
    """SAB-4.4: a wall against a face-down goal is legal."""
    state = mine("start EW EW EW NESW NESW NESW . ?", hand="SW ESW")
    assert "SW 7,0" in legal(state)
    assert "ESW 7,0" in legal(state)


@pytest.mark.parametrize("options", [Options(), ADJACENT])
def test_nothing_is_built_from_a_face_down_goal(options: Options) -> None:
    """SAB-4.4."""
    state = mine("start", hand="NESW", options=options)
    for beside in ("7,0", "9,0", "8,1", "8,-3"):
        assert refused(state, f"NESW {beside}") == "SAB-4.4"


def test_a_face_up_goal_is_built_from_and_must_be_met() -> None:
    """SAB-4.4, SAB-4.2: the stone opens to the south and the west."""
    picture = "start EW EW NESW NESW NESW NESW ESW !"
    state = mine(picture, goals="$ oSW oNW", hand="NS EW")
    assert "NS 8,1" in legal(state)
    assert refused(state, "EW 8,1") == "SAB-4.2"
    assert refused(state, "EW 9,0") == "SAB-4.3"
    beside = mine(picture, goals="$ oSW oNW", hand="NS EW", options=ADJACENT)
    assert "NS 9,0" in legal(beside)
    assert refused(beside, "EW 9,0") == "SAB-4.2"


def test_a_broken_tool_stops_the_digging_and_nothing_else() -> None:
    """SAB-4.5."""
    state = mine("start EW", hand="EW map broken_pick rockfall", broken={0: "lamp cart"})
    assert legal(state, "EW") == set()
    assert refused(state, "EW 2,0") == "SAB-4.5"
    assert legal(state) >= {"map 8,0", "break pick 1", "rockfall 1,0", "discard EW"}
    others = mine("start EW", hand="EW", broken={1: "lamp"})
    assert legal(others, "EW") == {"EW 2,0", "EW -1,0"}


def test_passages_lead_through_what_is_joined_and_no_further() -> None:
    """SAB-4.3: into a dead end but not through it, and past no rockfall."""
    state = mine("start EW xEW EW . EW")
    reached = led_through(state.round.maze)
    assert reached == {cell_of(at) for at in ((0, 0), (1, 0))}
    assert arrivals(state.round.maze).keys() == {cell_of(at) for at in ((0, -1), (-1, 0), (0, 1))}
