"""Who has watched all the duels at a table. Late in a game that is a hundred throws, gone over once each."""

from collections import OrderedDict
from collections.abc import Sequence
from itertools import permutations
from typing import Final, TypeAlias

from filon.bots.labyrinth.throwing import Mix, Thrower
from filon.games.contract import Seat
from filon.games.labyrinth.model import Event, ThrowsShown
from filon.games.labyrinth.pieces import Thing

_THINGS: Final = tuple(Thing)
_TABLES: Final = 64
"""How many seats are kept, those asked for last."""

_Shown: TypeAlias = tuple[tuple[Seat, int], ...]
_kept: OrderedDict[tuple[Seat | None, tuple[_Shown, ...]], Thrower] = OrderedDict()
"""By all that was shown, so that nothing but the past tells who is meant."""


def thrower_of(own: Seat | None, past: Sequence[Event]) -> Thrower:
    """Has seen everybody's throws at this table; its purse has paid for this seat's own."""
    thrower = Thrower()
    for throws in _shown(past):
        _watch(thrower, own, throws)
    return thrower


def mix_of(own: Seat | None, past: Sequence[Event], other: Seat) -> Mix:
    """What `thrower_of` would decide about for its next throw against that other."""
    return _watched(own, _shown(past)).mix(other)


def advice_of(own: Seat | None, past: Sequence[Event], other: Seat) -> tuple[int, float] | None:
    return _watched(own, _shown(past)).advice(other)


def _shown(past: Sequence[Event]) -> tuple[_Shown, ...]:
    return tuple(
        tuple((seat, _THINGS.index(thing)) for seat, thing in event.throws.items())
        for event in past
        if isinstance(event, ThrowsShown)
    )


def _watched(own: Seat | None, shown: tuple[_Shown, ...]) -> Thrower:
    """The same as from scratch, but taught on from where it was; so nobody else may hold it."""
    known = next((most for most in range(len(shown), 0, -1) if (own, shown[:most]) in _kept), 0)
    thrower = _kept.pop((own, shown[:known]), None) if known else None
    if thrower is None:
        known, thrower = 0, Thrower()
    for throws in shown[known:]:
        _watch(thrower, own, throws)
    _kept[own, shown] = thrower
    if len(_kept) > _TABLES:
        _kept.popitem(last=False)
    return thrower


def _watch(thrower: Thrower, own: Seat | None, throws: _Shown) -> None:
    for (other, before), (seat, thing) in permutations(throws):
        if seat == own:
            thrower.learn(other, thing, before)
        elif other != own:
            thrower.watch(other, thing, before)
