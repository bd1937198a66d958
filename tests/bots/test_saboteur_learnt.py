"""What the learnt policy is told of a sight, and that it always finds something legal to do."""

from collections import Counter
from itertools import islice
from math import exp

import msgspec
import pytest
from mypy_extensions import i64

from filon.bots.saboteur import hard, learnt
from filon.bots.saboteur.belief import conclude, witness
from filon.bots.saboteur.hard import choose_hard
from filon.bots.saboteur.learnt import choose, finding, index_of, seen, weighed
from filon.bots.saboteur.survey import distances, maze_of
from filon.bots.sight import Sight
from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options, PlacePath, State, TakeGold
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_eyes import Seen, features
from filon.kernels.saboteur.kernel_network import COLUMNS, ONE, PLANES, SQUARES
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine, play, treasure_found, waiting
from tests.kernels.saboteur.positions import sights

MISSING, PUBLIC = 56, 82
"""Where the row of features has the cards missing to each goal, and how suspect the own seat looks."""
FIVE_STEPS = "start EW NESW EW NESW NESW"
PER_SEAT, LOOKS, SEEMS = 34, 4, 5
"""Features of another seat; where they have how suspect it looks to anybody, and to the own seat."""


def after(state: State, *moves: str, by: int) -> Sight:
    """What a seat sees after these moves, and what it saw of them."""
    done, events = play(state, *moves)
    seat = Seat(by)
    legal = SABOTEUR.legal_actions(done, seat) if waiting(done) == seat else ()
    past = [SABOTEUR.redact(event, seat) for event in events]
    return Sight(SABOTEUR, SABOTEUR.view(done, seat), legal, past)


def told(state: State, *moves: str, by: int) -> Seen:
    sight = after(state, *moves, by=by)
    return seen(sight.view, sight.past)


