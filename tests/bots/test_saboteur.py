"""Saboteur: diggers dig towards what they know, and saboteurs do not show too early what they are."""

import pytest

from filon.bots.advice import Hint
from filon.bots.saboteur import advise
from filon.bots.saboteur.survey import FAR, distances, maze_of, odds
from filon.bots.saboteur.suspicion import suspicions
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import (
    BreakTool,
    Discard,
    DropRocks,
    PlacePath,
    ReadMap,
    RepairTool,
    State,
    TakeGold,
)
from filon.games.saboteur.pieces import Card, Role
from tests.bots.matches import decisions, seated
from tests.games.saboteur.mines import mine, play, waiting

SIX_STEPS = "start EW EW EW NESW NESW NESW"


def advised(state: State) -> Hint:
    seat = waiting(state)
    hint = advise(SABOTEUR.view(state, seat), SABOTEUR.legal_actions(state, seat), FastRandom(0))
    assert hint.action in SABOTEUR.legal_actions(state, seat)
    return hint


def ways(state: State) -> list[int]:
    return distances(maze_of(SABOTEUR.view(state, Seat(0)).round))


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("start", [9, 7, 9]),
        ("start EW", [8, 6, 8]),
        ("start EW xEW", [9, 9, 9]),
        (SIX_STEPS, [3, 1, 3]),
        ("start EW EW EW NESW NESW NESW ESW", [3, 0, 2]),
    ],
)
def test_missing_cards_are_counted(picture: str, expected: list[int]) -> None:
    """Over empty places, past dead ends, and from wherever the start leads."""
    assert ways(mine(picture)) == expected


def test_a_start_walled_in_leads_nowhere() -> None:
    """Only rocks help then."""
    walled = """
        .   xS    .
        xEW start xW
        .   xNS   .
    """
    assert ways(mine(walled)) == [FAR] * 3


def test_a_peek_is_remembered_and_shared_with_nobody() -> None:
    state, _ = play(mine(hand="map map map NS EW"), "map 8,-2")
    assert odds(SABOTEUR.view(state, Seat(0)).round) == [1, 0, 0]
    assert odds(SABOTEUR.view(state, Seat(1)).round) == [1 / 3] * 3


def test_a_digger_lays_the_card_that_reaches_the_treasure() -> None:
    hint = advised(mine(SIX_STEPS, hand="ESW xNESW xEW xNS rockfall", goals="oSW $ oNW"))
    assert isinstance(hint.action, PlacePath)
    assert hint.action.at == (7, 0)
    assert hint.why.key == "saboteur.reaches_goal"


def test_a_digger_without_a_way_to_lay_looks_at_a_map_first() -> None:
    hint = advised(mine("start", hand="map xS xW broken_pick broken_lamp"))
    assert isinstance(hint.action, ReadMap)


def test_a_digger_mends_the_own_tools_first() -> None:
    state = mine(SIX_STEPS, hand="repair_pick NESW NESW map", broken={0: "pick", 1: "pick"})
    assert isinstance(advised(state).action, RepairTool)
    assert getattr(advised(state).action, "target", None) == 0


def test_a_digger_without_tools_throws_a_dead_end_away() -> None:
    hint = advised(mine(SIX_STEPS, hand="xEW NESW NSW ESW", broken={0: "lamp"}))
    assert hint.action == Discard(Card.X_EW)


def test_a_digger_clears_a_dead_end_that_blocks_the_only_way() -> None:
    hint = advised(mine("start EW EW EW NESW NESW NESW xEW", hand="rockfall xS xW xNS", goals="oSW $ oNW"))
    assert hint.action == DropRocks((7, 0))


def test_a_saboteur_stops_the_diggers_before_the_goal() -> None:
    hint = advised(mine(SIX_STEPS, hand="xEW xNESW NESW NS", saboteurs=[0]))
    assert hint.why.key == "saboteur.away_goal"


def test_a_saboteur_never_lays_the_card_that_wins_for_the_diggers() -> None:
    hint = advised(mine(SIX_STEPS, hand="ESW ESW NESW", saboteurs=[0]))
    assert not (isinstance(hint.action, PlacePath) and hint.action.at == (7, 0))


