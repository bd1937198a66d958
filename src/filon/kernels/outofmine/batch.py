"""Batches of Out of Mine!, from its options."""

from filon.games.contract import require_seats
from filon.games.outofmine.model import Options
from filon.games.outofmine.pieces import SEATS
from filon.kernels.outofmine.bridge import rules_of
from filon.kernels.outofmine.kernel_batch import OutOfMineBatch


def make_batch(
    seats: int, options: Options, seed: int, *, games: int, first: int, total: int
) -> OutOfMineBatch:
    require_seats(seats, SEATS, "OOM-1.0")
    return OutOfMineBatch(seats, rules_of(options), seed, games, first=first, total=total)