@pytest.mark.parametrize("by", ["random", "hard"])
@pytest.mark.parametrize("seats", [3, 5, 7, 10])
def test_the_cards_missing_are_those_that_everybody_else_counts(seats: int, by: str) -> None:
    counts = set()
    for number, sight in enumerate(sights(seats, by, seats, every=5)):
        row = list(features(seen(sight.view, sight.past)).row)
        missing = [8 * value // int(ONE) for value in row[MISSING : MISSING + 3]]
        kernel = SABOTEUR_BRIDGE.kernel(SABOTEUR.imagine(sight.view, FastRandom(number)), Stream(0))
        ways = Ways()
        assert missing == [ways.missing(kernel.maze, i64(goal)) for goal in range(3)]
        counted = distances(maze_of(sight.view.round))
        down = [at for at, goal in enumerate(sight.view.round.goals) if not goal.face_up]
        assert [missing[goal] for goal in down] == [counted[goal] for goal in down]
        counts.update(missing)
    assert len(counts) > 3


def test_every_square_knows_how_far_it_is_from_the_goals_and_from_the_start() -> None:
    sight = after(mine("start EW EW xEW", hand="NS", seats=4), by=0)
    planes = list(features(seen(sight.view, ())).planes)

    def at(x: int, y: int) -> list[int]:
        first = ((y + 4) * int(COLUMNS) + x + 2) * int(PLANES)
        return planes[first : first + int(PLANES)]

    assert [8 * way // int(ONE) for way in (*at(4, 0)[10:13], at(4, 0)[14])] == [6, 4, 6, 6]
    assert [8 * way // int(ONE) for way in (*at(2, 0)[10:13], at(2, 0)[14])] == [9, 9, 9, 0]
    assert at(3, 0)[14] == 2 * int(ONE), "a dead end is out of reach"
    assert at(1, 0)[:7] == [0, int(ONE), 0, int(ONE), int(ONE), int(ONE), int(ONE)]


@pytest.mark.parametrize("by", ["random", "hard"])
@pytest.mark.parametrize("seats", range(3, 11))
def test_doubts_are_those_of_the_belief(seats: int, by: str) -> None:
    differing = 0.0
    for sight in sights(seats, by, seats, every=7):
        view = sight.view
        evidence = witness(view, sight.past)
        public = conclude(view.round, None, evidence).doubts
        own = conclude(view.round, view.seat, evidence).doubts
        looked = features(seen(view, sight.past))
        around = list(looked.around)
        assert list(looked.row)[PUBLIC] / int(ONE) == pytest.approx(public[view.seat], abs=0.002)
        for away in range(1, seats):
            seat = (view.seat + away) % seats
            first = PER_SEAT * (away - 1)
            assert around[first + LOOKS] / int(ONE) == pytest.approx(public[seat], abs=0.002)
            assert around[first + SEEMS] / int(ONE) == pytest.approx(own[seat], abs=0.002)
            differing = max(differing, abs(public[seat] - own[seat]))
    assert differing > 0.05


def test_seats_are_counted_clockwise_from_the_own_one() -> None:
    state = mine("start EW", turn=2, hand="NS", hands={0: "NS EW", 3: "EW"}, seats=4, broken={1: "lamp"})
    whole = told(state, by=2)
    assert whole.broken == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert whole.hand_sizes == [1, 1, 2, 6]


def test_what_everybody_has_done_is_counted() -> None:
    state = mine(
        "start EW",
        hands={0: "NESW broken_pick NS", 1: "xEW NS EW", 2: "rockfall map", 3: "repair_pick EW"},
        seats=4,
    )
    moves = ("NESW 2,0", "xEW 3,0", "rockfall 3,0", "discard EW", "break pick 1", "discard NS", "map 8,0")
    whole = told(state, *moves, by=3)
    nearer, dead_end, cleared, thrown, looked, forced = 0, 3, 5, 6, 7, 8
    counts = {seat: whole.counts[(seat - 3) % 4] for seat in range(4)}
    assert [at for at, count in enumerate(counts[0]) if count] == [nearer]
    assert counts[1][dead_end] == counts[1][forced] == 1
    assert counts[1][thrown] == 0
    assert [at for at, count in enumerate(counts[2]) if count] == [cleared, looked]
    assert [at for at, count in enumerate(counts[3]) if count] == [thrown]
    assert whole.broke[1][2] == 1 == sum(map(sum, whole.broke))
    assert sum(map(sum, told(state, *moves, "repair pick 1", by=3).mended)) == 1


def test_the_own_looks_and_discards_are_known_to_oneself_alone() -> None:
    state = mine(hands={0: "map NS", 1: "EW"}, seats=4, goals="oSW $ oNW")
    moves = ("map 8,0", "discard EW", "discard " + state.round.hands[2][0].value)
    assert told(state, *moves, by=0).cards == [-1, 0, -1]
    assert told(state, *moves, by=1).cards == [-1, -1, -1]
    assert [sum(told(state, *moves, by=seat).down) for seat in (0, 1)] == [0, 1]
    assert told(state, *moves, by=0).downs == [0, 1, 1, 0]


@pytest.mark.parametrize("seats", range(3, 11))
def test_there_is_always_a_legal_choice_with_a_past_and_without(seats: int) -> None:
    for number, sight in enumerate(islice(sights(seats, "random", seats, every=3), 60)):
        for past in (sight.past, (), sight.past[-5:]):
            chosen = choose(Sight(SABOTEUR, sight.view, sight.legal, past), FastRandom(number))
            assert chosen in sight.legal


@pytest.mark.parametrize("seats", [3, 10])
def test_no_two_actions_have_one_logit(seats: int) -> None:
    kinds = set()
    for sight in sights(seats, "random", 1):
        indices = [index_of(action, sight.view.seat, seats) for action in sight.legal]
        known = [index for index in indices if index is not None]
        assert len(set(known)) == len(known)
        kinds |= {type(action) for action in sight.legal}
    assert len(kinds) >= 6


def test_nothing_is_laid_outside_the_window() -> None:
    """Where the policy knows nothing; nor is anything else there taken for what lies inside."""
    state = mine("EW EW start", hand="EW NS SW ES", seats=4)
    sight = after(state, by=0)
    outside = [action for action in sight.legal if isinstance(action, PlacePath) and action.at == (-3, 0)]
    assert outside
    known, _ = weighed(sight)
    assert not set(map(repr, outside)) & set(map(repr, known))
    assert len(known) == len(sight.legal) - len(outside)


def test_of_the_gold_it_takes_the_most() -> None:
    state = treasure_found()
    seat = waiting(state)
    legal = SABOTEUR.legal_actions(state, seat)
    chosen = choose(Sight(SABOTEUR, SABOTEUR.view(state, seat), legal), FastRandom(1))
    assert len(legal) > 1
    assert chosen == TakeGold(max(take.nuggets for take in legal if isinstance(take, TakeGold)))


def test_the_likelier_the_better_it_looks_and_heat_evens_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three actions, each looking better than the last by one: e times as likely."""
    sight = after(mine("start EW", hand="NS EW SW", seats=4), by=0)
    three = list(sight.legal[:3])
    monkeypatch.setattr(learnt, "weighed", lambda _: (three, [0, int(ONE), 2 * int(ONE)]))
    for temperature in (0.5, 1.0, 2.0):
        random = FastRandom(1)
        drawn = Counter(three.index(choose(sight, random, temperature)) for _ in range(6000))
        shares = [exp(place / temperature) for place in range(3)]
        for place, share in enumerate(shares):
            assert drawn[place] / 6000 == pytest.approx(share / sum(shares), abs=0.03)
    assert choose(sight, FastRandom(1), 0) == three[2]


def test_the_window_holds_every_square_between_start_and_goals() -> None:
    whole = told(mine("EW start EW", hand="NS", seats=4), by=0)
    assert len(whole.window) == int(SQUARES)
    assert sum(shape > 0 for shape in whole.window) == 3


def test_who_sees_the_treasure_and_can_reach_it_does() -> None:
    """Whatever the network thinks: with so many cards left it would be in no hurry."""
    start = mine(FIVE_STEPS, hands={0: "map NESW", 1: "map EW", 2: "xS", 3: "xW"}, seats=4, goals="oSW $ oNW")
    ahead = after(start, "map 8,0", "EW 6,0", "discard xS", "discard xW", by=0)
    finds = finding(ahead.view, ahead.legal)
    assert {at for action in finds if isinstance(action, PlacePath) for at in (action.at,)} == {(7, 0)}
    assert all(choose(ahead, FastRandom(number)) in finds for number in range(20))


def test_a_saboteur_that_could_find_it_is_left_to_the_policy() -> None:
    start = mine(FIVE_STEPS, hands={0: "map NESW", 1: "map EW", 2: "xS", 3: "xW"}, seats=4, saboteurs=[0])
    ahead = after(start, "map 8,0", "EW 6,0", "discard xS", "discard xW", by=0)
    assert not finding(ahead.view, ahead.legal)


def test_who_only_guesses_where_the_treasure_lies_is_left_to_the_policy() -> None:
    guess = after(mine(f"{FIVE_STEPS} EW", hand="map NESW", seats=4, goals="oSW $ oNW"), by=0)
    assert not finding(guess.view, guess.legal)


def test_what_the_policy_never_saw_is_left_to_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the other rule, where nobody kept what was done, and alone against three."""
    asked = []
    monkeypatch.setattr(hard, "choose", lambda *_: asked.append("policy"))
    monkeypatch.setattr(hard, "think", lambda *_, **__: asked.append("search"))
    start = mine(hands={0: "EW NS", 1: "xS NS", 2: "xW NS", 3: "xNS NS"}, seats=4)
    moves = ("EW 1,0", "discard xS", "discard xW", "discard xNS")
    dug = after(start, *moves, by=0)
    choose_hard(dug, FastRandom(0))
    choose_hard(msgspec.structs.replace(dug, past=()), FastRandom(0))
    adjacent = msgspec.structs.replace(dug.view, options=Options(placement="adjacent"))
    choose_hard(msgspec.structs.replace(dug, view=adjacent), FastRandom(0))
    alone = mine(hands={0: "EW NS", 1: "xS NS", 2: "xW NS", 3: "xNS NS"}, seats=4, saboteurs=[0])
    choose_hard(after(alone, *moves, by=0), FastRandom(0))
    assert asked == ["policy", "search", "search", "search"]
