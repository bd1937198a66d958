"""Broken tools, repairs, rockfalls and maps."""

import pytest

from filon.games.contract import HIDDEN, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import (
    Discarded,
    GoalRevealed,
    GoalSeen,
    RocksFell,
    ToolBroken,
    ToolRepaired,
)
from filon.games.saboteur.pieces import Card, Face, Tool
from tests.games.saboteur.mines import cards, events_of, legal, mine, play, refused, winners


def test_a_tool_is_broken_for_another_player_and_lies_in_front_of_them() -> None:
    """SAB-5.1."""
    state = mine(hand="broken_lamp")
    assert legal(state, "break") == {"break lamp 1", "break lamp 2"}
    after, events = play(state, "break lamp 2")
    assert events[0] == ToolBroken(Seat(0), Seat(2), Tool.LAMP)
    assert after.round.broken == ((), (), (Tool.LAMP,))
    assert after.round.discards == ()
    assert SABOTEUR.pieces(after) == SABOTEUR.pieces(state)


def test_nobody_breaks_their_own_tool() -> None:
    """SAB-5.1."""
    assert refused(mine(hand="broken_lamp"), "break lamp 0") == "SAB-5.1"


def test_a_tool_is_broken_once_and_three_is_the_most() -> None:
    """SAB-5.1."""
    state = mine(hand="broken_pick broken_lamp broken_cart", broken={1: "lamp", 2: "pick cart lamp"})
    assert legal(state, "break") == {"break pick 1", "break cart 1"}
    assert refused(state, "break lamp 1") == "SAB-5.1"
    assert refused(state, "break pick 2") == "SAB-5.1"


def test_seats_that_do_not_exist_are_no_targets() -> None:
    """SAB-5.1, SAB-5.2."""
    state = mine(hand="broken_pick repair_pick", broken={1: "pick"})
    for nobody in ("-1", "3", str(2**70)):
        assert refused(state, f"break pick {nobody}") == "SAB-5.1"
        assert refused(state, f"repair pick {nobody}") == "SAB-5.2"


def test_a_repair_is_played_on_oneself_or_another_and_both_cards_go() -> None:
    """SAB-5.2: repairing oneself is legal."""
    state = mine(hand="repair_pick", broken={0: "lamp pick", 1: "pick"})
    assert legal(state, "repair") == {"repair pick 0", "repair pick 1"}
    after, events = play(state, "repair pick 0")
    assert events[0] == ToolRepaired(Seat(0), Card.REPAIR_PICK, Seat(0), Tool.PICK)
    assert after.round.broken == ((Tool.LAMP,), (Tool.PICK,), ())
    assert after.round.discards == tuple(
        Discarded(card, Seat(0), face_down=False) for card in cards("repair_pick broken_pick")
    )


def test_a_repair_needs_the_same_tool_broken() -> None:
    """SAB-5.2."""
    state = mine(hand="repair_pick repair_pick_lamp map", broken={1: "cart"})
    assert legal(state, "repair") == set()
    assert refused(state, "repair pick 1") == "SAB-5.2"
    assert refused(state, "repair cart 1 with repair_pick") == "SAB-5.2"
    assert refused(state, "repair cart 1 with map") == "SAB-5.2"
    assert refused(state, "repair lamp 1 with repair_pick_lamp") == "SAB-5.2"


@pytest.mark.parametrize(
    ("card", "tools"),
    [
        ("repair_pick_lamp", ("pick", "lamp")),
        ("repair_pick_cart", ("pick", "cart")),
        ("repair_lamp_cart", ("lamp", "cart")),
    ],
)
def test_a_double_repair_mends_one_of_its_two_tools(card: str, tools: tuple[str, str]) -> None:
    """SAB-5.2: chosen when both are broken."""
    state = mine(hand=card, broken={1: "pick lamp cart"})
    assert legal(state, "repair") == {f"repair {tool} 1 with {card}" for tool in tools}
    after, _ = play(state, f"repair {tools[1]} 1 with {card}")
    assert Tool(tools[0]) in after.round.broken[1]
    assert Tool(tools[1]) not in after.round.broken[1]
    assert len(after.round.broken[1]) == 2


