"""What Le Labyrinthe Secret alone has to tell: the ways of each turn, duels, and how near the secrets lay.

All pairs of changes of every turn are tried by the law itself: what is said of ways and squares is exact.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import msgspec

from filon.bots.labyrinth.ways import HALL_OF, access, changes, turned
from filon.coach.contract import Moment
from filon.coach.labyrinth.throws import foreseen
from filon.games.contract import Seat
from filon.games.labyrinth.castle import SQUARE_OF, Rotation, Square
from filon.games.labyrinth.model import (
    DuelWon,
    Event,
    FirstChange,
    Moving,
    PawnMoved,
    PawnStayed,
    SecretTurned,
    State,
    ThrowsShown,
    Turn,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import Ring, Secret, Thing


class Way(msgspec.Struct, frozen=True):
    """Two changes, and how many squares can be walked to after them, the own one included."""

    first: Turn
    then: Turn
    squares: int


class TurnTaken(msgspec.Struct, frozen=True):
    """A turn from its first change to its walk."""

    step: int
    """Of the first change."""
    walk: int
    """The step of the walk."""
    turn: int
    seat: int
    squares: int
    """What could be walked to after the changes that were made, the own square included."""
    best: Way
    """The pair of changes that lets the pawn walk furthest."""
    secret: Secret | None
    """What was sought."""
    way: Way | None
    """A pair of changes that leads to the secret, if there was one."""
    guarded: bool
    """Whether a duel would have waited there."""
    reached: bool
    """Whether the walk ended there."""
    opened: bool
    """Whether the changes that were made had opened the way."""


class Lay(msgspec.Struct, frozen=True):
    """How near a secret lay to everybody when it was turned up."""

    step: int
    secret: Secret
    on_turn: int
    """Who is on turn next, and so the first to look for it."""
    near: tuple[float, ...]
    """By seat: of all pairs of changes, the part after which its pawn can walk there."""


class Habit(msgspec.Struct, frozen=True):
    """What one player's throws tell."""

    seat: int
    shown: tuple[int, ...]
    """How often stone, scissors and paper were shown."""
    throws: int
    """For how many throws there was advice."""
    won: int
    """Points that the advice would have won against them, less those it would have lost."""
    predictable: bool
    expected: Thing | None
    """What the next throw would be, where somebody is predictable."""


class Pairing(msgspec.Struct, frozen=True):
    """The duels of two players."""

    one: int
    other: int
    won_by_one: int
    won_by_other: int
    steps: tuple[int, ...]
    """At which each was decided."""


class LabyrinthInsight(msgspec.Struct, frozen=True):
    turns: tuple[TurnTaken, ...]
    lays: tuple[Lay, ...]
    habits: tuple[Habit, ...]
    """Of those who have thrown."""
    pairings: tuple[Pairing, ...]


def insight(moments: Sequence[Moment]) -> LabyrinthInsight:
    events = [event for moment in moments for event in moment.events]
    return LabyrinthInsight(
        tuple(_turns(moments)),
        tuple(_lays(moments)),
        tuple(_habits(events, len(moments[0].before.pawns))),
        tuple(_pairings(moments)),
    )


def _turns(moments: Sequence[Moment]) -> Iterator[TurnTaken]:
    began: Moment | None = None
    for moment in moments:
        if isinstance(moment.before.phase, FirstChange):
            began = moment
        for event in moment.events:
            if began is not None and isinstance(event, PawnMoved | PawnStayed):
                yield _turn(began, moment, event)
                began = None


def _turn(began: Moment, walked: Moment, event: PawnMoved | PawnStayed) -> TurnTaken:
    before: State = began.before
    assert isinstance(walked.before.phase, Moving), "a walk follows both changes"
    seat = event.seat
    own = before.pawns[seat]
    to = event.to if isinstance(event, PawnMoved) else own
    target = None if before.sought is None else SQUARE_OF[before.sought]
    either_way = before.options.corridors == "either"
    others = [pawn for each, pawn in enumerate(before.pawns) if each != seat]
    region = regions(walked.before.rotation)[own]
    return TurnTaken(
        step=began.step,
        walk=walked.step,
        turn=before.turn,
        seat=seat,
        squares=region.bit_count(),
        best=widest(before.rotation, own, either_way=either_way),
        secret=before.sought,
        way=None if target is None else way_to(before.rotation, own, target, either_way=either_way),
        guarded=target is not None and target != own and target in others,
        reached=to == target,
        opened=target is not None and bool(region >> target & 1),
    )


@cache
def pairs(*, either_way: bool) -> tuple[tuple[Turn, Turn], ...]:
    """LAB-3.1."""
    return tuple(
        (first, then)
        for first in changes(either_way=either_way)
        for then in changes(either_way=either_way)
        if not (first.ring is Ring.CENTRE and then.ring is Ring.CENTRE)
    )


def ways(rotation: Rotation, square: Square, *, either_way: bool) -> Iterator[tuple[Way, int]]:
    """By pair of changes, with the mask of squares that can be walked to."""
    for first, then in pairs(either_way=either_way):
        region = regions(turned(turned(rotation, first), then))[square]
        yield Way(first, then, region.bit_count()), region


def widest(rotation: Rotation, square: Square, *, either_way: bool) -> Way:
    return max((way for way, _ in ways(rotation, square, either_way=either_way)), key=lambda way: way.squares)


def way_to(rotation: Rotation, square: Square, target: Square, *, either_way: bool) -> Way | None:
    """The one of all that leads there which lets the pawn walk furthest."""
    found = [way for way, region in ways(rotation, square, either_way=either_way) if region >> target & 1]
    return max(found, key=lambda way: way.squares, default=None)


def _lays(moments: Sequence[Moment]) -> Iterator[Lay]:
    first: State = moments[0].before
    if first.sought is not None:
        yield _lay(first, moments[0].step, first.sought, first.on_turn)
    for moment in moments:
        for event in moment.events:
            if isinstance(event, SecretTurned):
                state: State = moment.after
                after = (moment.before.on_turn + 1) % len(state.pawns)
                yield _lay(state, moment.step, event.secret, after)


def _lay(state: State, step: int, secret: Secret, on_turn: int) -> Lay:
    either_way = state.options.corridors == "either"
    near = access(state.rotation, SQUARE_OF[secret], either_way=either_way)
    return Lay(step, secret, on_turn, tuple(near[HALL_OF[pawn]] for pawn in state.pawns))


def _habits(events: Sequence[Event], seats: int) -> Iterator[Habit]:
    for seat in range(seats):
        thrown = [
            event.throws[Seat(seat)]
            for event in events
            if isinstance(event, ThrowsShown) and seat in event.throws
        ]
        if thrown:
            read = foreseen(events, seat)
            yield Habit(
                seat=seat,
                shown=tuple(thrown.count(thing) for thing in Thing),
                throws=read.throws,
                won=read.won,
                predictable=read.predictable,
                expected=read.expected if read.predictable else None,
            )


def _pairings(moments: Sequence[Moment]) -> Iterator[Pairing]:
    won = [
        (moment.step, event.winner, event.loser)
        for moment in moments
        for event in moment.events
        if isinstance(event, DuelWon)
    ]
    for one, other in combinations(sorted({seat for _, *both in won for seat in both}), 2):
        steps = tuple(step for step, *both in won if {one, other} == set(both))
        if steps:
            by_one = sum(winner == one and loser == other for _, winner, loser in won)
            yield Pairing(one, other, by_one, len(steps) - by_one, steps)
