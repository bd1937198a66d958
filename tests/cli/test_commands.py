"""The `filon` command: as a program where that matters, else within this process, which is quicker."""

import contextlib
import io
import json
import subprocess
import sys
from typing import NamedTuple

import pytest

from filon.cli import main
from filon.games.registry import GAMES, OURS
from filon.kernels.registry import BRIDGES


class Run(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def filon(*words: str, typed: str = "") -> Run:
    out, error = io.StringIO(), io.StringIO()
    status = 0
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(error),
    ):
        patch.setattr(sys, "argv", ["filon", *words])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
    return Run(status, out.getvalue(), error.getvalue())


def program(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "filon", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_games_lists_all_with_options_and_defaults() -> None:
    listed = json.loads(filon("games", "--json").stdout)
    assert [game["name"] for game in listed] == list(GAMES)
    players = {game["name"]: (game["least_players"], game["most_players"]) for game in listed}
    assert {name: players[name] for name in OURS} == {
        "saboteur": (3, 10),
        "diamant": (3, 8),
        "labyrinth": (2, 4),
        "outofmine": (2, 4),
    }
    for game in listed:
        for option in game["options"]:
            assert option["description"]
            assert option["rule"].startswith(GAMES[game["name"]].prefix)
            assert option["values"][0] == option["default"] or option["least"] is not None
    text = program("games").stdout
    assert all(game.title in text for game in GAMES.values())


@pytest.mark.parametrize(
    ("game", "engine"), [*((game, "law") for game in GAMES), *((game, "kernel") for game in BRIDGES)]
)
def test_the_same_seed_gives_the_same_result(game: str, engine: str) -> None:
    words = ("simulate", game, "--games", "2", "--engine", engine, "--json")
    reports = [json.loads(run(*words, "--seed", "9").stdout) for run in (filon, program)]
    for report in reports:
        assert report["games"] == 2
        assert report["decisions"] > 0
        for timed in ("seconds", "games_per_second", "decisions_per_second"):
            assert report.pop(timed) > 0
    assert reports[0] == reports[1]
    assert reports[0] != json.loads(filon(*words, "--seed", "8").stdout)


def test_law_and_kernel_are_compared_by_a_command() -> None:
    found = json.loads(filon("lockstep", "diamant", "--games", "3", "--json").stdout)
    assert found["diamant"]["games"] == 3
    assert "not one apart" in filon("lockstep", "diamant", "--games", "2", "--processes", "1").stdout


def test_simulate_counts_saboteur_wins_by_role() -> None:
    report = json.loads(filon("simulate", "saboteur", "--seats", "4", "--games", "3", "--json").stdout)
    by_role = {name: count for name, count in report["tally"].items() if name.startswith("rounds won by")}
    assert sum(by_role.values()) == 9


def test_simulate_prints_a_table_for_people() -> None:
    text = filon("simulate", "diamant", "--games", "3", "-o", "chests=hidden").stdout
    for words in ("decisions a second", "wins by seat", "caves fled"):
        assert words in text


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["simulate", "chess"], "game"),
        (["simulate", "diamant", "--seats", "99"], "DIA-1.0"),
        (["simulate", "diamant", "--option", "chests=ajar"], "chests"),
        (["simulate", "diamant", "--option", "chests"], "NAME=VALUE"),
        (["simulate", "diamant", "--option", "lids=open"], "lids"),
        (["play", "diamant", "--seat", "7"], "seat"),
        (["play", "chess"], "game"),
        (["play", "diamant", "--level", "genius"], "level"),
    ],
)
def test_a_wrong_word_is_one_clear_line(words: list[str], named: str) -> None:
    run = filon(*words)
    assert run.returncode == 2
    assert named in run.stderr
    assert "Traceback" not in run.stderr


def test_a_program_that_is_refused_says_so_in_one_line() -> None:
    run = program("simulate", "chess")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith("filon: ")


def test_play_asks_for_a_game_and_ends_politely() -> None:
    run = program("play", typed="chess\n2\nrules DIA-2.4\nquit\n")
    assert run.returncode == 0
    assert f"Say a number from 1 to {len(GAMES)}" in run.stdout
    assert "DIA-2.4" in run.stdout
    assert "Until next time." in run.stdout
    assert filon("play", typed="quit\n").returncode == 0
    assert filon("play", typed="").returncode == 0
