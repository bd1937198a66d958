"""Random play by the vectorised peers of `filon bench lab`, each with its own interpreter and loop.

It runs under the Python of a scratch environment where one of them is installed and Filon is not, so it
imports nothing of ours. `peer_steps.py PEER GAME SECONDS` warms up, plays and prints one line of JSON, in
seconds of processor time. A decision is one agent's, with its observation and what is legal for it.
"""

import importlib
import json
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Count = tuple[int, int]
"""Games and decisions."""

TABLES = 64
"""Of a peer that steps its games one by one, where more gain nothing."""
ROWS = 1024
"""Of a peer that steps them in compiled code."""


def open_spiel(name: str, until: Callable[[], bool]) -> Count:
    numpy = importlib.import_module("numpy")
    environment = importlib.import_module("open_spiel.python.rl_environment").Environment
    vector = importlib.import_module("open_spiel.python.vector_env").SyncVectorEnv
    output = importlib.import_module("open_spiel.python.rl_agent").StepOutput
    tables = vector([environment(name) for _ in range(TABLES)])
    chance = numpy.random.default_rng(1)
    games = decisions = 0
    steps = tables.reset()
    while until():
        luck = chance.random(TABLES)
        chosen = []
        for step, lucky in zip(steps, luck, strict=True):
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            chosen.append(output(legal[int(lucky * len(legal))], None))
        steps, _, done, _ = tables.step(chosen, reset_if_done=True)
        decisions += TABLES
        games += sum(done)
    return games, decisions


def envpool(name: str, until: Callable[[], bool]) -> Count:
    """Who ended is dealt again by the step after, which is nobody's decision."""
    numpy = importlib.import_module("numpy")
    tables = importlib.import_module("envpool").make(
        name, env_type="gymnasium", num_envs=ROWS, num_threads=1, seed=1
    )
    chance = numpy.random.default_rng(1)
    _, told = tables.reset()
    over = numpy.zeros(ROWS, bool)
    games = decisions = 0
    while until():
        mask = told["legal_action_mask"].astype(bool)
        order = chance.random(mask.shape)
        chosen = numpy.where(mask, order, -1.0).argmax(axis=1).astype(numpy.int32)
        _, _, ended, cut, told = tables.step(chosen)
        decisions += ROWS - int(over.sum())
        over = ended | cut
        games += int(over.sum())
    return games, decisions


def pufferlib(name: str, until: Callable[[], bool]) -> Count:
    """It has no masks; what answers a move is its own, and counts as nobody's decision."""
    numpy = importlib.import_module("numpy")
    tables = importlib.import_module("pufferlib.ocean").env_creator(name)(num_envs=ROWS)
    chance = numpy.random.default_rng(1)
    tables.reset(seed=1)
    games = decisions = 0
    while until():
        chosen = chance.integers(0, tables.single_action_space.n, ROWS)
        _, _, ended, _, _ = tables.step(chosen)
        decisions += ROWS
        games += int(ended.sum())
    return games, decisions


PLAYERS = {"open_spiel": open_spiel, "envpool": envpool, "pufferlib": pufferlib}


class Until:
    """Runs from the first time that it is asked: making a thousand tables is not what is measured."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began: float | None = None

    def __call__(self) -> bool:
        if self.began is None:
            self.began = time.process_time()
        return self.spent() < self.seconds

    def spent(self) -> float:
        return time.process_time() - (self.began or 0.0)


def main() -> None:
    warnings.simplefilter("ignore")
    peer, game, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    PLAYERS[peer](game, iter([True, False]).__next__)
    until = Until(seconds)
    games, decisions = PLAYERS[peer](game, until)
    said: dict[str, Any] = {"games": games, "decisions": decisions, "seconds": until.spent()}
    sys.stdout.write(json.dumps({**said, "version": version(peer)}) + "\n")


if __name__ == "__main__":
    main()
