"""Random play on a GPU: `python -m bench.lab.gpu --json`. Needs JAX alone, of Filon only `lab/jax`.

Diamant: whole games, from the deal to the count, inside one kernel, whose sums have to be those of a plain
loop before anything is timed. Saboteur: decisions, each drawn evenly from all legal moves, no mask built;
finished games are replaced, and only steps after the first round of warming up are timed. What the games
came to is printed beside the speed, to be held against `filon simulate --engine kernel`: a fast kernel that
plays another game would show there.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import jax

from filon.lab.jax.diamant import rollouts as diamant_rollouts
from filon.lab.jax.diamant.table import Diamant
from filon.lab.jax.saboteur import rollouts as saboteur_rollouts
from filon.lab.jax.saboteur.table import Saboteur


def timed(run: Callable[[int], float], runs: int) -> dict[str, Any]:
    """How much a second; `run` waits for its work and says how much it was. The first run compiles."""
    began = time.perf_counter()
    run(0)
    compiled = time.perf_counter() - began
    rates = []
    for number in range(1, runs + 1):
        began = time.perf_counter()
        amount = run(number)
        rates.append(amount / (time.perf_counter() - began))
    return {
        "median": statistics.median(rates),
        "least": min(rates),
        "most": max(rates),
        "runs": runs,
        "first_run_seconds": round(compiled, 2),
    }


def require_the_loops_games(table: Diamant) -> None:
    """The kernel plays what the same function plays without one, to the last number."""
    loop, kernel = (
        diamant_rollouts.RandomPlay(table, lanes=4096, games=8, run=run)(jax.random.key(0))
        for run in ("loop", "kernel")
    )
    if loop != kernel:
        raise SystemExit(f"the kernel came to {kernel}, a loop to {loop}")


def diamant(options: argparse.Namespace, seats: int, **chosen: str) -> dict[str, Any]:
    table, has_kernels = Diamant(seats, **chosen), jax.default_backend() == "gpu"
    if has_kernels:
        require_the_loops_games(table)
    play = diamant_rollouts.RandomPlay(
        table,
        lanes=options.diamant_lanes,
        games=options.diamant_games,
        block=options.block,
        warps=options.warps,
        run="kernel" if has_kernels else "loop",
    )
    found = []

    def run(number: int) -> float:
        found.append(play(jax.random.key(number)))
        return float(found[-1].games)

    speed = timed(run, options.runs)
    sums = found[-1]
    games = sums.games
    return {
        "game": "diamant",
        "seats": seats,
        "options": chosen,
        "lanes": options.diamant_lanes,
        "games_each": options.diamant_games,
        "games_a_second": speed,
        "decisions_a_second": speed["median"] * sums.decisions / games,
        "per_game": {
            "decisions": sums.decisions / games,
            "joint_steps": sums.steps / games,
            "caves_fled": sums.fled / games,
            "shared_wins": sums.shared / games,
            "scores": [score / games for score in sums.scores],
            "wins": [won / games for won in sums.wins],
        },
        "sums": sums._asdict(),
    }


def saboteur(options: argparse.Namespace, seats: int, frame: int, **chosen: str) -> dict[str, Any]:
    table = Saboteur(seats, frame=frame, **chosen)
    lanes = options.saboteur_lanes // (frame // 32) ** 2
    play = saboteur_rollouts.RandomPlay(table, lanes=lanes, steps=options.saboteur_steps)
    playing = play.deal(jax.random.key(1))

    counted = 0

    def run(_: int) -> float:
        nonlocal playing, counted
        playing = play(playing)
        before, counted = counted, play.sums(playing).decisions
        return float(counted - before)

    speed = timed(run, options.runs)
    sums = play.sums(playing)
    games = max(1, sums.games)
    return {
        "game": "saboteur",
        "seats": seats,
        "options": chosen,
        "frame": frame,
        "lanes": lanes,
        "decisions_a_second": speed,
        "per_game": {
            "decisions": sums.lengths / games,
            "rounds_won_by_diggers": sums.rounds[0] / games,
            "shared_wins": sums.shared / games,
            "scores": [score / games for score in sums.scores],
            "wins": [won / games for won in sums.wins],
            "off_frame": sums.off_frame / games,
        },
        "sums": sums._asdict(),
    }


def measured(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    if "diamant" in options.games:
        for seats in options.seats:
            yield diamant(options, seats)
        yield diamant(options, 5, leftovers="per_card", artifacts="one_per_cave")
    if "saboteur" in options.games:
        for seats in options.seats:
            yield saboteur(options, seats, 32)
        if options.wide:
            yield saboteur(options, 5, 64)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lab.gpu", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line, whole")
    parser.add_argument("--games", nargs="+", default=["diamant", "saboteur"])
    parser.add_argument("--seats", nargs="+", type=int, default=[3, 5, 8])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--diamant-lanes", type=int, default=1 << 20)
    parser.add_argument("--diamant-games", type=int, default=256, help="games each lane plays")
    parser.add_argument("--block", type=int, default=128, help="lanes in one block of the kernel")
    parser.add_argument("--warps", type=int, default=4)
    parser.add_argument("--saboteur-lanes", type=int, default=1 << 17)
    parser.add_argument("--saboteur-steps", type=int, default=200, help="decisions of each lane in a run")
    parser.add_argument("--wide", action="store_true", help="Saboteur on a frame of 64 too")
    options = parser.parse_args()
    device = jax.devices()[0]
    head = {"device": device.device_kind, "platform": device.platform, "jax": jax.__version__}
    print(json.dumps(head), flush=True)
    for found in measured(options):
        if options.json:
            print(json.dumps(found), flush=True)
        else:
            what = "games_a_second" if found["game"] == "diamant" else "decisions_a_second"
            speed = found[what]
            rate = f"{speed['median']:,.0f} ({speed['least']:,.0f} to {speed['most']:,.0f})"
            print(
                f"{found['game']}, {found['seats']} seats {found['options']}: {rate} {what.replace('_', ' ')}"
            )
            print("   ", json.dumps(found["per_game"]), flush=True)


if __name__ == "__main__":
    main()
