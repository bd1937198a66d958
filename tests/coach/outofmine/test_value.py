"""Shares of the win: fair to all seats, exact at the end, and blind to what nobody can know."""

from collections import Counter

import pytest
from msgspec.structs import replace

from filon.coach.luck import KnowsChance, spans
from filon.coach.outofmine import COACH
from filon.coach.outofmine.value import value
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Counted, Options, Take
from filon.games.outofmine.pieces import ROUNDS, SEATS, Tile
from tests.coach.games import game_of
from tests.coach.outofmine.scripts import BAT, P5, SPOILT, Script


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_is_better_off_by_where_they_sit(seats: int) -> None:
    state = OUTOFMINE.deal(seats, Options(), FastRandom(4))
    alike = replace(state, boards=(state.boards[0],) * seats)
    assert value(alike) == pytest.approx((1 / seats,) * seats)


def test_after_the_last_round_the_shares_are_exact_and_a_tie_is_shared() -> None:
    state = OUTOFMINE.deal(3, Options(), FastRandom(1))
    last = replace(state, phase=Counted(), round=ROUNDS)
    assert value(replace(last, scores=(50, 49, 12))) == (1, 0, 0)
    assert value(replace(last, scores=(50, 50, 12))) == (0.5, 0.5, 0)
    assert value(replace(last, round=ROUNDS - 1, scores=(50, 49, 12)))[1] > 0.2


def test_a_point_counts_more_the_fewer_rounds_are_left() -> None:
    state = replace(OUTOFMINE.deal(2, Options(), FastRandom(1)), phase=Counted(), scores=(30, 25))
    shares = [value(replace(state, round=number))[0] for number in range(1, ROUNDS + 1)]
    assert shares == sorted(shares)
    assert shares[0] > 0.5


def test_hands_that_dig_on_change_nothing_and_a_lost_filling_does() -> None:
    """The motions of all sum up to the pace of all: what stands out is what has to be undone."""
    script = Script()
    begun = value(script.state)
    for number, squares in enumerate(BAT[:3]):
        script.lays(0, squares, 2_000 * number)
        assert value(script.state) == begun
    spoilt = Script()
    spoilt.lays(0, SPOILT, 3_000)
    assert value(spoilt.state)[0] < begun[0] - 0.005


def test_whoever_is_left_without_the_last_tile_has_lost_something() -> None:
    script = Script()
    for number, squares in enumerate(BAT[:-1]):
        script.lays(0, squares, 2_000 * number)
    before = value(script.state)
    script.does(1, Take(Tile(P5)), 30_000)
    assert value(script.state)[0] < before[0]


def test_redraw_keeps_all_that_is_known() -> None:
    counted = moments(game_of("outofmine"))
    orders = set()
    for moment in counted[:: len(counted) // 12]:
        state = moment.before
        drawn = COACH.redraw(state, FastRandom(moment.step))
        for seat in (None, Seat(0)):
            assert OUTOFMINE.view(drawn, seat) == OUTOFMINE.view(state, seat)
        assert OUTOFMINE.pieces(drawn) == OUTOFMINE.pieces(state)
        assert Counter(drawn.card_pile) == Counter(state.card_pile)
        orders.add(drawn.card_pile == state.card_pile)
    assert orders == {False}


def test_where_nothing_is_said_to_be_drawn_nothing_is() -> None:
    assert isinstance(COACH, KnowsChance)
    drawn = 0
    for span in spans(OUTOFMINE, moments(game_of("outofmine"))):
        revealed = (span.after.boards, len(span.after.card_pile)) != (
            span.before.boards,
            len(span.before.card_pile),
        )
        actor = TABLE if span.seat is None else Seat(span.seat)
        assert COACH.draws(span.before, actor, span.action) or not revealed
        drawn += revealed
    assert drawn == 2 * ROUNDS - 1
