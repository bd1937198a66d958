"""Small Diamant: it is the law's Diamant, OpenSpiel solves it, and a solver of our own agrees."""

import random
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st
from open_spiel.python.algorithms import cfr, exploitability

import filon.lab.openspiel  # noqa: F401 - it registers the games
from filon.games.contract import Malformed, Seat, play
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import CardTurned, CaveEntered, Choice, Choose, Expedition
from filon.games.diamant.pieces import CAVES, GEM_VALUES, HAZARD_COPIES, Danger, Gems, Hazard
from filon.kernels.stream import Stream
from filon.lab.diamant import small
from filon.lab.diamant.solve import square_value, value_of
from filon.lab.errors import GameIsOver, NotLegal, NotWaitedFor

WHOLE = small.Rules(chests=(0, 0, 0), gems=GEM_VALUES, hazards=len(Hazard), copies=HAZARD_COPIES, caves=CAVES)


@pytest.mark.parametrize("seats", [3, 5])
def test_with_the_whole_deck_it_is_the_law(seats: int) -> None:
    """Card by card and choice by choice: chests, loot, what lies there, who is inside, the pile, the deck."""
    rules = WHOLE if seats == 3 else small.Rules(**{**as_dict(WHOLE), "chests": (0,) * seats})
    for number in range(40):
        stream, numbers = Stream(1, number), random.Random(number)
        law = DIAMANT.deal(seats, DIAMANT.simulation, stream)
        twin = small.turned(rules, small.start(rules), law.phase.gallery[0].card)  # type: ignore[union-attr]
        while isinstance(law.phase, Expedition):
            cave = law.phase
            assert (twin.chests, twin.cave, twin.inside, twin.loot) == (
                law.chests,
                cave.cave,
                cave.inside,
                cave.loot,
            )
            assert twin.left == sum(turned.left for turned in cave.gallery)
            assert Counter(twin.pile) == Counter(cave.pile)
            assert set(twin.met) == {t.card.hazard for t in cave.gallery if isinstance(t.card, Danger)}
            assert len(twin.deck) == 30 - len(law.removed)
            assert not twin.turning
            leavers = [seat for seat in cave.inside if numbers.random() < 0.2]
            for seat in cave.inside:
                choice = Choice.LEAVE if seat in leavers else Choice.GO_ON
                law, events = play(DIAMANT, law, seat, Choose(choice), stream)
            twin = small.chosen(rules, twin, leavers)
            for event in events:
                if isinstance(event, CardTurned):
                    twin = small.turned(rules, twin, event.card)
                if isinstance(event, CaveEntered):
                    assert Counter(twin.deck) == Counter(event.pile)  # type: ignore[arg-type]
        assert small.is_over(twin)
        mine, theirs = small.outcome(twin), DIAMANT.outcome(law)
        assert theirs is not None
        assert (mine.winners, mine.scores) == (theirs.winners, theirs.scores)


def as_dict(rules: small.Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}


def test_when_the_pile_has_run_out_everybody_goes_home() -> None:
    rules = small.Rules(gems=(3,), hazards=1, copies=1)
    state = small.turned(rules, small.start(rules), Danger(Hazard.SNAKES))
    state = small.chosen(rules, state, ())
    assert small.cards_to_turn(state) == [(Gems(3), 1)]
    state = small.turned(rules, state, Gems(3))
    assert small.is_over(state)
    assert state.chests == (1, 1)


SPECS = (
    "filon_diamant_small",
    "filon_diamant_small(players=3,simultaneous=False,gems=2;5,caves=2)",
    "filon_diamant_small(players=2,simultaneous=False,chests=0;3,hazards=2,rewards=score)",
    "filon_diamant_small(players=4,gems=9;,hazards=5,copies=3,caves=5)",
)


@pytest.mark.parametrize("spec", SPECS)
def test_openspiels_own_random_simulation_passes(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=5, serialize=True, verbose=False)


def solved(spec: str, iterations: int) -> tuple[Any, Any]:
    """A game as a cached tree, and the solver: its average policy lives as long as it does."""
    game = pyspiel.load_game_as_turn_based(spec)
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return tree, solver


def gap_of(tree: Any, policy: Any) -> float:
    """NashConv: what all could gain together, each by doing otherwise alone."""
    return float(pyspiel.nash_conv(tree, policy, use_state_get_policy=True))


