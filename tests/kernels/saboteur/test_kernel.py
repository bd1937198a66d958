"""Saboteur's kernel plays the law's games: at random, with diggers who reach the goals, compiled or not."""

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import filon
from filon.games.chance import FastRandom
from filon.games.contract import Seat, play
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import GOAL_CELLS, cell_of
from filon.games.saboteur.model import Options, Paid, Shared, SharingGold, State, Winner
from filon.games.saboteur.pieces import SEATS
from filon.kernels import COMPILED
from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE
from filon.kernels.saboteur.kernel_codes import DIGGING
from filon.kernels.saboteur.kernel_policy import Policy
from filon.kernels.stream import Stream
from filon.lab.lockstep import Series
from filon.lab.saboteur.policies import keen
from tests.games.saboteur.mines import mine, waiting
from tests.games.saboteur.stones import JUNCTIONS

CONNECTED, ADJACENT = Options(starter="random"), Options(placement="adjacent")
TABLES = [(seats, CONNECTED if seats % 2 else ADJACENT) for seats in SEATS]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_law_and_kernel_play_the_same_random_games(seats: int, options: Options) -> None:
    assert Series(SABOTEUR_BRIDGE, seats, options, seed=5).lockstep(range(2)).games == 2


def keen_game(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Any]]:
    """A game whose diggers mostly dig; every position of the law with the kernel's."""
    bridge = SABOTEUR_BRIDGE
    chance, choices = Stream(seed), FastRandom(seed)
    state = SABOTEUR.deal(seats, options, chance)
    kernel = bridge.deal(seats, options, Stream(seed))
    yield state, kernel
    while SABOTEUR.to_act(state):
        seat = waiting(state)
        choosing = isinstance(state.phase, SharingGold)
        action = SABOTEUR.legal_actions(state, seat)[0] if choosing else keen(state, choices)
        code = bridge.code(kernel, action)
        assert bridge.action(kernel, code) == action
        kernel.play(seat, code)
        state, _ = play(SABOTEUR, state, seat, action, chance)
        yield state, kernel


def test_law_and_kernel_agree_where_the_goals_are_reached() -> None:
    """Random play hardly ever gets there: all the turning of goals and the sharing of gold is here."""
    reached: Counter[str] = Counter()
    for number in range(24):
        seats, options = TABLES[number % len(TABLES)]
        for state, kernel in keen_game(seats, options, number):
            assert SABOTEUR_BRIDGE.state(kernel) == state
            codes = kernel.legal(kernel.turn)
            legal = list(SABOTEUR.legal_actions(state, Seat(kernel.turn)))
            assert [SABOTEUR_BRIDGE.action(kernel, code) for code in codes] == legal
            reached["goals"] += sum(goal.face_up for goal in state.round.goals)
            reached["two goals"] += sum(goal.face_up for goal in state.round.goals) > 1
            reached["sharing"] += isinstance(state.phase, SharingGold)
        reached["shared"] += sum(isinstance(record, Shared) for record in state.ledger)
        reached["paid"] += sum(isinstance(record, Paid) for record in state.ledger)
        assert SABOTEUR_BRIDGE.outcome(kernel) == SABOTEUR.outcome(state)
    assert min(reached[what] for what in ("goals", "two goals", "sharing", "shared", "paid")) > 0, reached


@pytest.mark.parametrize("goals", ["oNE $ oES", "$ oNE oES", "$ oES oNE", "oES oNE $", "oSW oNW $"])
def test_law_and_kernel_turn_stones_alike_that_are_reached_from_several_sides(goals: str) -> None:
    """SAB-6.2: no player digs such mazes often enough to meet them by chance."""
    for picture, move in JUNCTIONS:
        state = mine(picture, goals=goals, hand=move.split()[0], options=ADJACENT)
        kernel = SABOTEUR_BRIDGE.kernel(state, Stream(1))
        action = SABOTEUR.read(move)
        after, _ = play(SABOTEUR, state, Seat(0), action, Stream(1))
        kernel.play(0, SABOTEUR_BRIDGE.code(kernel, action))
        assert any(goal.face_up for goal in after.round.goals)
        assert SABOTEUR_BRIDGE.state(kernel) == after


def test_a_maze_of_all_cards_in_one_line_stays_within_the_frame() -> None:
    """No maze reaches farther: forty cards and the goals, straight away from the start."""
    for step in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        maze = {cell_of((0, 0)): 31}
        for far in range(1, 44):
            cell = cell_of((step[0] * far, step[1] * far))
            maze[cell] = maze.get(cell, 31)
        state = mine("start", hand="NESW NS EW rockfall map")
        maze = {cell: shape for cell, shape in maze.items() if cell not in GOAL_CELLS}
        state.round.maze.update(maze)  # type: ignore[arg-type]
        for options in (CONNECTED, ADJACENT):
            drawn = State(options, state.round, state.phase, state.gold_deck)
            kernel = SABOTEUR_BRIDGE.kernel(drawn, Stream(0))
            legal = [SABOTEUR_BRIDGE.action(kernel, code) for code in kernel.legal(0)]
            assert legal == list(SABOTEUR.legal_actions(drawn, Seat(0)))


