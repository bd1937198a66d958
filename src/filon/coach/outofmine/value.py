"""What a position of Out of Mine! is worth to each seat: the round as a race, those to come by the points.

How much a point is worth was fitted to how games end (tools/outofmine_value.py), by seats and by rounds to
be played; after the last round the shares are exact. Before the signal nobody knows the cards: all those that
lie in the pile are as likely.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, assert_never

from filon.coach.outofmine.fitted import WEIGHTS
from filon.coach.outofmine.race import FIXED, race
from filon.coach.outofmine.standing import Standing, before_signal, outlook
from filon.games.contract import Seat
from filon.games.outofmine.legal import choosable
from filon.games.outofmine.model import Choosing, Counted, Finished, Placing, Ready, State
from filon.games.outofmine.pieces import ROUNDS, Side

_UNCOUNTED: Final = 2.0
"""What a point is worth in the last round while it is played: a race comes to no whole points."""


def value(state: State) -> tuple[float, ...]:
    """Each seat's share of the win; exact when the last round is counted."""
    seats, to_play = len(state.scores), ROUNDS - state.round
    if isinstance(state.phase, Counted | Finished):
        return after_round(state.scores, to_play)
    draws = race(ahead_of(state), FIXED[seats], (1.0,) * seats)
    total = [0.0] * seats
    for points in draws:
        for seat, share in enumerate(share_with(state.scores, to_play, points)):
            total[seat] += share
    return tuple(share / len(draws) for share in total)


def ahead_of(state: State) -> list[Standing]:
    """What lies before each seat in the round that is chosen for, or played."""
    match state.phase:
        case Placing(mines, stock):
            return [outlook(state.options, mine, stock) for mine in mines]
        case Ready(sides):
            faces: list[tuple[Side, ...]] = [(side,) for side in sides]
        case Choosing() as choosing:
            faces = [_faces(choosing, Seat(seat)) for seat in range(len(state.boards))]
        case Counted() | Finished():
            raise AssertionError("the round is over")
        case _:
            assert_never(state.phase)
    cards = frozenset(state.card_pile)
    return [before_signal(board, sides, cards) for board, sides in zip(state.boards, faces, strict=True)]


def _faces(choosing: Choosing, seat: Seat) -> tuple[Side, ...]:
    if seat in choosing.chosen:
        return (choosing.chosen[seat],)
    return tuple(side for side in Side if choosable(choosing, seat, side))


def share_with(scores: Sequence[int], to_play: int, points: Sequence[float]) -> tuple[float, ...]:
    weight = WEIGHTS[len(scores)][to_play - 1] if to_play else _UNCOUNTED
    return _by_weight([weight * (score + more) for score, more in zip(scores, points, strict=True)])


def after_round(scores: Sequence[int], to_play: int) -> tuple[float, ...]:
    """Of scores that stand, with so many rounds to come; without any, exactly."""
    if to_play:
        return share_with(scores, to_play, (0.0,) * len(scores))
    best = max(scores)
    winners = sum(score == best for score in scores)
    return tuple((score == best) / winners for score in scores)


def _by_weight(weighted: Sequence[float]) -> tuple[float, ...]:
    highest = max(weighted)
    odds = [exp(one - highest) for one in weighted]
    total = sum(odds)
    return tuple(one / total for one in odds)
