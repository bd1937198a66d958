"""Batches of Saboteur, from its options."""

from filon.games.contract import require_seats
from filon.games.saboteur.model import Options
from filon.games.saboteur.pieces import SEATS
from filon.kernels.saboteur.kernel_batch import SaboteurBatch


def make_batch(
    seats: int, options: Options, seed: int, *, games: int, first: int, total: int
) -> SaboteurBatch:
    require_seats(seats, SEATS, "SAB-1.0")
    return SaboteurBatch(
        seats,
        seed,
        games=games,
        first=first,
        total=total,
        adjacent=options.placement == "adjacent",
        random_starter=options.starter == "random",
    )