def test_an_imagined_position_cannot_be_told_from_the_true_one() -> None:
    for number in range(6):
        seats, options = TABLES[number]
        stream = Stream(number)
        for step, (state, _) in enumerate(keen_game(seats, options, number + 50)):
            if step % 9:
                continue
            for seat in (None, *(Seat(each) for each in range(seats))):
                view = SABOTEUR.view(state, seat)
                imagined = SABOTEUR_BRIDGE.imaginer(view).imagine(stream)
                twin = SABOTEUR_BRIDGE.state(imagined)
                assert SABOTEUR.view(twin, seat) == view
                assert SABOTEUR.pieces(twin) == SABOTEUR.pieces(state)


def test_what_is_imagined_is_as_likely_as_the_law_has_it() -> None:
    """Roles, goals, cards of hands, the next card and hidden gold, both ways, some thousand times."""
    positions = [state for state, _ in keen_game(5, Options(), 3) if state.round.number == 3]
    state = positions[len(positions) // 2]
    view = SABOTEUR.view(state, Seat(1))
    imaginer, stream, random = SABOTEUR_BRIDGE.imaginer(view), Stream(1), FastRandom(1)
    times = 3000
    kernels = _frequencies(SABOTEUR_BRIDGE.state(imaginer.imagine(stream)) for _ in range(times))
    laws = _frequencies(SABOTEUR.imagine(view, random) for _ in range(times))
    assert kernels.keys() | laws.keys() == kernels.keys() & laws.keys()
    for what, often in laws.items():
        expected = (often + kernels[what]) / 2
        assert abs(kernels[what] - often) < 6 * expected**0.5 + 1, (what, often, kernels[what])


def _frequencies(states: Iterator[State]) -> Counter[Any]:
    seen: Counter[Any] = Counter()
    for state in states:
        table = state.round
        seen[table.roles] += 1
        seen[tuple((goal.card, goal.turned) for goal in table.goals)] += 1
        for seat in (0, 2, 3, 4):
            seen[seat, table.hands[seat][0].value[0]] += 1
        seen["pile", table.pile[-1].value[0]] += 1
        seen["gold", sum(state.gold_deck)] += 1
        seen["next gold", state.gold_deck[-1]] += 1
    return Counter({what: often for what, often in seen.items() if often > 60})


def test_series_are_the_playouts_added_up() -> None:
    options = Options(starter="random")
    totals = SABOTEUR_BRIDGE.series(4, options, 9, range(3, 8))
    assert totals.games == 5
    decisions = 0
    scores = [0] * 4
    for number in range(3, 8):
        kernel = SABOTEUR_BRIDGE.deal(4, options, Stream(9, number))
        decisions += kernel.playout()
        outcome = SABOTEUR_BRIDGE.outcome(kernel)
        assert outcome is not None
        scores = [sum(both) for both in zip(scores, outcome.scores, strict=True)]
    assert totals.decisions == decisions
    assert list(totals.scores) == scores
    assert sum(totals.tally) == 15


def test_compiled_and_interpreted_kernels_play_alike(tmp_path: Path) -> None:
    """The sources alone, in a folder of their own, against whatever runs here."""
    told = (
        "from filon.games.saboteur.model import Options\n"
        "from filon.kernels import COMPILED\n"
        "from filon.kernels.saboteur.bridge import SABOTEUR_BRIDGE\n"
        "from filon.kernels.saboteur.kernel_policy import Policy\n"
        "from filon.kernels.stream import Stream\n"
        "totals = SABOTEUR_BRIDGE.series(5, Options(), 3, range(12))\n"
        "print(COMPILED, totals.decisions, list(totals.scores), list(totals.wins), list(totals.tally))\n"
        "policy = Policy()\n"
        "for number in range(6):\n"
        "    kernel = SABOTEUR_BRIDGE.deal(4, Options(), Stream(2, number))\n"
        "    print(policy.finish(kernel, 1), kernel.stream.word(), SABOTEUR_BRIDGE.state(kernel))\n"
    )
    package = Path(filon.__file__).parent
    shutil.copytree(package, tmp_path / "filon", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    here, there = (
        subprocess.run(
            [sys.executable, "-c", told],
            env={"PYTHONPATH": str(folder), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split(maxsplit=1)
        for folder in (package.parent, tmp_path)
    )
    assert here[0] == str(COMPILED)
    assert there[0] == "False"
    assert here[1] == there[1]


def test_playouts_choose_nothing_but_what_is_legal() -> None:
    """Informed or not: every choice of the policy is one of the law's, for all numbers of players."""
    policy = Policy()
    found = 0
    for seats, options in TABLES:
        kernel = SABOTEUR_BRIDGE.deal(seats, options, Stream(seats))
        while kernel.number == 1 and kernel.phase == DIGGING:
            code = policy.choose(kernel)
            assert code in kernel.legal(kernel.turn)
            kernel.play(kernel.turn, code)
        found += SABOTEUR_BRIDGE.state(kernel).results[0].winner is Winner.DIGGERS
        policy.ways.forget()
    assert found > 0