@pytest.mark.parametrize(
    ("spec", "rules", "value"),
    [
        ("filon_diamant_small", small.Rules(), Fraction(1, 2)),
        (
            "filon_diamant_small(chests=0;2,simultaneous=False)",
            small.Rules(chests=(0, 2)),
            Fraction(214, 1575),
        ),
        pytest.param(
            "filon_diamant_small(chests=1;0,gems=2;5,caves=2,simultaneous=False)",
            small.Rules(chests=(1, 0), gems=(2, 5), caves=2),
            Fraction(193, 235),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_cfr_finds_the_value_that_our_own_solver_finds(
    spec: str, rules: small.Rules, value: Fraction
) -> None:
    """A policy's returns are the value but for what either could still gain."""
    assert value_of(rules) == value
    tree, solver = solved(spec, 150)
    policy = solver.average_policy()
    gap = gap_of(tree, policy)
    returns = pyspiel.expected_returns(
        tree.new_initial_state(), policy, depth_limit=-1, use_infostate_get_policy=True
    )
    assert gap < 0.01
    assert abs(returns[0] - float(value)) <= gap + 1e-9
    assert sum(returns) == pytest.approx(1)


def test_openspiels_python_methods_run_too() -> None:
    spec = "filon_diamant_small(simultaneous=False,chests=0;1,gems=2;5)"
    tree = pyspiel.convert_to_cached_tree(pyspiel.load_game(spec))
    solver = cfr.CFRSolver(tree)
    found = []
    for _ in range(20):
        solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(tree, solver.average_policy()))
    assert found[-1] < found[0] / 4
    assert found[-1] < 0.03
    plain = exploitability.nash_conv(pyspiel.load_game(spec), solver.average_policy())
    assert plain == pytest.approx(2 * found[-1])


def test_three_players_come_near_an_equilibrium() -> None:
    """There is no value between three, but nobody can gain much any more by doing otherwise."""
    found = []
    for iterations in (1, 10, 100):
        tree, solver = solved(
            "filon_diamant_small(players=3,simultaneous=False,gems=4;7,chests=0;1;2)", iterations
        )
        found.append(gap_of(tree, solver.average_policy()))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 0.01


@given(st.tuples(*[st.fractions(0, 1, max_denominator=20)] * 4))
def test_a_two_by_two_game_is_worth_what_either_can_make_sure_of(cells: tuple[Fraction, ...]) -> None:
    """Against all mixtures of a fine grid, neither side does better than the value says."""
    a, b, c, d = cells
    value = square_value(((a, b), (c, d)))
    mixtures = [Fraction(part, 40) for part in range(41)]
    rows = max(min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in mixtures)
    columns = min(max(p * a + (1 - p) * b, p * c + (1 - p) * d) for p in mixtures)
    assert rows <= value <= columns
    assert columns - rows <= Fraction(1, 20)


def test_the_value_is_symmetric_and_grows_with_the_own_chest() -> None:
    values = [value_of(small.Rules(chests=(own, 3))) for own in range(7)]
    assert values == sorted(values)
    assert [1 - value_of(small.Rules(chests=(3, own))) for own in range(7)] == values
    assert values[3] == Fraction(1, 2)


def test_a_choice_stays_secret_until_the_last_is_in() -> None:
    state = pyspiel.load_game("filon_diamant_small(players=3,simultaneous=False)").new_initial_state()
    state.apply_action(1)
    goes, leaves = state.child(0), state.child(1)
    for player in (1, 2):
        assert goes.information_state_string(player) == leaves.information_state_string(player)
        assert goes.information_state_tensor(player) == leaves.information_state_tensor(player)
        assert goes.observation_string(player) == leaves.observation_string(player)
        assert goes.observation_tensor(player) == leaves.observation_tensor(player)
        imagined = goes.resample_from_infostate(player, random.Random(1).random)
        assert imagined.information_state_string(player) == goes.information_state_string(player)
        assert imagined.current_player() == goes.current_player()
    assert goes.information_state_string(0) != leaves.information_state_string(0)
    drawn = {str(goes.resample_from_infostate(1, random.Random(seed).random)) for seed in range(9)}
    assert drawn == {str(goes), str(leaves)}


def test_perfect_recall_in_numbers() -> None:
    """No two information states look alike as tensors."""
    game = pyspiel.load_game("filon_diamant_small(players=2,simultaneous=False,gems=2;5)")
    by_tensor: dict[tuple[float, ...], str] = {}

    def visit(state: Any) -> None:
        if state.is_player_node():
            player = state.current_player()
            tensor = tuple(state.information_state_tensor(player))
            text = state.information_state_string(player)
            assert by_tensor.setdefault(tensor, text) == text
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    assert len(set(by_tensor.values())) == len(by_tensor) > 50


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ("players=1", "players"),
        ("players=9", "players"),
        ("players=-3", "players"),
        ("players=3,chests=1;2", "chests"),
        ("gems=1;two", "gems"),
        ("gems=1;999", "gems"),
        ("hazards=6", "hazards"),
        ("copies=0", "copies"),
        ("caves=6", "caves"),
        ("rewards=gold", "rewards"),
    ],
)
def test_a_bad_parameter_is_named(parameters: str, field: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=field) as caught:
        pyspiel.load_game(f"filon_diamant_small({parameters})")
    assert isinstance(caught.value, Malformed)
    assert caught.value.field == field


def test_what_is_not_legal_is_refused_by_name_and_changes_nothing() -> None:
    state = pyspiel.load_game("filon_diamant_small").new_initial_state()
    with pytest.raises(NotLegal, match="action 9 is not legal for chance"):
        state.apply_action(9)
    state.apply_action(0)
    before = state.serialize()
    with pytest.raises(NotLegal, match="action 2 is not legal for seat 1"):
        state.apply_actions([0, 2])
    with pytest.raises(NotWaitedFor, match="no chance node"):
        state.chance_outcomes()
    assert state.serialize() == before
    state.apply_actions([1, 1])
    with pytest.raises(GameIsOver):
        state.apply_action(0)
    with pytest.raises(ValueError, match="no value"):
        value_of(small.Rules(chests=(0, 0, 0)))
    assert small.outcome(state.law).winners == (Seat(0), Seat(1))


def test_what_the_documentation_runs_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/lab/openspiel.md").read_text("utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)  # noqa: S102 - a page of our own
    assert float(capsys.readouterr().out) == pytest.approx(0.001, abs=0.0005)
