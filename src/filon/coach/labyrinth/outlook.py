"""What a way to go on leads to, in figures that can be counted in the castle as it then stands."""

from typing import NamedTuple

from filon.bots.labyrinth.plan import Plan
from filon.bots.labyrinth.ways import HALL_OF, access
from filon.coach.labyrinth.lines import Line
from filon.games.contract import Seat
from filon.games.labyrinth.castle import Rotation, Square
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import CROWD, POSITIONS, Ring


class Outlook(NamedTuple):
    """What a way to go on leads to; chances are hundredths of all changes that the next turn may make."""

    takes: bool
    """The sought secret, without a duel."""
    contests: tuple[Seat, ...]
    """Those to duel with for it."""
    meets: tuple[Seat, ...]
    squares: int
    """How many squares can be walked to once both changes are made, the own one included."""
    mine: int
    """Of finding a way to the secret in the own next turn, if the castle stayed so."""
    theirs: int
    """Of the next player, finding one at once."""
    exposed: int
    """Of the next player, finding one to the own pawn."""
    close: tuple[int, Seat]
    """Of finding one to somebody else, and to whom."""


def outlook(plan: Plan, line: Line) -> Outlook:
    rotation = _rotation(line.rotation)
    pawns = plan.with_pawn(plan.seat, line.square)
    there = tuple(seat for seat in plan.standing_on(line.square, pawns) if seat != plan.seat)
    moved = line.square != plan.own
    takes = line.square == plan.view.square
    return Outlook(
        takes=takes and (not moved or not there),
        contests=there if takes and moved and len(there) + 1 < CROWD else (),
        meets=there if moved and not takes else (),
        squares=regions(rotation)[plan.own].bit_count(),
        mine=to_secret(plan, rotation, line.square),
        theirs=to_secret(plan, rotation, pawns[plan.others[0]]),
        exposed=hundredths(plan, rotation, pawns[plan.others[0]], line.square),
        close=max((hundredths(plan, rotation, line.square, pawns[other]), other) for other in plan.others),
    )


def to_secret(plan: Plan, rotation: Rotation, square: Square) -> int:
    return 0 if plan.view.square is None else hundredths(plan, rotation, square, plan.view.square)


def hundredths(plan: Plan, rotation: Rotation, square: Square, target: Square) -> int:
    """Of all pairs of changes, those after which somebody on this square can walk to that one."""
    either_way = plan.view.options.corridors == "either"
    return round(100 * access(rotation, target, either_way=either_way)[HALL_OF[square]])


def _rotation(number: int) -> Rotation:
    inner, centre = POSITIONS[Ring.INNER], POSITIONS[Ring.CENTRE]
    return Rotation(number // (inner * centre), number // centre % inner, number % centre)
