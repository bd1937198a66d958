"""How fast the law alone is in CPython: random play, one thread. `python bench/law.py [--json]`.

The machine may be shared and noisy: each game is run several times in turn with the others and its best
run counts, next to the target of the issue that asked for it.
"""

import argparse
from typing import NamedTuple

import msgspec

from filon.games.registry import OURS, game_named
from filon.lab.simulate import simulate


class Case(NamedTuple):
    game: str
    seats: int
    games: int
    target: int
    """Decisions a second; 0 where none is set."""


CASES = (
    Case("saboteur", 5, 15, 5_000),
    Case("diamant", 5, 400, 30_000),
    Case("labyrinth", 4, 4, 0),
    Case("outofmine", 4, 2, 0),
)
ROUNDS = 5


def measured() -> list[dict[str, float | str]]:
    best = dict.fromkeys(CASES, 0.0)
    for turn in range(ROUNDS):
        for case in CASES:
            game = game_named(case.game)
            report = simulate(game, seats=case.seats, games=case.games, seed=turn, options=game.simulation)
            best[case] = max(best[case], report.decisions_per_second)
    return [
        {"game": case.game, "seats": case.seats, "decisions_per_second": round(rate), "target": case.target}
        for case, rate in best.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    assert {case.game for case in CASES} == set(OURS)
    rows = measured()
    if as_json:
        print(msgspec.json.encode(rows).decode())
        return
    for row in rows:
        aim = f"  (target {row['target']:,})" if row["target"] else ""
        print(f"{row['game']:<12} {row['seats']} seats  {row['decisions_per_second']:>9,} decisions/s{aim}")


if __name__ == "__main__":
    main()
