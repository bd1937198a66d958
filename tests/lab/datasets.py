"""Small data sets for tests."""

from pathlib import Path
from typing import Any

from filon.bots.arena import Contest
from filon.bots.arena.contest import as_they_come
from filon.bots.arena.spread import Processes, Spread
from filon.games.registry import GAMES
from filon.lab.dataset.arena import recorded_rows
from filon.lab.dataset.writing import dataset_file

ONE = Processes(1)


def contest(name: str, *bots: str, seats: int = 3, seed: int = 7, options: Any = None) -> Contest:
    return Contest(name, seats, options or GAMES[name].simulation, seed, bots or ("random",))


def written(path: Path, one: Contest, games: int, *, spread: Spread = ONE) -> Path:
    with dataset_file(path) as file:
        for rows in as_they_come(one, games, recorded_rows, spread=spread):
            file.add(rows)
    return path
