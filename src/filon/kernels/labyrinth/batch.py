"""Batches of Le Labyrinthe Secret, from its options."""

from filon.games.contract import require_seats
from filon.games.labyrinth.model import Options
from filon.games.labyrinth.pieces import SEATS
from filon.kernels.labyrinth.bridge import setting
from filon.kernels.labyrinth.kernel_batch import LabyrinthBatch


def make_batch(
    seats: int, options: Options, seed: int, *, games: int, first: int, total: int
) -> LabyrinthBatch:
    require_seats(seats, SEATS, "LAB-1.0")
    return LabyrinthBatch(setting(seats, options), seed, games, first=first, total=total)
