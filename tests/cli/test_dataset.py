"""`filon dataset`: what it writes is read back, and what it cannot do it says in one line."""

import subprocess
import sys
from pathlib import Path

import minari
import pytest

from filon.lab.dataset import games, verify
from tests.cli.test_commands import filon
from tests.games_under_test import environment_elsewhere

WORDS = ("diamant", "--bots", "easy,random", "--games", "3", "--seed", "5", "--processes", "1")


def test_games_of_bots_become_a_file_and_episodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    out = tmp_path / "games.parquet"
    words = ("--seats", "4", "-o", "chests=hidden", "--minari", "filon/easy-v0")
    run = filon("dataset", *WORDS, *words, "--out", str(out))
    assert run.returncode == 0, run.stderr
    assert "3 games" in run.stdout
    assert verify(out).games == 3
    assert {(one.seats, one.options.chests, one.seed) for one in games(out)} == {(4, "hidden", "5")}
    assert minari.load_dataset("filon/easy-v0").total_episodes == 12


def test_games_of_tables_become_a_file(tmp_path: Path) -> None:
    folder, out = tmp_path / "saved", tmp_path / "games.parquet"
    assert filon("arena", *WORDS, "--seats", "3", "--save", str(folder)).returncode == 0
    files = sorted(folder.iterdir())
    run = filon("dataset", "--from", str(folder), "--from", str(files[0]), "--out", str(out))
    assert run.returncode == 0, run.stderr
    assert verify(out).games == 4
    assert [(one.source, one.number) for one in games(out)] == [("export", number) for number in range(4)]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["chess", "--bots", "easy"], "game"),
        ([], "game"),
        (["diamant", "--from", "game.json"], "game"),
        (["diamant"], "bots"),
        (["diamant", "--bots", "genius"], "bots"),
        (["diamant", "--bots", "easy", "--seats", "99"], "seats"),
        (["diamant", "--bots", "easy", "-o", "lids=open"], "lids"),
        (["diamant", "--bots", "easy", "--minari", "no name"], "minari"),
        (["diamant", "--bots", "easy", "--on", "nowhere"], "on"),
        (["--from", "nowhere.json"], "from"),
        (["--from", ".", "--bots", "easy"], "from"),
        (["--from", "."], "no exported game"),
        (["diamant", "--bots", "easy", "--out", "nowhere/games.parquet"], "out"),
        (["diamant", "--bots", "easy", "--out", "."], "out"),
    ],
)
def test_a_wrong_word_is_one_clear_line_and_no_file(
    words: list[str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    run = filon("dataset", "--out", "games.parquet", *words)
    assert run.returncode == 2
    assert named in run.stderr
    assert "Traceback" not in run.stderr
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{}")
    run = filon("dataset", "--from", str(file), "--out", str(tmp_path / "games.parquet"))
    assert run.returncode == 2
    assert "broken.json" in run.stderr
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("package", "words", "extra"),
    [
        ("pyarrow", ["dataset", *WORDS, "--out", "games.parquet"], "lab"),
        ("ray", ["arena", "diamant", "--bots", "easy", "--on", "local"], "ray"),
    ],
)
def test_without_the_extra_it_says_what_to_install(
    package: str, words: list[str], extra: str, tmp_path: Path
) -> None:
    """A program in which the package cannot be found."""
    program = f"import sys; sys.modules[{package!r}] = None; sys.argv = {['filon', *words]!r}\n"
    run = subprocess.run(
        [sys.executable, "-c", f"{program}from filon.cli import main; main()"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env=environment_elsewhere(),
    )
    assert run.returncode == 2
    assert run.stderr == f"filon: {package} is not installed: pip install filon[{extra}]\n"