def test_a_saboteur_keeps_dead_ends_back_while_the_treasure_is_far() -> None:
    hint = advised(mine("start", hand="xEW xNESW NESW NS EW", saboteurs=[0], seats=5))
    assert not (isinstance(hint.action, PlacePath) and not SHAPES[hint.action.card][0] & JOINED)


def test_rocks_on_a_passage_make_one_suspect_and_on_a_dead_end_trusted() -> None:
    state = mine("start EW xEW", hands={0: "rockfall NS", 1: "rockfall NS", 2: "NS EW"}, seats=3)
    state, _ = play(state, "rockfall 1,0", "rockfall 2,0")
    doubts = suspicions(SABOTEUR.view(state, Seat(2)).round, Seat(2))
    assert doubts[0] > 0 > doubts[1]
    assert doubts[2] == 0


def test_a_digger_breaks_the_tools_of_who_buried_a_passage() -> None:
    table = mine(
        "start EW xEW",
        hands={0: "rockfall NS", 1: "rockfall NS", 2: "broken_pick xS xW", 3: "NS EW"},
        seats=4,
    )
    table, _ = play(table, "rockfall 1,0", "rockfall 2,0")
    hint = advised(table)
    assert isinstance(hint.action, BreakTool)
    assert hint.action.target == 0


def test_a_digger_who_doubts_nobody_leaves_the_hammer_in_the_hand() -> None:
    hint = advised(mine("start", hand="broken_pick xS xW", seats=4))
    assert isinstance(hint.action, Discard)


def test_a_digger_mends_who_has_mended_others_and_not_a_stranger() -> None:
    hands = {0: "repair_pick repair_cart NS", 1: "NS NS", 2: "repair_lamp repair_cart xS"}
    state = mine("start", hands=hands, broken={0: "lamp", 1: "pick cart"}, seats=3)
    state, _ = play(state, "repair pick 1", "discard NS", "discard xS", "repair cart 1", "discard NS")
    friend = advised(state).action
    assert isinstance(friend, RepairTool)
    assert friend.target == 0
    stranger = mine("start", hand="repair_lamp repair_cart", broken={1: "lamp"}, seats=3)
    assert not isinstance(advised(stranger).action, RepairTool)


def test_a_saboteur_swings_the_hammer_only_when_the_diggers_are_near() -> None:
    hand = "broken_pick map NS NS"
    assert not isinstance(advised(mine("start", hand=hand, saboteurs=[0], seats=5)).action, BreakTool)
    assert isinstance(advised(mine(SIX_STEPS, hand=hand, saboteurs=[0], seats=5)).action, BreakTool)


def test_a_few_cards_thrown_away_are_no_reason_for_a_hammer() -> None:
    hands = {0: "NS NS NS", 1: "EW NS", 2: "broken_pick xS xW", 3: "SW SW"}
    state, _ = play(mine("start", hands=hands, seats=4), "discard NS", "EW 1,0")
    assert isinstance(advised(state).action, Discard)


def test_many_saboteurs_dig_along_while_the_treasure_is_far_and_a_lone_one_does_not() -> None:
    hand = "NESW NESW NESW xEW"
    many = advised(mine("start", hand=hand, saboteurs=[0, 1, 2], seats=7))
    assert many.why.key == "saboteur.dig_along"
    assert isinstance(many.action, PlacePath)
    assert isinstance(advised(mine("start", hand=hand, saboteurs=[0], seats=4)).action, Discard)


def test_no_digger_buries_a_passage() -> None:
    hint = advised(mine("start EW SW", hand="rockfall repair_pick map map", goals="oSW $ oNW"))
    assert not isinstance(hint.action, DropRocks)


def test_the_biggest_gold_is_taken() -> None:
    taken = 0
    for step in decisions(SABOTEUR, 5, seated(*["normal"] * 5), seed=1):
        if isinstance(step.action, TakeGold):
            assert step.action.nuggets == max(action.nuggets for action in step.sight.legal)
            taken += 1
    assert taken


def test_no_digger_lays_a_dead_end() -> None:
    for step in decisions(SABOTEUR, 6, seated(*["normal"] * 6), seed=2):
        if isinstance(step.action, PlacePath) and step.before.round.roles[step.seat] is Role.DIGGER:
            assert SHAPES[step.action.card][0] & JOINED
