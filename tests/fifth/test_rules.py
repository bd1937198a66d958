"""Candles, rule by rule; the positions are drawn by hand."""

from itertools import product

import pytest

from filon.games.chance import FastRandom
from filon.games.contract import HIDDEN, Hidden, IllegalAction, Seat, play
from filon.lab.walk import walk
from tests.fifth.games import GAME
from tests.fifth.games.model import CANDLES, Action, Dark, Light, Options, Settled, State, StayDark
from tests.fifth.games.notation import read

RANDOM = FastRandom(1)


def night(*hands: tuple[int, ...], gem: int = 5, pile: tuple[int, ...] = (), light: str = "bright") -> State:
    """With these hands, and nothing decided yet."""
    held = {candle for hand in hands for candle in hand}
    return State(
        options=Options(light=light),  # type: ignore[arg-type]
        hands=hands,
        box=tuple(candle for candle in CANDLES if candle not in held),
        burnt=(),
        pile=pile,
        won=((),) * len(hands),
        lost=(),
        phase=Dark(gem, {}),
    )


def decided(state: State, *words: str) -> State:
    """After each seat's decision in turn."""
    for seat, word in enumerate(words):
        state, _ = play(GAME, state, Seat(seat), read(word), RANDOM)
    return state


def refused(state: State, seat: int, action: Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, Seat(seat), action, RANDOM)
    return refusal.value.rule


def test_two_to_four_play() -> None:
    """CAN-1.0"""
    assert list(GAME.seats) == [2, 3, 4]
    assert refused(night((1,), (2,)), 2, StayDark()) == "CAN-1.0"


@pytest.mark.parametrize("seats", GAME.seats)
def test_three_candles_each_and_a_gem_lies_there(seats: int) -> None:
    """CAN-1.1, CAN-1.2, CAN-1.3"""
    dealt: State = GAME.deal(seats, Options(), FastRandom(3))
    assert [len(hand) for hand in dealt.hands] == [3] * seats
    assert len(dealt.box) == 16 - 3 * seats
    assert isinstance(dealt.phase, Dark)
    assert sorted((*dealt.pile, dealt.phase.gem)) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seats", GAME.seats)
def test_nobody_sees_a_candle_of_another_hand_that_is_not_burnt(seats: int) -> None:
    """CAN-1.2, CAN-2.1"""
    random = FastRandom(seats)
    for step in walk(GAME, GAME.deal(seats, Options(), random), random):
        for viewer in (None, *map(Seat, range(seats))):
            seen = GAME.view(step.after, viewer)
            for owner, hand in enumerate(seen.hands):
                true = step.after.hands[owner]
                assert hand == (true if owner == viewer else (HIDDEN,) * len(true))
            for owner, choice in getattr(seen.phase, "choices", {}).items():
                assert isinstance(choice, Hidden) is (owner != viewer)


def test_a_candle_of_the_own_hand_or_none_and_a_decision_stands() -> None:
    """CAN-2.1"""
    state = night((4, 7), (9,))
    assert GAME.legal_actions(state, Seat(0)) == (Light(4), Light(7), StayDark())
    assert refused(state, 0, Light(9)) == "CAN-2.1"
    state = decided(state, "dark")
    assert GAME.to_act(state) == {1}
    assert refused(state, 0, Light(4)) == "CAN-2.1"


def test_the_brightest_light_takes_the_gem_when_all_have_decided() -> None:
    """CAN-2.2, CAN-2.3"""
    state = night((4, 7), (9, 12), (1, 16), pile=(2,))
    assert decided(state, "light 7", "light 9").won == ((), (), ())
    after = decided(state, "light 7", "light 9", "dark")
    assert after.won == ((), (5,), ())
    assert after.hands == ((4,), (12,), (1, 16))
    assert after.burnt == (7, 9)


def test_a_gem_for_which_nobody_lights_a_candle_is_lost() -> None:
    """CAN-2.2"""
    assert decided(night((1,), (2,)), "dark", "dark").lost == (5,)


def test_then_the_next_gem_is_turned_up_until_there_is_none() -> None:
    """CAN-2.4"""
    state = decided(night((1,), (2,), pile=(3, 4)), "light 1", "dark")
    assert state.phase == Dark(4, {})
    assert state.pile == (3,)
    state = decided(decided(state, "dark", "dark"), "dark", "dark")
    assert state.phase == Settled()
    assert refused(state, 0, StayDark()) == "CAN-3.1"


def test_the_greatest_worth_wins_and_a_tie_is_shared() -> None:
    """CAN-3.1"""
    won = GAME.outcome(decided(night((1, 3), (2,)), "light 1", "light 2"))
    assert won is not None
    assert (won.winners, won.scores) == ((1,), (0, 5))
    shared = GAME.outcome(decided(night((1,), (2,)), "dark", "dark"))
    assert shared is not None
    assert shared.winners == (0, 1)


def test_a_soft_light_takes_the_gem_where_that_was_agreed() -> None:
    """CAN-4.1"""
    after = decided(night((4,), (9,), (1,), light="soft"), "light 4", "light 9", "dark")
    assert after.won == ((5,), (), ())


def test_the_counted_sequences_counted_a_second_way() -> None:
    """counts.toml: two players, each with three candles or the dark, in any order, for two gems."""
    first = list(product(range(4), repeat=2))
    left = [(3 - (one < 3), 3 - (other < 3)) for one, other in first]
    then = [2 * (one + 1) * (other + 1) for one, other in left]
    counted = [2 * 4, 2 * len(first), 2 * sum(one + other + 2 for one, other in left), 2 * sum(then)]
    assert counted == [8, 32, 208, 676]
