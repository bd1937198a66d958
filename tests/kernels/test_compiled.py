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
from hashlib import sha256
import numpy as np
from filon.bots import Sight
from filon.bots.saboteur.learnt import weighed
from filon.games.contract import play
from filon.games.registry import GAMES, part
from filon.kernels import COMPILED
from filon.kernels.registry import BRIDGES
from filon.kernels.stream import Stream
from filon.lab.batch import batch, sample

def added_up(bridge):
    seats = bridge.game.seats[-1]
    totals = bridge.series(seats, bridge.game.simulation, 2**40 + 5, range(3))
    return [totals.games, totals.decisions, totals.shared_wins, totals.wins, totals.scores, totals.tally]

def stepped(name):
    seen, rng = sha256(), np.random.default_rng(1)
    with batch(name, games=3, seats=GAMES[name].seats[-1], seed=2**40 + 5) as games:
        for _ in range(60):
            games.step(sample(games.masks, rng))
            for array in (games.observations, games.masks, games.actors, games.ended, games.rewards):
                seen.update(array.tobytes())
    return seen.hexdigest()

def logits():
    game, chance = GAMES["saboteur"], Stream(5)
    state, found = game.deal(7, game.simulation, chance), []
    for number in range(31):
        (seat,) = game.to_act(state)
        legal = game.legal_actions(state, seat)
        if number % 10 == 0:
            found.append(weighed(Sight(game, game.view(state, seat), legal))[1])
        state, _ = play(game, state, seat, legal[chance.below(len(legal))], chance)
    return found

batches = {"batch of " + name: stepped(name) for name in GAMES if part(name, "batches") is not None}
series = {name: added_up(bridge) for name, bridge in BRIDGES.items()}
print(json.dumps({"compiled": COMPILED, "logits of saboteur": logits(), **series, **batches}))
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
    assert set(here) == {"logits of saboteur", *BRIDGES, *(f"batch of {name}" for name in BRIDGES)}
