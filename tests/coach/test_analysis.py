"""What an analysis says holds together: nothing forced is judged, nothing depends on when it is asked."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from filon.coach.analysis import LEAST_CHANGE, MOST_TURNING_POINTS, analyse, analysing, is_decision, worst
from filon.coach.contract import Moment
from filon.coach.model import Analysis
from filon.coach.registry import coach_of
from filon.games.contract import CONTINUE, Malformed
from filon.games.diamant.model import ExpeditionView
from filon.tables.export import TakenBack
from tests.coach.games import decided, game_of

DIAMANTS = coach_of("diamant")


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(game_of("diamant"), depth="quick")


def test_the_same_file_depth_and_seed_give_the_same_analysis(analysis: Analysis) -> None:
    again = analyse(game_of("diamant"), depth="quick")
    assert msgspec.json.encode(again) == msgspec.json.encode(analysis)
    other = analyse(game_of("diamant"), depth="quick", seed=1)
    assert other.decisions != analysis.decisions


def test_progress_only_grows() -> None:
    done = list(_progress(analysing(game_of("diamant"), depth="quick")))
    assert done == sorted(done)
    assert 0 <= done[0] < done[-1] <= 1


def _progress(work: Iterator[float]) -> Iterator[float]:
    yield from work


def test_every_decision_holds_what_was_played_and_the_best_first(analysis: Analysis) -> None:
    steps = game_of("diamant").steps
    assert analysis.decisions
    for decision in analysis.decisions:
        played = steps[decision.step]
        assert not isinstance(played, TakenBack)
        assert decision.options[decision.played].action == played.action
        assert decision.seat == played.seat
        values = [option.game for option in decision.options]
        assert values[0] == max(values)


def test_only_a_clear_difference_costs_anything(analysis: Analysis) -> None:
    for decision in analysis.decisions:
        best, here = decision.options[0], decision.options[decision.played]
        if decision.verdict == "mistake":
            assert decision.cost == pytest.approx(best.game - here.game)
            assert decision.cost > 2 * here.error
        else:
            assert decision.cost == 0
    assert {"best", "mistake"} <= {decision.verdict for decision in analysis.decisions}


def test_the_worst_are_the_dearest_mistakes_of_one_seat(analysis: Analysis) -> None:
    for seat in range(3):
        found = worst(analysis, seat, 2)
        costs = [one.cost for one in analysis.decisions if one.seat == seat]
        assert [one.cost for one in found] == sorted(filter(None, costs), reverse=True)[:2]


def test_the_curve_has_a_point_for_each_step_and_the_end(analysis: Analysis) -> None:
    file = game_of("diamant")
    assert len(analysis.curve) == len(file.steps) + 1
    assert all(sum(point) == pytest.approx(1) for point in analysis.curve)
    winners = file.outcome.winners
    assert analysis.curve[-1] == tuple((seat in winners) / len(winners) for seat in range(3))


def test_turning_points_are_few_large_and_in_order(analysis: Analysis) -> None:
    points = analysis.turning_points
    assert 0 < len(points) <= MOST_TURNING_POINTS
    assert all(abs(point.change) >= LEAST_CHANGE for point in points)
    assert [point.step for point in points] == sorted(point.step for point in points)
    for point in points:
        assert point.why.key == ("coach.gained" if point.change > 0 else "coach.lost")
        assert point.why.values["points"] == round(100 * abs(point.change))


def test_what_was_taken_back_is_not_judged(analysis: Analysis) -> None:
    file = game_of("diamant")
    steps: list[Any] = [*file.steps[:6], TakenBack(file.steps[5].sequence + 1, file.steps[3].sequence)]
    steps += [replace(step, sequence=step.sequence + 100) for step in file.steps[3:]]
    undone = analyse(replace(file, steps=tuple(steps)), depth="quick")
    assert not {3, 4, 5, 6} & {decision.step for decision in undone.decisions}
    assert len(undone.decisions) == len(analysis.decisions)
    assert len(undone.curve) == len(steps) + 1


def test_forced_moves_and_signs_of_being_ready_are_no_decisions() -> None:
    for name in ("saboteur", "diamant", "labyrinth", "outofmine"):
        coach = coach_of(name)
        for moment, sight in decided(name):
            if is_decision(coach, moment, sight):
                assert len(sight.legal) > 1
                assert moment.action != CONTINUE
    moment, sight = decided("diamant")[0]
    assert not is_decision(DIAMANTS, moment._replace(action=CONTINUE), sight)
    assert not is_decision(DIAMANTS, moment, replace(sight, legal=(moment.action,)))


def test_where_no_card_can_hurt_there_is_nothing_to_decide() -> None:
    harmless = [(moment, sight) for moment, sight in decided("diamant") if not _danger(sight.view)]
    assert harmless
    assert not any(is_decision(DIAMANTS, moment, sight) for moment, sight in harmless)


def _danger(view: Any) -> bool:
    assert isinstance(view.phase, ExpeditionView)
    return any(type(turned.card).__name__ == "Danger" for turned in view.phase.gallery)


def test_a_game_in_which_nothing_was_played_is_refused() -> None:
    with pytest.raises(Malformed, match="nothing was played"):
        analyse(replace(game_of("diamant"), steps=()))


def test_a_moment_tells_how_long_after_the_deal_it_was() -> None:
    times = [moment.after_ms for moment, _ in decided("diamant")]
    assert times == sorted(times)
    assert isinstance(decided("diamant")[0][0], Moment)
    assert times[-1] > 1000
