"""Compiled or not, the kernel plays the same games: the sources, interpreted, give the same numbers."""

import subprocess
import sys

from filon.games.labyrinth.model import Options
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE

FROM_SOURCE = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader

class SourcesOnly:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if not name.startswith("filon.kernels"):
            return None
        found = (FileFinder(place, (SourceFileLoader, [".py"])).find_spec(name) for place in path)
        return next(filter(None, found), None)

sys.meta_path.insert(0, SourcesOnly)
from filon.kernels import COMPILED
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE
from filon.games.labyrinth.model import Options
assert not COMPILED
for seats in (2, 4):
    totals = LABYRINTH_BRIDGE.series(seats, Options(turn_limit=80, corridors="either"), 5, range(6))
    print(totals.decisions, list(totals.wins), list(totals.scores), list(totals.tally))
"""


def test_sources_and_machine_code_play_alike() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FROM_SOURCE], capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    here = ""
    for seats in (2, 4):
        totals = LABYRINTH_BRIDGE.series(seats, Options(turn_limit=80, corridors="either"), 5, range(6))
        here += f"{totals.decisions} {list(totals.wins)} {list(totals.scores)} {list(totals.tally)}\n"
    assert ran.stdout == here
