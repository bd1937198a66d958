"""The last cards of a round, with every hand known: who wins if both sides do their best."""

import pytest

from filon.games.saboteur.model import Options, State
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.saboteur.kernel_solver import UNSOLVED, Solver
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream
from tests.games.saboteur.mines import mine

MOST = 100_000
ONE_AWAY = "start ESW NESW ESW NESW ESW NESW"
TWO_AWAY = "start ESW NESW ESW NESW ESW"


def ending(steps: str, hands: str, saboteur: int) -> State:
    """Three players, the first to move; the treasure lies straight ahead."""
    first, *others = hands.split(" | ")
    return mine(
        steps,
        hand=first,
        hands=dict(enumerate(others, start=1)),
        saboteurs=[saboteur],
        seats=3,
        goals="oSW $ oNW",
        pile="",
    )


@pytest.mark.parametrize(
    ("steps", "hands", "saboteur", "diggers"),
    [
        (ONE_AWAY, "ESW | xNESW | NS", 1, 1),  # before the saboteur has a turn
        (ONE_AWAY, "xNESW | ESW | NS", 0, 0),  # the one place is blocked
        (ONE_AWAY, "NS | ESW | NS", 0, 1),  # nothing blocks it
        (ONE_AWAY, "map | xNESW | EW", 1, 0),  # it comes too late
        (ONE_AWAY, "NESW | xNESW | ESW", 1, 1),
        (ONE_AWAY, "broken_pick | EW | NS", 0, 0),  # the only one who could lay the last card
        (ONE_AWAY, "broken_pick | EW repair_pick | NS xS", 0, 1),  # who mends first, and lays it then
        (TWO_AWAY, "EW | xS | EW", 1, 1),  # no dead end of theirs fits
        (TWO_AWAY, "EW | xEW | EW", 1, 0),
        (TWO_AWAY, "EW | map | map", 1, 0),  # one card short
        (TWO_AWAY, "EW EW | rockfall | map map", 1, 0),
    ],
)
def test_what_both_sides_can_force(steps: str, hands: str, saboteur: int, diggers: int) -> None:
    kernel = SABOTEUR_BRIDGE.kernel(ending(steps, hands, saboteur), Stream(1))
    solver = Solver(Policy())
    assert solver.begins(kernel)
    assert solver.solve(kernel, 1, MOST) == diggers


def test_with_cards_to_draw_or_full_hands_it_does_not_begin() -> None:
    solver = Solver(Policy())
    drawing = mine(hand="xEW", saboteurs=[0], pile="NS")
    assert not solver.begins(SABOTEUR_BRIDGE.kernel(drawing, Stream(0)))
    full = ending(TWO_AWAY, "EW EW EW | xS map map | NS NS NS", 1)
    assert not solver.begins(SABOTEUR_BRIDGE.kernel(full, Stream(0)))


def test_what_takes_too_long_is_left_open() -> None:
    kernel = SABOTEUR_BRIDGE.kernel(ending(TWO_AWAY, "EW NS | xS NS | EW NS", 1), Stream(1))
    assert Solver(Policy()).solve(kernel, 1, 1) == UNSOLVED
    assert Solver(Policy()).solve(kernel, 1, MOST) != UNSOLVED


def by_trying_all(kernel: SaboteurKernel) -> bool:
    """Whether the diggers win, all of whom are at their best, and the saboteurs, too."""
    if kernel.phase != DIGGING or kernel.number != 1:
        return kernel.result[0] & 3 == DIGGERS
    seat = kernel.turn
    results = set()
    for code in kernel.legal(seat):
        twin = kernel.copy(kernel.stream.copy())
        twin.play(seat, code)
        results.add(by_trying_all(twin))
        if not kernel.roles >> seat & 1 and True in results:
            return True
        if kernel.roles >> seat & 1 and False in results:
            return False
    return True in results


def test_it_finds_what_trying_everything_finds() -> None:
    """Rounds of playouts, cut short near the treasure: nothing to draw any more, and a card for each."""
    policy, ways = Policy(), Ways()
    found = [0, 0]
    for number in range(150):
        options = Options(placement="adjacent" if number % 2 else "connected")
        kernel = SABOTEUR_BRIDGE.deal(3 + number % 2, options, Stream(8, number))
        policy.ways.forget()
        ways.forget()
        treasure = [int(goal) for goal in kernel.goal].index(0)
        while kernel.number == 1 and kernel.phase == DIGGING and ways.missing(kernel.maze, treasure) > 1:
            kernel.do(policy.choose(kernel))
        if kernel.number > 1 or kernel.phase != DIGGING:
            continue
        kernel.pile_count = 0
        for seat in range(kernel.seats):
            kernel.hand[seat] = (int(kernel.hand[seat]) & 31) | 1 << 32
        diggers = by_trying_all(kernel.copy(Stream(0)))
        found[diggers] += 1
        assert Solver(Policy()).solve(kernel, 1, MOST) == diggers
    assert min(found) > 7
