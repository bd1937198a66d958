"""The pause after a round: everybody looks at what happened, and nothing of what comes next exists.

Each seat may say that it is ready; going on is the table's own action (contract.Intermission says when).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from filon.games.contract import (
    CONTINUE,
    Actor,
    Cause,
    Continue,
    Continued,
    IllegalAction,
    Intermission,
    Seat,
    Table,
)

_CONTINUE: Final = (CONTINUE,)


def may_continue(ready: tuple[Seat, ...], seats: int, actor: Actor) -> Sequence[Continue]:
    """The legal actions of an intermission."""
    if isinstance(actor, Table):
        return _CONTINUE
    return _CONTINUE if 0 <= actor < seats and actor not in ready else ()


def ends(ready: tuple[Seat, ...]) -> Mapping[Any, Cause]:
    """The table's actions in an intermission."""
    return {CONTINUE: Intermission(ready)}


def continued(ready: tuple[Seat, ...] | None, seats: int, actor: Actor, rule: str) -> Continued | None:
    """What `Continue` brings about; None: the table goes on. `ready` is None outside an intermission."""
    if not isinstance(actor, Table) and not 0 <= actor < seats:
        raise IllegalAction(f"{rule.split('-', maxsplit=1)[0]}-1.0", f"{actor} is no player of this game")
    if ready is None:
        raise IllegalAction(rule, "the table pauses only when a round is over")
    if isinstance(actor, Table):
        return None
    if actor in ready:
        raise IllegalAction(rule, "you are ready already; the table goes on when all are")
    return Continued(actor)


def with_ready(ready: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """In an order that says nothing of who was first."""
    return tuple(sorted((*ready, seat)))
