"""Who suspected whom: figures of a careful reader in each seat, and what gave a saboteur away."""

import pytest

from filon.coach.contract import Moment
from filon.coach.played import played_game
from filon.coach.replay import moments
from filon.coach.saboteur import COACH, SaboteurInsight
from filon.coach.saboteur.insight import insight
from filon.games.chance import FastRandom
from filon.games.contract import play_one
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import State
from filon.games.saboteur.pieces import ROLE_POOL
from tests.games.saboteur.mines import mine, waiting


def told(state: State, *moves: str) -> SaboteurInsight:
    steps: list[Moment] = []
    for step, move in enumerate(moves):
        action = SABOTEUR.read(move)
        seat = waiting(state)
        after, events = play_one(SABOTEUR, state, seat, action, FastRandom(step))
        steps.append(Moment(step, step + 2, int(seat), "person", action, state, tuple(events), after))
        state = after
    return insight(steps, FastRandom(0), "quick")


def scripted() -> SaboteurInsight:
    """Seat 1 is the saboteur of four: it digs along, lays a dead end across the way, and is hit for it."""
    table = mine(
        "start EW",
        hand="EW EW",
        hands={1: "NESW xNESW", 2: "NS NS", 3: "map broken_pick"},
        seats=4,
        saboteurs=[1],
        goals="oSW $ oNW",
        pile="NS NS xNS xS xW ESW ESW",
    )
    return told(
        table,
        "EW 2,0",
        "NESW 3,0",
        "discard NS",
        "map 8,0",
        "EW 4,0",
        "xNESW 5,0",
        "discard NS",
        "break pick 1",
    )


def test_the_dead_end_is_found_to_have_given_the_saboteur_away() -> None:
    (dug,) = scripted().rounds
    (giveaway,) = dug.giveaways
    assert (giveaway.seat, giveaway.step, giveaway.by) == (1, 5, 1)
    assert giveaway.action == SABOTEUR.read("xNESW 5,0")
    assert giveaway.after > giveaway.before + 0.1
    assert dug.others[5][1] == pytest.approx(100 * giveaway.before, abs=1)
    assert dug.others[6][1] == pytest.approx(100 * giveaway.after, abs=1)
    assert dug.saboteurs == (1,)
    assert dug.treasure == 1


def test_only_who_looked_knows_where_the_gold_lies() -> None:
    (dug,) = scripted().rounds
    assert sorted(dug.gold[3][3]) == [33, 33, 34]
    assert dug.gold[4][3] == (0, 100, 0)
    assert dug.gold[4][0] != (0, 100, 0)


def test_deeds_are_told_from_the_truth() -> None:
    (dug,) = scripted().rounds
    assert [(each.right, each.wrong) for each in dug.readings] == [(0, 0), (0, 0), (0, 0), (1, 0)]
    assert all(each.loss < each.at_deal for seat, each in enumerate(dug.readings) if seat != 1)


def test_nobody_reads_what_only_the_end_shows() -> None:
    """The round ends with all roles and goals open; what was believed is from before that."""
    table = mine(hand="map", hands={1: "NS"}, seats=3, saboteurs=[2], pile="")
    (dug,) = told(table, "discard map", "discard NS").rounds
    assert len(dug.steps) == 2
    assert 0 < dug.suspicions[-1][0][2] < 100
    assert max(dug.gold[-1][0]) < 50
    assert not dug.diggers_won


@pytest.mark.parametrize("seats", [3, 7, 10])
def test_beliefs_are_distributions_that_each_seat_could_have(seats: int) -> None:
    file = played_game(SABOTEUR, ["easy"] * seats, seats)
    found = COACH.insight(moments(file), file.players, FastRandom(1), "quick")
    assert isinstance(found, SaboteurInsight)
    assert [each.number for each in found.rounds] == [1, 2, 3]
    saboteurs, _ = ROLE_POOL[seats]
    for dug in found.rounds:
        assert len(dug.suspicions) == len(dug.gold) == len(dug.others) == len(dug.steps) + 1
        assert sorted(dug.steps) == list(dug.steps)
        assert sum(dug.shares) == pytest.approx(1, abs=0.01)
        for matrix, places in zip(dug.suspicions, dug.gold, strict=True):
            for observer, row in enumerate(matrix):
                assert row[observer] == 100 * (observer in dug.saboteurs)
                assert 100 * (saboteurs - 1) - seats <= sum(row) <= 100 * saboteurs + seats
            assert all(sum(each) == 100 and min(each) >= 0 for each in places)
        for each in dug.readings:
            assert each.loss >= 0
        chances = (dug.chances.any_deal, dug.chances.roles, dug.chances.goals, dug.chances.cards)
        assert all(0 < chance < 1 for chance in chances)
