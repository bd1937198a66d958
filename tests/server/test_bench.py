"""The benchmark itself, in small: it measures what it says it measures."""

import msgspec
import pytest
from typer.testing import CliRunner

from bench.server import analyses, growth, measure
from bench.server.load import Reconnect, Simultaneous
from filon.cli.bench import app


def test_the_benchmark_plays_counts_and_comes_back() -> None:
    with measure.serving() as ours:
        played = ours.play("diamant", tables=2, seconds=1, warm_s=0.1)
        assert played.moves > 0
        assert not played.refused
        assert 0 < played.p50_ms <= played.p99_ms <= played.worst_ms
        assert 100 < played.bytes_a_move < 600, "a whole view for each move would be 2,000"
        think_s, tables = 0.1, 2
        paced = ours.play("diamant", tables=tables, think_s=think_s, by_table=True, seconds=1, warm_s=think_s)
        assert 0 < paced.moves <= tables * (paced.seconds / (think_s / 2) + 1), "one move a table at a time"
        choices = msgspec.json.decode(ours.load("simultaneous"), type=Simultaneous)
        assert choices.accepted == choices.sent == 200
        early, late = msgspec.json.decode(ours.load("reconnect"), type=list[Reconnect])
        assert early.move < 50
        assert late.move >= 200
        assert late.fresh < 1.5 * early.fresh, "coming back costs more the longer the game is"
        assert late.missed_four <= late.fresh + 200


def test_what_processes_are_worth_is_measured_in_all_of_them() -> None:
    """Two, their parent and two generators; what each took is counted."""
    told: list[str] = []
    grown = growth.measure_processes([2], growth.Load("diamant", 1, 1.0), told.append)
    (run,) = grown.runs[2]
    assert grown.growth == {2: 1.0}
    assert len(told) == 1
    assert not run.refused
    assert run.moves_per_second > 0
    assert list(run.server_cores) == ["0.0", "0.1", "0.2"]
    assert run.server_cores["0.1"] > 0 < run.server_cores["0.2"]
    assert run.capacity >= run.moves_per_second


def test_what_an_analysis_costs_is_measured_without_and_with_one() -> None:
    told: list[str] = []
    load = analyses.Load("diamant", 2, 1, 1.0, analysed="diamant", analysed_seats=3, niceness=0)
    found = analyses.measure(load, told.append)
    (pair,) = found.runs
    assert pair.alone.moves > 0 < pair.beside.moves
    assert found.p99 == pair.ratio > 0
    assert len(told) == 2
    assert any("p99 with an analysis" in line for line in analyses.lines(found))


@pytest.mark.parametrize("wrong", ["0", "1,x", "1,,2", "-1"])
def test_numbers_of_processes_that_make_no_sense_are_refused(wrong: str) -> None:
    said = CliRunner().invoke(app, ["server", "--processes", wrong])
    assert said.exit_code == 1
    assert "1,2" in said.output
