"""Whom people who watch the discards take for a saboteur: what `bots/saboteur/suspicion.py` counts."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import FIRST_WAY, MAP, REPAIR, ROCKFALL, WAY_SHAPE
from filon.kernels.saboteur.kernel_hands import NOTHING

SURE: Final[i64] = 200
"""How suspect, in hundredths, somebody is who is suspected whatever lies on the table."""


def weigh_doubts(kernel: SaboteurKernel, suspects: i64, doubt: vec[i64]) -> None:
    """By seat, 9600 for certainty: how much more than others it looks like a saboteur to who has the turn.

    `suspects`: a bit for each seat that is suspected besides, whatever lies on the table.
    """
    seat: i64 = 0
    while seat < kernel.seats:
        doubt[seat] = SURE if suspects >> seat & 1 else 0
        seat += 1
    previous: i64 = NOTHING
    at: i64 = 0
    while at < kernel.discard_count:
        each: i64 = kernel.discard[at]
        card: i64 = each & 31
        seat = each >> 5 & 15
        if each & 512:
            doubt[seat] += 5 if kernel.broken_order[seat] else 12
        elif previous == ROCKFALL and card < MAP:
            doubt[seat] += 80 if WAY_SHAPE[FIRST_WAY[card]] & 16 else -80
        elif card >= REPAIR:
            doubt[seat] -= 40
        previous = card
        at += 1
    total: i64 = 0
    seat = 0
    while seat < kernel.seats:
        if seat != kernel.turn:
            total += doubt[seat]
        seat += 1
    others: i64 = kernel.seats - 1
    seat = 0
    while seat < kernel.seats:
        doubt[seat] = 96 * (others * doubt[seat] - total) // others
        seat += 1
