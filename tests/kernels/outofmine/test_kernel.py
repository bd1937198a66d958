"""What the lockstep tests of all kernels do not ask: rounds without a clock, and what a view leaves open."""

import pytest

from filon.games.contract import Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Away, Options, TimeUp
from filon.kernels.outofmine.bridge import OUTOFMINE_BRIDGE
from filon.kernels.stream import Stream
from filon.lab.lockstep import Series
from filon.lab.walk import walk

EXPERT = Options(referee="live", elves="on", finds="on")


@pytest.mark.parametrize("referee", ["end", "live"])
def test_without_a_time_limit_law_and_kernel_agree_too(referee: str) -> None:
    options = Options(referee="live" if referee == "live" else "end", round_limit=None, elves="on")
    assert Series(OUTOFMINE_BRIDGE, 3, options, seed=5).lockstep(range(1)).decisions > 100


@pytest.mark.parametrize(("number", "action"), [(12, TimeUp), (642, Away)])
def test_a_playout_meets_the_tables_clock_as_the_law_does(number: int, action: type) -> None:
    """Random rounds are seldom so long: these two are."""
    chance = Stream(1, number)
    steps = walk(OUTOFMINE, OUTOFMINE.deal(4, Options(), chance), chance)
    assert any(isinstance(step.action, action) for step in steps)
    Series(OUTOFMINE_BRIDGE, 4, Options(), seed=1).lockstep(range(number, number + 1))


@pytest.mark.parametrize("seat", [None, Seat(1)])
def test_the_same_stream_imagines_the_same(seat: Seat | None) -> None:
    state = OUTOFMINE.deal(2, EXPERT, Stream(1))
    for number, step in enumerate(walk(OUTOFMINE, state, Stream(2))):
        if number % 5:
            continue
        view = OUTOFMINE.view(step.after, seat)
        imagined = OUTOFMINE_BRIDGE.imaginer(view).imagine(Stream(number))
        assert OUTOFMINE_BRIDGE.state(imagined) == OUTOFMINE.imagine(view, Stream(number))


def test_an_imagined_position_and_a_copy_go_their_own_ways() -> None:
    state = OUTOFMINE.deal(4, EXPERT, Stream(1))
    for number, step in enumerate(walk(OUTOFMINE, state, Stream(3))):
        state = step.after
        if number == 40:
            break
    view = OUTOFMINE.view(state, Seat(0))
    imaginer = OUTOFMINE_BRIDGE.imaginer(view)
    first = imaginer.imagine(Stream(9))
    before = OUTOFMINE_BRIDGE.state(first)
    twin = first.copy(Stream(10))
    assert OUTOFMINE_BRIDGE.state(twin) == before
    twin.playout()
    assert OUTOFMINE_BRIDGE.outcome(twin) is not None
    assert OUTOFMINE_BRIDGE.state(first) == before
    first.playout()
    assert OUTOFMINE_BRIDGE.state(imaginer.imagine(Stream(9))) == before