def test_a_rockfall_takes_any_path_card_out() -> None:
    """SAB-5.3: dead ends too, whoever laid them."""
    state = mine("NE start xEW", hand="rockfall", saboteurs=[0])
    assert legal(state, "rockfall") == {"rockfall -1,0", "rockfall 1,0"}
    after, events = play(state, "rockfall -1,0")
    assert events[0] == RocksFell(Seat(0), (-1, 0), Card.SW)
    assert [tile.at for tile in SABOTEUR.view(after, None).round.maze] == [(0, 0), (1, 0)]
    assert SABOTEUR.pieces(after) == SABOTEUR.pieces(state)


def test_a_rockfall_never_hits_the_start_or_a_goal() -> None:
    """SAB-5.3: face up or face down."""
    state = mine("start EW EW EW NESW NESW NESW ESW !", goals="$ oSW oNW", hand="rockfall")
    assert len(legal(state, "rockfall")) == 7
    for never in ("0,0", "8,0", "8,2", "3,3", f"{-(10**30)},5"):
        assert refused(state, f"rockfall {never}") == "SAB-5.3"


def test_rocks_cut_the_maze_in_two_and_a_later_card_joins_it_again() -> None:
    """SAB-5.3: what was cut off stays, is not connected, and counts again once it is joined."""
    state = mine(
        "start EW NESW NESW NESW NESW ESW . ?",
        goals="oSW $ oNW",
        hand="rockfall",
        hands={1: "ESW EW", 2: "EW"},
    )
    state, _ = play(state, "rockfall 2,0")
    assert [tile.at for tile in SABOTEUR.view(state, None).round.maze] == [(x, 0) for x in (0, 1, 3, 4, 5, 6)]
    assert refused(state, "EW 7,0") == "SAB-4.3"
    state, _ = play(state, "ESW 2,0")
    assert "EW 7,0" in legal(state)


def test_a_maze_joined_again_reaches_the_treasure() -> None:
    """SAB-5.3, SAB-6.1."""
    cut = mine("start EW . NESW NESW NESW NESW EW ?", goals="oSW $ oNW", hand="EW")
    state, events = play(cut, "EW 2,0")
    assert [event.card for event in events_of(events, GoalRevealed)] == [Card.TREASURE]
    assert [winner.value for winner in winners(state)] == ["diggers"]


def test_a_goal_stays_face_up_when_rocks_cut_its_path() -> None:
    """SAB-5.3."""
    state = mine("start EW EW EW NESW NESW NESW ESW !", goals="$ oSW oNW", hand="rockfall")
    state, _ = play(state, "rockfall 7,0")
    goal = SABOTEUR.view(state, None).round.goals[1]
    assert goal.face_up
    assert goal.face == Face(Card.STONE_SW, turned=False)


def test_a_map_shows_one_face_down_goal_to_its_player_alone() -> None:
    """SAB-5.4, SAB-5.5: the card and the way its path runs."""
    state = mine(hand="map", goals="$ oNE oNW")
    after, events = play(state, "map 8,0")
    seen = GoalSeen(Seat(0), (8, 0), Face(Card.STONE_SW, turned=True))
    assert events[0] == seen
    assert SABOTEUR.redact(seen, Seat(0)) == seen
    mine_now = SABOTEUR.view(after, Seat(0)).round.goals
    assert [goal.face for goal in mine_now] == [HIDDEN, seen.face, HIDDEN]
    for other in (Seat(1), None):
        assert SABOTEUR.redact(seen, other) == GoalSeen(Seat(0), (8, 0), HIDDEN)
        goals = SABOTEUR.view(after, other).round.goals
        assert [goal.face for goal in goals] == [HIDDEN] * 3
        assert [goal.seen_by for goal in goals] == [(), (0,), ()]
    assert after.round.discards == (Discarded(Card.MAP, Seat(0), face_down=False),)


def test_looking_again_at_a_known_goal_is_legal() -> None:
    """SAB-5.4, SAB-5.5."""
    state = mine(hand="map map", hands={1: "map", 2: "map"})
    after, events = play(state, "map 8,2", "map 8,2", "map 8,0", "map 8,2")
    assert [event.seat for event in events_of(events, GoalSeen)] == [0, 1, 2, 0]
    assert after.round.goals[2].seen_by == (0, 1)


def test_a_map_shows_no_goal_that_is_face_up_and_nothing_else() -> None:
    """SAB-5.4."""
    state = mine("start EW EW EW NESW NESW NESW ESW !", goals="$ oSW oNW", hand="map")
    assert legal(state, "map") == {"map 8,-2", "map 8,2"}
    for never in ("8,0", "8,1", "0,0", f"{10**30},0"):
        assert refused(state, f"map {never}") == "SAB-5.4"
