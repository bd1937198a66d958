"""The value of Le Labyrinthe Secret, and what is drawn anew: the order of the pile, and nothing else."""

from collections import Counter

import pytest
from msgspec.structs import replace

from filon.coach.labyrinth import COACH, LabyrinthCoach
from filon.coach.labyrinth.value import value
from filon.coach.luck import parts_of
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import Seat, play
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.model import (
    Arrived,
    Duel,
    Ending,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    Options,
)
from filon.games.labyrinth.pieces import Kind, Secret, Thing
from tests.coach.games import game_of
from tests.games.labyrinth.castles import scene

SEEDS = (1, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_shares_add_up_to_one_everywhere_and_end_as_the_result(seed: int) -> None:
    file = game_of("labyrinth", seed)
    steps = moments(file)
    for moment in steps:
        assert sum(value(moment.before)) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in value(moment.before))
    won = [(seat in file.outcome.winners) / len(file.outcome.winners) for seat in range(2)]
    assert list(value(steps[-1].after)) == won


def test_who_share_a_win_have_a_part_of_it() -> None:
    over = scene("A3 A9 A15", phase=Finished((Seat(0), Seat(2)), Ending.TURN_LIMIT))
    assert value(over) == (0.5, 0.0, 0.5)


def test_who_has_a_way_to_the_last_card_of_a_set_is_nearly_there() -> None:
    #   A8-A9 stays open: the crown is a step away, and it is the seventh treasure.
    six = "goblet sceptre mirror lamp harp hourglass"
    near = scene("A9 A15 A21", hands=[six], sought="crown", phase=FirstChange())
    assert value(near)[0] > 0.8
    assert value(near)[0] > value(replace(near, on_turn=Seat(1)))[0]


def test_a_duel_is_worth_half_of_winning_it_and_half_of_losing_it() -> None:
    six = "goblet sceptre mirror lamp harp hourglass"
    duel = Duel((Seat(0), Seat(1)), ForSecret(()), {})
    state = scene("A8 A8", hands=[six], sought="crown", phase=duel)
    lost = replace(state, hands=(state.hands[0], (Secret.CROWN,)), sought=None, phase=Arrived(()))
    assert value(state)[0] == pytest.approx((1 + value(lost)[0]) / 2)
    cards = Duel((Seat(0), Seat(1)), ForCards(Kind.TREASURE, 1), {})
    both = ["crown goblet sceptre", "mirror lamp harp"]
    assert value(scene("A8 A8", hands=both, sought=None, phase=cards))[0] == pytest.approx(0.5, abs=0.1)


def test_a_throw_that_is_made_in_secret_does_not_change_the_value() -> None:
    duel = Duel((Seat(0), Seat(1)), ForCards(Kind.TREASURE, 2), {})
    state = scene("A8 A8", hands=["crown goblet", "mirror lamp harp"], sought="piper", phase=duel)
    thrown = replace(state, phase=replace(duel, throws={Seat(1): Thing.PAPER}))
    assert value(thrown) == value(state)


def test_the_turn_limit_makes_the_larger_set_count_more_and_more() -> None:
    def ahead(turn: int) -> float:
        hands = ["crown goblet sceptre", "mirror", "miller"]
        options = Options(turn_limit=200)
        return value(
            scene("A3 A9 A15", hands=hands, options=options, turn=turn, phase=FirstChange(), sought="piper")
        )[0]

    assert ahead(1) < ahead(150) < ahead(199)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_drawn_anew_keeps_all_but_the_order_of_the_pile(seed: int) -> None:
    random = FastRandom(seed)
    for moment in moments(game_of("labyrinth", seed)):
        state = moment.before
        drawn = COACH.redraw(state, random)
        assert replace(drawn, pile=state.pile) == state
        assert sorted(drawn.pile, key=str) == sorted(state.pile, key=str)
        assert value(drawn) == value(state)


def test_every_card_of_the_pile_is_as_likely_to_come_next() -> None:
    state = scene("A3 A15", sought="crown")
    random = FastRandom(5)
    times = 17 * 200
    next_up = Counter(COACH.redraw(state, random).pile[-1] for _ in range(times))
    assert set(next_up) == set(state.pile)
    # The chi-square of 16 degrees of freedom is below 40 all but once in a thousand times.
    assert sum((count - 200) ** 2 / 200 for count in next_up.values()) < 40


@pytest.mark.parametrize("seed", SEEDS)
def test_where_chance_is_said_to_have_no_part_nothing_drawn_anew_matters(seed: int) -> None:
    assert isinstance(COACH, LabyrinthCoach)
    calm = 0
    for moment in moments(game_of("labyrinth", seed)):
        actor = Seat(moment.seat or 0)
        if COACH.draws(moment.before, actor, moment.action):
            continue
        calm += 1
        for number in range(2):
            drawn = COACH.redraw(moment.before, FastRandom(number))
            came, _ = play(LABYRINTH, drawn, actor, moment.action, FastRandom(number + 7))
            assert replace(came, pile=moment.after.pile) == moment.after
    assert calm > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_the_parts_of_a_result_add_up_to_it_exactly(seed: int) -> None:
    file = game_of("labyrinth", seed)
    parts = parts_of(LABYRINTH, COACH, moments(file), file.outcome, FastRandom(3), depth="quick")
    for seat, part in enumerate(parts):
        assert part.result == part.fair + part.luck + part.own + part.others
        assert part.result == (seat in file.outcome.winners) / len(file.outcome.winners)
    assert sum(part.luck for part in parts) == pytest.approx(0, abs=1e-9)
