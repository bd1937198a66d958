"""What Out of Mine! alone has to tell: when a full gallery was to be had, and what took it away.

By OOM-1.6 everybody can fill everything at the signal. From then on it depends on what lies there already and
on what the others hold: the solver says after every motion whether the rest can still be filled as it lies.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from filon.bots.outofmine.digging import digging
from filon.coach.contract import Moment
from filon.coach.outofmine.optimum import most_points
from filon.coach.outofmine.standing import PER_TILE, missing, seen
from filon.games.contract import Seat
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import (
    Count,
    Mine,
    PickUp,
    Place,
    Placed,
    Placing,
    PutBack,
    Signal,
    State,
    Swap,
    Take,
    TakeOff,
)
from filon.games.outofmine.pieces import Heap, Shape

_MOTIONS: Final = (Take, Place, PutBack, Swap, PickUp, TakeOff)


class Lost(msgspec.Struct, frozen=True):
    """For a while no full gallery was to be had as the tiles lay, and with what the others held."""

    step: int
    """The motion after which it was so."""
    at_ms: int
    until_ms: int
    """Since the signal; to the end of the round, where it was never to be had again."""
    by: int
    """Whose motion it was: the own one, or that of who took the tile."""
    tile: Shape | None
    """Laid by oneself, or taken by somebody else."""


class Dig(msgspec.Struct, frozen=True):
    """One player's round."""

    first_ms: int | None
    """When a full gallery was to be had from the stock for the first time, since the signal."""
    clear_step: int | None
    """The motion after which it was to be had for good; None: it was not, at the end."""
    clear_ms: int | None
    lost: tuple[Lost, ...]
    motions: int
    wasted: int
    """Those that brought no tile that lay there at the end."""
    lifted: int
    """Tiles laid, and lifted again."""
    missing: int
    """Tiles of the card that did not lie right at the end."""
    points: int
    best: int
    """The most points that a right call could have brought on this face, with this card."""


class Round(msgspec.Struct, frozen=True):
    number: int
    step: int
    """The signal."""
    end: int
    """The call, or whatever ended it."""
    length_ms: int
    caller: int | None
    digs: tuple[Dig, ...]
    """By seat."""


class OutOfMineInsight(msgspec.Struct, frozen=True):
    rounds: tuple[Round, ...]


def insight(moments: Sequence[Moment]) -> OutOfMineInsight:
    return OutOfMineInsight(tuple(_round(played) for played in _rounds(moments)))


def _rounds(moments: Sequence[Moment]) -> Iterator[Sequence[Moment]]:
    """From each signal to what ended the round."""
    first = 0
    for at, moment in enumerate(moments):
        if isinstance(moment.action, Signal):
            first = at
        elif isinstance(moment.before.phase, Placing) and not isinstance(moment.after.phase, Placing):
            yield moments[first : at + 1]


def _round(played: Sequence[Moment]) -> Round:
    signal, end = played[0], played[-1]
    sheet = end.after.last
    assert sheet is not None
    return Round(
        number=end.before.round,
        step=signal.step,
        end=end.step,
        length_ms=end.after_ms - signal.after_ms,
        caller=sheet.caller,
        digs=tuple(_dig(played, Seat(seat), counted) for seat, counted in enumerate(sheet.counts)),
    )


def _dig(played: Sequence[Moment], seat: Seat, counted: Count) -> Dig:
    signal, end = played[0], played[-1]
    first_ms: int | None = None
    clear: Moment | None = None
    closed: Moment | None = None
    lost: list[Lost] = []
    for moment in played[:-1]:
        now = moment.after_ms - signal.after_ms
        if can_be_filled(moment.after, seat):
            first_ms = now if first_ms is None else first_ms
            if closed is not None:
                lost.append(_lost(signal, closed, now))
            clear = clear if clear is not None and closed is None else moment
            closed = None
        elif closed is None and clear is not None:
            closed = moment
    if closed is not None:
        lost.append(_lost(signal, closed, end.after_ms - signal.after_ms))
        clear = None
    made = [moment.action for moment in played if moment.seat == seat and isinstance(moment.action, _MOTIONS)]
    mine = counted.mine
    own = digging(seen(mine), ())
    return Dig(
        first_ms=first_ms,
        clear_step=None if clear is None else clear.step,
        clear_ms=None if clear is None else clear.after_ms - signal.after_ms,
        lost=tuple(lost),
        motions=len(made),
        wasted=len(made) - PER_TILE * len(own.right) - len(held(mine)),
        lifted=sum(isinstance(action, PickUp | TakeOff) for action in made),
        missing=missing(own),
        points=counted.points,
        best=most_points(signal.after.options, mine.board, mine.side, mine.card),
    )


def _lost(signal: Moment, closed: Moment, until: int) -> Lost:
    assert closed.seat is not None
    return Lost(closed.step, closed.after_ms - signal.after_ms, until, closed.seat, _tile(closed))


def _tile(moment: Moment) -> Shape | None:
    match moment.action:
        case Take(tile) | Swap(tile):
            return tile.shape
        case Place():
            laid: Placed = moment.after.phase.mines[moment.seat].placed[-1]
            return laid.tile.shape
        case _:
            return None


def can_be_filled(state: State, seat: Seat) -> bool:
    """With what lies right on the board, from the stock and the own hands."""
    placing = state.phase
    assert isinstance(placing, Placing)
    return _can_be_filled(placing.mines[seat], placing.stock)


@lru_cache(maxsize=4096)
def _can_be_filled(mine: Mine, stock: tuple[Heap, ...]) -> bool:
    return digging(seen(mine), stock).can_be_filled()
