"""Batches of Diamant, from its options."""

from filon.games.contract import require_seats
from filon.games.diamant.model import Options
from filon.games.diamant.pieces import SEATS
from filon.kernels.diamant.bridge import deck
from filon.kernels.diamant.kernel_batch import DiamantBatch
from filon.kernels.stream import Stream


def make_batch(
    seats: int, options: Options, seed: int, *, games: int, first: int, total: int
) -> DiamantBatch:
    require_seats(seats, SEATS, "DIA-1.0")
    return DiamantBatch(deck(seats, options, Stream(0)), seed, games, first, total)
