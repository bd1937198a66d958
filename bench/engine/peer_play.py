"""Random play and packing by the peers of `filon bench engine`, each with its own interpreter and loop.

It runs under the Python of a scratch environment where they are installed and Filon is not, so it imports
nothing of ours. `peer_play.py PEER GAME SECONDS` plays; `peer_play.py PEER pack SECONDS` reads the rows of an
exact cover as JSON. Either warms up first and prints one line of JSON, in seconds of processor time. The
loops are those of each project's own examples.
"""

import importlib
import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Count = tuple[int, int]
"""Games and decisions."""


def open_spiel(name: str, until: Callable[[], bool]) -> Count:
    game = importlib.import_module("pyspiel").load_game(name)
    chance = random.Random(1)
    players = game.num_players()
    games = decisions = 0
    while until():
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([chance.choice(state.legal_actions(seat)) for seat in range(players)])
                decisions += players
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        games += 1
    return games, decisions


def rlcard(name: str, until: Callable[[], bool]) -> Count:
    table = importlib.import_module("rlcard").make(name, config={"seed": 1})
    agent = importlib.import_module("rlcard.agents").RandomAgent
    table.set_agents([agent(num_actions=table.num_actions) for _ in range(table.num_players)])
    before = table.timestep
    games = 0
    while until():
        table.run(is_training=False)
        games += 1
    return games, table.timestep - before


def pettingzoo(name: str, until: Callable[[], bool]) -> Count:
    table = importlib.import_module(f"pettingzoo.classic.{name}").env()
    chance = random.Random(1)
    games = decisions = 0
    while until():
        table.reset(seed=games)
        for _ in table.agent_iter():
            seen, _, ended, cut, _ = table.last()
            if ended or cut:
                table.step(None)
                continue
            table.step(int(chance.choice(seen["action_mask"].nonzero()[0])))
            decisions += 1
        games += 1
    return games, decisions


def exact_cover(rows: list[list[int]], seconds: float) -> int:  # noqa: ARG001 - it cannot be stopped
    solver = importlib.import_module("exact_cover")
    return int(solver.get_solution_count(_matrix(rows, "int32")))


def xcover(rows: list[list[int]], seconds: float) -> int:
    solver = importlib.import_module("xcover")
    ends = time.perf_counter() + seconds
    found = 0
    for _ in solver.covers_bool(_matrix(rows, "bool")):
        found += 1
        if time.perf_counter() > ends:
            break
    return found


def ortools(rows: list[list[int]], seconds: float) -> int:
    cp_model = importlib.import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(str(number)) for number in range(len(rows))]
    for item in range(1 + max(max(row) for row in rows)):
        model.add_exactly_one(var for var, row in zip(chosen, rows, strict=True) if item in row)

    class Counting(cp_model.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    counting = Counting()
    solver.solve(model, counting)
    return counting.found


def _matrix(rows: list[list[int]], kind: str) -> Any:
    numpy = importlib.import_module("numpy")
    matrix = numpy.zeros((len(rows), 1 + max(max(row) for row in rows)), dtype=kind)
    for number, row in enumerate(rows):
        matrix[number, row] = 1
    return matrix


PLAYERS = {"open_spiel": open_spiel, "rlcard": rlcard, "pettingzoo": pettingzoo}
PACKERS = {"exact-cover": exact_cover, "xcover": xcover, "ortools": ortools}


def main() -> None:
    warnings.simplefilter("ignore")
    peer, game, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if game == "pack":
        rows = json.load(sys.stdin)
        PACKERS[peer]([[0], [1], [0, 1]], seconds)
        began = time.process_time()
        fillings = PACKERS[peer](rows, seconds)
        said: dict[str, Any] = {"fillings": fillings, "seconds": time.process_time() - began}
    else:
        PLAYERS[peer](game, iter([True, False]).__next__)
        began = time.process_time()
        games, decisions = PLAYERS[peer](game, lambda: time.process_time() - began < seconds)
        said = {"games": games, "decisions": decisions, "seconds": time.process_time() - began}
    sys.stdout.write(json.dumps({**said, "version": version(peer)}) + "\n")


if __name__ == "__main__":
    main()
