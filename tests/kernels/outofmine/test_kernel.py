"""What the lockstep of all kernels does not ask: calls, rounds without a clock, what a view leaves open."""

from collections.abc import Sequence

import pytest

from filon.bots import level
from filon.bots.sight import Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import TABLE, Actor, Seat, play
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import Action, Away, Call, Options, Place, PutBack, State, TimeUp
from filon.kernels.contract import TABLE as KERNEL_TABLE
from filon.kernels.outofmine.bridge import OUTOFMINE_BRIDGE
from filon.kernels.stream import Stream
from filon.lab.lockstep import Series
from filon.lab.walk import walk

EXPERT = Options(referee="live", elves="on", finds="on")


@pytest.mark.parametrize("referee", ["end", "live"])
def test_without_a_time_limit_law_and_kernel_agree_too(referee: str) -> None:
    options = Options(referee="live" if referee == "live" else "end", round_limit=None, elves="on")
    assert Series(OUTOFMINE_BRIDGE, 3, options, seed=5).lockstep(range(1)).decisions > 100


def test_a_playout_meets_the_tables_clock_and_both_hands_as_the_law_does() -> None:
    """OOM-3.2, OOM-3.6, OOM-3.7: this game has all of them."""
    number = 7
    chance = Stream(1, number)
    steps = list(walk(OUTOFMINE, OUTOFMINE.deal(4, Options(), chance), chance))
    assert {TimeUp, Away} <= {type(step.action) for step in steps}
    assert PutBack("second") in [step.action for step in steps]
    assert any(isinstance(step.action, Place) and step.action.hand == "second" for step in steps)
    Series(OUTOFMINE_BRIDGE, 4, Options(), seed=1).lockstep(range(number, number + 1))


@pytest.mark.parametrize("options", [Options(), EXPERT])
def test_law_and_kernel_agree_in_games_that_are_played_to_be_won(options: Options) -> None:
    """OOM-3.5: at random nobody ever covers a gallery. Here normal players do, with a random motion in eight;
    whoever has covered one wrongly calls, too.
    """
    random = FastRandom(1)
    chances = Stream(1), Stream(1)
    state = OUTOFMINE.deal(2, options, FastRandom(1))
    kernel = OUTOFMINE_BRIDGE.kernel(state, chances[0])
    calls = []
    while OUTOFMINE.outcome(state) is None:
        actor = pick(sorted(OUTOFMINE.to_act(state)), random) if OUTOFMINE.to_act(state) else TABLE
        legal = OUTOFMINE.legal_actions(state, actor)
        number = KERNEL_TABLE if actor is TABLE else actor
        assert [OUTOFMINE_BRIDGE.action(kernel, code) for code in kernel.legal(number)] == list(legal)
        action = _sensible(state, actor, legal, random)
        kernel.play(number, OUTOFMINE_BRIDGE.code(kernel, action))
        state, _ = play(OUTOFMINE, state, actor, action, chances[1])
        assert OUTOFMINE_BRIDGE.state(kernel) == state
        if action == Call():
            assert state.last is not None
            calls.append(next(count.call for count in state.last.counts if count.call))
    assert 2 in calls


def _sensible(state: State, actor: Actor, legal: Sequence[Action], random: FastRandom) -> Action:
    if actor is TABLE or random.below(8) == 0:
        return pick(legal, random)
    if Call() in legal:
        return Call()
    sight = Sight(OUTOFMINE, OUTOFMINE.view(state, actor), legal)
    action: Action = level("normal").choose(sight, random)
    return action


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
