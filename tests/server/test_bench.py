"""The benchmark itself, in small: it measures what it says it measures."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec

from bench.server import measure
from bench.server.load import Reconnect, Simultaneous


def test_the_benchmark_plays_counts_and_comes_back() -> None:
    with measure.serving() as ours:
        played = ours.play("diamant", tables=2, seconds=1, warm_s=0.1)
        assert played.moves > 0
        assert not played.refused
        assert 0 < played.p50_ms <= played.p99_ms <= played.worst_ms
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


def test_a_wheel_has_no_benchmarks_and_says_so(tmp_path: Path) -> None:
    """Nor the server of a peer: they run from the repository."""
    words = ["build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "hatchling", *words], cwd=measure.ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        server = [name for name in packed.namelist() if name.startswith("filon/server/")]
        assert server
        for word in ("bench", "load", "peer", "boardgameio", "pace", "tally"):
            assert not any(word in name for name in server), word
        assert not any(name.startswith("bench/") for name in packed.namelist())
        packed.extractall(tmp_path / "installed")
    said = subprocess.run(
        [sys.executable, "-m", "filon", "bench", "server", "--json"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    assert said.stdout == ""
    assert said.stderr.startswith("filon: ")
    assert "checkout" in said.stderr
    assert said.stderr.count("\n") == 1
