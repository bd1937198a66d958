"""Whom to trust, by what lies open on the table: nobody's role, only what they did with their cards.

The view does not say who laid which path card, so neither do we.
"""

from collections.abc import Sequence

from filon.games.contract import Hidden, Seat
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import RoundView
from filon.games.saboteur.pieces import PATH_COUNTS, REPAIRS, Card


def suspicions(table: RoundView, own: Seat) -> list[float]:
    """By seat, around 0: above it for those who look like saboteurs. For oneself 0."""
    doubts = [0.0] * len(table.hand_sizes)
    previous: Card | Hidden | None = None
    for discarded in table.discards:
        card = discarded.card
        if discarded.face_down:
            # Somebody without tools has little else to do.
            doubts[discarded.seat] += 0.05 if table.broken[discarded.seat] else 0.12
        elif previous is Card.ROCKFALL and isinstance(card, Card) and card in PATH_COUNTS:
            doubts[discarded.seat] += 0.8 if SHAPES[card][0] & JOINED else -0.8
        elif card in REPAIRS:
            doubts[discarded.seat] -= 0.4
        previous = card
    return above_the_others(doubts, own)


def above_the_others(doubts: Sequence[float], own: Seat) -> list[float]:
    """By seat: how much worse it looks than the others do on the whole. For oneself 0."""
    others = [doubt for seat, doubt in enumerate(doubts) if seat != own]
    usual = sum(others) / len(others)
    return [0.0 if seat == own else round(doubt - usual, 6) for seat, doubt in enumerate(doubts)]
