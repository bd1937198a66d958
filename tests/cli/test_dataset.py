"""`filon dataset`: what it writes is read back, and what it cannot do it says in one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import minari
import pytest

from filon.lab.dataset import games, verify
from filon.tables.export import read_game
from tests.cli.test_commands import filon
from tests.games_under_test import environment_elsewhere

ROOT = Path(__file__).parents[2]
IN_A_TERMINAL = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from filon.cli import main
main()
"""
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
    taken = [read_game(file.read_bytes()) for file in (*files, files[0])]  # those of a folder by their names
    assert [(one.seed, one.players) for one in games(out)] == [(file.seed, file.players) for file in taken]


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
        (["diamant", "--bots", "easy", "--out", "x" * 300], "out"),
        (["diamant", "--bots", ":easy"], "bots"),
        (["diamant", "--bots", ".easy:Bot"], "bots"),
        (["diamant", "--bots", "fractions:Decimal"], "no choose"),
        (["diamant", "--bots", "subprocess:Popen"], "TypeError"),
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


def test_games_that_cannot_be_kept_are_one_clear_line_and_no_half_file(tmp_path: Path) -> None:
    saving = ("arena", *WORDS, "--seats", "3", "--save")
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file" / "below", tmp_path / "kept"):
        (tmp_path / "kept" / "diamant-5-00001.json").mkdir(parents=True, exist_ok=True)  # where one has to go
        run = filon(*saving, str(folder))
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)
        assert run.stderr.startswith("filon: save: ")
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        "diamant-5-00000.json",
        "diamant-5-00001.json",
    ]


def test_a_file_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{}")
    run = filon("dataset", "--from", str(file), "--out", str(tmp_path / "games.parquet"))
    assert run.returncode == 2
    assert "broken.json" in run.stderr
    assert [*tmp_path.iterdir()] == [file]


def begun(folder: Path, processes: str) -> "subprocess.Popen[str]":
    """A command that has long to go, with a game in hand; its workers hold its output."""
    pipe = folder.parent / "begun"
    os.mkfifo(pipe)
    told = os.open(pipe, os.O_RDWR)
    words = ("dataset", "diamant", "--bots", "tests.cli.endings:Announcing", "--games", "9999999")
    started = subprocess.Popen(
        [
            sys.executable,
            "-c",
            IN_A_TERMINAL,
            *words,
            "--processes",
            processes,
            "--out",
            str(folder / "games.parquet"),
        ],
        cwd=ROOT,
        env={**os.environ, "GAME_HAS_BEGUN": str(pipe)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    for _ in range(int(processes)):
        os.read(told, 1)
    os.close(told)
    return started


@pytest.mark.parametrize(
    ("ending", "processes"),
    [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2"), (signal.SIGKILL, "2")],
)
def test_who_is_told_to_end_leaves_no_half_file_and_no_process(
    tmp_path: Path, ending: signal.Signals, processes: str
) -> None:
    folder = tmp_path / "sets"
    folder.mkdir()
    run = begun(folder, processes)
    if ending is signal.SIGINT:
        os.killpg(run.pid, ending)  # what a terminal does
    else:
        run.send_signal(ending)
    said, _ = run.communicate(timeout=60)  # when the last has let go of it
    assert "Traceback" not in said
    assert run.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[ending]
    assert [*folder.iterdir()] == [] or ending is signal.SIGKILL


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


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("filon.lab.pettingzoo", "pettingzoo", "lab"),
        ("filon.lab.gymnasium", "gymnasium", "lab"),
        ("filon.lab.openspiel", "pyspiel", "lab"),
        ("filon.lab.dataset", "pyarrow", "lab"),
        ("filon.lab.batch", "numpy", "lab"),
        ("filon.lab.registry", "numpy", "lab"),
        ("filon.lab.jax.environments", "jax", "jax"),
    ],
)
def test_a_face_without_its_extra_says_what_to_install(module: str, package: str, extra: str) -> None:
    """As an ImportError, which is what a program that can do without it expects."""
    program = f"""
import sys
sys.modules[{package!r}] = None
try:
    import {module}
except ImportError as missing:
    print(missing)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.stdout == f"{package} is not installed: pip install filon[{extra}]\n"
