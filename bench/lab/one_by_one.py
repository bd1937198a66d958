"""Our PettingZoo face at random play, one game at a time, as its users loop over it."""

from time import process_time
from typing import Any

import numpy as np

from bench.engine.peers import Rate
from filon.lab.pettingzoo import env


def step_pettingzoo(name: str, seats: int, seconds: float) -> Rate:
    table: Any = env(name, seats)
    rng = np.random.default_rng(1)
    games = decisions = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        table.reset(seed=games)
        for _ in table.agent_iter():
            seen, _, ended, cut, _ = table.last()
            if ended or cut:
                table.step(None)
                continue
            table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
            if process_time() - began > seconds:
                break
        else:
            games += 1
    return Rate(games, decisions, spent)
