"""The hard level of Saboteur: what deeds make it believe, and what it does with that."""

from collections.abc import Sequence
from typing import Any

import pytest

from filon.bots.saboteur import advise
from filon.bots.saboteur.belief import Belief, believe
from filon.bots.saboteur.hard import choose_hard, think
from filon.bots.sight import Sight
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.contract import play as play_one
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Event, Options, PlacePath, State, Winner
from filon.games.saboteur.pieces import Role
from tests.games.saboteur.mines import mine, play, waiting

SIX_STEPS = "start EW EW EW NESW NESW NESW"


def believed(state: State, *moves: str, by: int) -> Belief:
    """What a seat believes after these moves, by what it saw of them."""
    after, events = play(state, *moves)
    seen = [SABOTEUR.redact(event, Seat(by)) for event in events]
    return believe(SABOTEUR.view(after, Seat(by)), seen)


def test_before_anything_happened_everybody_is_as_suspect_as_the_deal_makes_them() -> None:
    """Four dwarves, one of them a saboteur, for three others and the one set aside."""
    belief = believed(mine(seats=4), by=3)
    assert belief.doubts == pytest.approx((0.25, 0.25, 0.25, 0))
    assert sum(belief.roles.values()) == pytest.approx(1)
    assert belief.treasure == pytest.approx((1 / 3,) * 3)


def test_the_lone_saboteur_knows_who_the_diggers_are() -> None:
    assert believed(mine(seats=4, saboteurs=[2]), by=2).roles == {0b100: 1}


def test_who_digs_is_trusted_and_who_lays_dead_ends_is_not() -> None:
    table = mine("start EW", hands={0: "NESW EW", 1: "xEW NS", 2: "NS EW"}, seats=4)
    doubts = believed(table, "NESW 2,0", "xEW 3,0", by=3).doubts
    assert doubts[1] > doubts[2] > doubts[0]


def test_a_detour_is_suspect_too() -> None:
    table = mine("start EW", hands={0: "ES NS", 1: "NS EW"}, seats=4)
    doubts = believed(table, "ES 2,0 turned", by=3).doubts
    assert doubts[0] > doubts[1]


def test_rocks_are_judged_by_what_they_fall_on() -> None:
    table = mine("start EW xEW", hands={0: "rockfall NS", 1: "rockfall NS", 2: "NS EW"}, seats=4)
    doubts = believed(table, "rockfall 1,0", "rockfall 2,0", by=3).doubts
    assert doubts[0] > doubts[2] > doubts[1]


def test_who_stops_a_suspect_is_trusted_the_more_and_who_mends_him_the_less() -> None:
    guilty = mine("start EW", hands={0: "xEW NS", 1: "broken_pick EW", 2: "repair_pick NS"}, seats=4)
    doubts = believed(guilty, "xEW 2,0", "break pick 0", "repair pick 0", by=3).doubts
    assert doubts[0] > doubts[2] > doubts[1]


def test_who_looked_and_then_digs_tells_where_the_treasure_may_be() -> None:
    table = mine("start EW ESW", hands={0: "map NSW", 1: "xS", 2: "xW", 3: "xNS"}, seats=4)
    moves = ("map 8,2", "discard xS", "discard xW", "discard xNS", "NSW 2,1 turned")
    told = believed(table, *moves, by=3).treasure
    assert sum(told) == pytest.approx(1)
    assert told[2] > told[0]


def test_an_own_look_outweighs_all_that_others_do() -> None:
    belief = believed(mine(hand="map NS", seats=4, goals="oSW $ oNW"), "map 8,0", by=0)
    assert belief.treasure == (0, 1, 0)


def sight_of(state: State, past: Sequence[Event] = ()) -> Sight:
    seat = waiting(state)
    return Sight(SABOTEUR, SABOTEUR.view(state, seat), SABOTEUR.legal_actions(state, seat), past)


def test_a_digger_one_card_away_digs() -> None:
    state = mine(SIX_STEPS, hand="ESW xNESW xEW xNS rockfall", goals="oSW $ oNW", seats=4)
    action = choose_hard(sight_of(state), FastRandom(1))
    assert isinstance(action, PlacePath)
    assert action.at == (7, 0)
    assert action.card.value == "ESW"


def test_a_saboteur_does_not_dig_the_last_card() -> None:
    state = mine(SIX_STEPS, hand="ESW ESW NESW", saboteurs=[0], seats=4)
    action = choose_hard(sight_of(state), FastRandom(1))
    assert not (isinstance(action, PlacePath) and action.at == (7, 0))


def a_round(seats: int, seed: int, hard: Role | None) -> tuple[Winner, list[tuple[State, Sight, Any]]]:
    """One round; the hard level plays that role, or all where none is named, the normal one the rest."""
    random = FastRandom(seed)
    state = SABOTEUR.deal(seats, Options(), random)
    seen: list[list[Event]] = [[] for _ in range(seats)]
    taken: list[tuple[State, Sight, Any]] = []
    while not state.results:
        seat = waiting(state)
        sight = sight_of(state, tuple(seen[seat]))
        choices = FastRandom(random.below(1 << 32))
        if hard in (None, state.round.roles[seat]):
            action = think(sight, choices, worlds=2, candidates=5)
            taken.append((state, sight, action))
        else:
            action = advise(sight.view, sight.legal, choices).action
        assert action in sight.legal
        state, events = play_one(SABOTEUR, state, seat, action, random)
        for other in range(seats):
            seen[other] += [SABOTEUR.redact(event, Seat(other)) for event in events]
    return state.results[0].winner, taken


@pytest.mark.parametrize("seats", [3, 10])
def test_whatever_is_chosen_is_legal_and_twins_are_played_alike(seats: int) -> None:
    """Another state behind the same sight changes nothing."""
    _, taken = a_round(seats, 5, None)
    assert len(taken) > 8
    for number, (_, sight, _) in enumerate(taken):
        if number % 16 == 0:
            twin = SABOTEUR.imagine(sight.view, FastRandom(number))
            seat = sight.view.seat
            again = Sight(SABOTEUR, SABOTEUR.view(twin, seat), SABOTEUR.legal_actions(twin, seat), sight.past)
            assert choose_hard(sight, FastRandom(number)) == choose_hard(again, FastRandom(number))


def test_hard_diggers_find_the_treasure_against_a_normal_saboteur() -> None:
    """They usually do in four rounds of five, with far less thought than here too."""
    with_one = [seed for seed in range(40) if Role.SABOTEUR in _roles(seed)][:6]
    won = sum(a_round(4, seed, Role.DIGGER)[0] is Winner.DIGGERS for seed in with_one)
    assert won >= 3


def _roles(seed: int) -> tuple[Role, ...]:
    return SABOTEUR.deal(4, Options(), FastRandom(seed)).round.roles
