"""Compiled and interpreted, the kernels give the same numbers."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import filon
from filon.kernels import COMPILED
from filon.kernels.registry import BRIDGES

ADD_UP = """
import json
from filon.kernels import COMPILED
from filon.kernels.registry import BRIDGES

def added_up(bridge):
    seats = bridge.game.seats[-1]
    totals = bridge.series(seats, bridge.game.simulation, 2**40 + 5, range(3))
    return [totals.games, totals.decisions, totals.shared_wins, totals.wins, totals.scores, totals.tally]

print(json.dumps({"compiled": COMPILED, **{name: added_up(bridge) for name, bridge in BRIDGES.items()}}))
"""


def run(source: Path) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ADD_UP],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_a_copy_of_the_sources_alone_plays_the_same_games(tmp_path: Path) -> None:
    package = Path(filon.__file__).parent
    left_out = shutil.ignore_patterns("*.so", "__pycache__", "server", "store", "tables", "web")
    shutil.copytree(package, tmp_path / "filon", ignore=left_out)
    interpreted, here = run(tmp_path), run(package.parent)
    assert interpreted.pop("compiled") is False
    assert here.pop("compiled") is COMPILED
    assert interpreted == here
    assert set(here) == set(BRIDGES)
